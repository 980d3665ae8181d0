import { asText } from "../schema/engineValues.js";

/** Terminal sequences with text (links, titles, device strings), up to their end or to the next sequence. */
const STRING_SEQUENCE =
  "(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?";
/** Other terminal sequences: colours, movements of the cursor. */
const SEQUENCE = "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?|\\u001b[ -/]*[0-~]?";

const SEQUENCES = new RegExp(`${STRING_SEQUENCE}|${SEQUENCE}`, "g");
/** Control, format, private-use and unassigned characters, lone surrogates, fillers. */
export const INVISIBLE = /[\p{C}\p{DI}\u2800]/gu;
/** `\s` does not contain the line break U+0085. */
const SPACE = /[\s\u0085]+/g;

/**
 * Converts text to one line in which every character is visible, and which neither a terminal nor Pulumi's CLI interprets. It
 * removes terminal sequences, invisible characters and colour marks of the CLI.
 */
export function toPlain(text: string): string {
  return toPlainPart(text).trim();
}

/** Like {@link toPlain}, for a part of a text: a space at its beginning or end is kept. */
export function toPlainPart(text: string): string {
  const visible = withoutTerminalSequences(text).replace(SPACE, " ").replace(INVISIBLE, "");
  // Without the removed parts, the text may equal a reserved value of the engine.
  return asText(withoutColourMarks(visible).replace(SPACE, " "));
}

/** Limits the number of characters. A longer text ends in `…`. Mask secrets first, because a truncated secret is not found. */
export function shorten(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  // Does not split a surrogate pair.
  return `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

export function withoutTerminalSequences(text: string): string {
  return text.replace(SEQUENCES, "");
}

/** Whether {@link toPlain} removes a character, or converts it to a space. */
export function isUnseen(character: string): boolean {
  return character.replace(SPACE, "").replace(INVISIBLE, "") === "";
}

const OPEN = "<{%";
const CLOSE = "%}>";

/**
 * Removes marks such as `<{%fg 1%}>`, nested ones from the inside, and openings without an end, until no opening is left: the CLI
 * removes marks, and fails at unknown ones.
 */
export function withoutColourMarks(text: string): string {
  if (!text.includes(OPEN)) return text;
  const kept: string[] = [];
  /** The numbers of kept characters at which marks without an end have begun. */
  const opened: number[] = [];
  const endsWith = (mark: string): boolean => kept.slice(-mark.length).join("") === mark;
  for (const character of text) {
    kept.push(character);
    const start = opened.at(-1) ?? Number.POSITIVE_INFINITY;
    // In `<{%}>`, the opening and the end share a character.
    const isEmptyMark = kept.length === start + 2 && endsWith("}>");
    if (character === "%" && endsWith(OPEN)) {
      kept.length -= OPEN.length;
      while ((opened.at(-1) ?? 0) > kept.length) opened.pop();
      opened.push(kept.length);
    } else if (character === ">" && (isEmptyMark || endsWith(CLOSE)) && start <= kept.length) {
      kept.length = start;
      opened.pop();
    }
  }
  return kept.join("");
}
