/** Splits at a mark that stands outside of parentheses and texts. */
export function splitTop(text: string, mark: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let quoted = false;
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (character === "'") {
      // A doubled apostrophe leaves the text and enters it again.
      quoted = !quoted;
    } else if (!quoted && (character === "(" || character === ")")) {
      depth += character === "(" ? 1 : -1;
    } else if (!quoted && depth === 0 && character === mark) {
      parts.push(text.slice(start, position));
      start = position + 1;
    }
  }
  return [...parts, text.slice(start)];
}
