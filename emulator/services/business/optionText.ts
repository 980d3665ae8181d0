/** An option as it stands on the wire: whatever no identifier can hold is escaped, a blank is `_x0020_`. */
export function toWire(option: string): string {
  return option.replace(
    /[^A-Za-z0-9_]/g,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
  );
}

/** An option as people read it, from either form. */
export function fromWire(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_match, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
