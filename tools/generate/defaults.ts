/** The descriptions tell the default: in a sentence of its own, or behind one of the values. */

const SENTENCE = /\s*Default: (.+?)\.(?=\s|$)/;
const BEHIND = /(`[^`]+`) \(default\)/;

export function readDefault(description: string): string {
  return SENTENCE.exec(description)?.[1] ?? BEHIND.exec(description)?.[1] ?? "";
}

/** The rest of the description, for where the default has a place of its own. */
export function withoutDefault(description: string): string {
  return description.replace(SENTENCE, "").trim();
}
