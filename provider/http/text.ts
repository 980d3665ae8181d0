// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const TERMINAL_SEQUENCES = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g;
/** Control characters other than white space, and those that turn the direction of writing. */
const INVISIBLE = /(?!\s)[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Text of a service as one line that is safe on a terminal: no escape sequences or control characters, white
 * space folded, at most `maxLength` characters (then ending in "…").
 */
export function oneLine(text: string, maxLength: number): string {
  // Cut before the expressions run: the page of an overloaded gateway can be very long.
  const start = text.slice(0, maxLength * 10);
  const line = start.replace(TERMINAL_SEQUENCES, "").replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  // Not in the middle of a character that takes two code units.
  return `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
