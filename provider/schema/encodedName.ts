/**
 * Names of option values are written with escapes where a name may not hold the character itself:
 * `_x0020_` for a blank, `Non_x002D_Inventory` for `Non-Inventory`.
 */

export function decodeName(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

export function encodeName(text: string): string {
  return text.replace(/[^A-Za-z0-9_]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return `_x${code}_`;
  });
}
