import type { KnownSecrets } from "./knownSecrets.js";
import { shorten } from "./plain.js";

/** Number of characters that are shown of a foreign text, and of one that shares a line with others. */
const LONGEST = 1000;
const LONGEST_BRIEF = 100;

/** Number of texts that are shown of a list. */
const MOST_LISTED = 10;

/**
 * Text that the provider did not write, such as messages of a service, or names and values of a program. It may contain secrets
 * or terminal sequences, so only `toText` shows it.
 */
export class Foreign {
  readonly #raw: string;

  constructor(
    raw: string,
    readonly longest: number,
  ) {
    this.#raw = raw;
  }

  /** The original text. Use it for decisions, never in messages. */
  get raw(): string {
    return this.#raw;
  }

  /** Hides the text if it is concatenated by mistake. */
  toString(): string {
    return "…";
  }
}

export function foreign(raw: string): Foreign {
  return new Foreign(raw, LONGEST);
}

/** A foreign text that shares a line with others, such as the value of a field. Only its beginning is shown. */
export function briefForeign(raw: string): Foreign {
  return new Foreign(raw, LONGEST_BRIEF);
}

/** A text for users: a text of the provider, or a message that may contain foreign texts. */
export type Text = string | Message;

/** Texts of the provider and foreign texts, kept apart until `toText` joins them. */
export class Message {
  constructor(readonly parts: readonly (string | Foreign)[]) {}

  /** The message with `…` in place of foreign texts. */
  toString(): string {
    return this.parts.join("");
  }
}

/** Template tag that creates a message: message`the field ${foreign(name)} is gone`. */
export function message(words: TemplateStringsArray, ...values: (Text | Foreign | number)[]): Message {
  return concatenate(words.flatMap((own, at) => [own, values[at] ?? ""]));
}

export function joinTexts(texts: readonly (Text | Foreign)[], separator: string): Message {
  return concatenate(texts.flatMap((text, at) => (at === 0 ? [text] : [separator, text])));
}

/** Indents every line by two spaces. */
export function indent(text: Text): Message {
  const own = (part: string): string => part.replaceAll("\n", "\n  ");
  const parts = typeof text === "string" ? [text] : text.parts;
  return new Message(["  ", ...parts.map((part) => (typeof part === "string" ? own(part) : part))]);
}

/** Joins foreign texts with commas. It shortens long texts and long lists. */
export function listForeign(texts: readonly string[]): Message {
  return listTexts(texts.map(briefForeign), ", ");
}

/** Joins the first texts of a list, and says how many more there are. */
export function listTexts(texts: readonly (Text | Foreign)[], separator: string): Message {
  const shown = texts.slice(0, MOST_LISTED);
  const left = texts.length - shown.length;
  return joinTexts(left > 0 ? [...shown, `… and ${left} more`] : shown, separator);
}

function concatenate(values: readonly (Text | Foreign | number)[]): Message {
  return new Message(
    values.flatMap((value) => {
      if (value instanceof Message) return value.parts;
      return value instanceof Foreign ? [value] : [String(value)];
    }),
  );
}

/**
 * Converts a message to text for users and logs. Each foreign text becomes plain, then loses its secrets, then is shortened:
 * secrets are searched in the characters that are printed, because removing any of them later could put a secret together. The
 * words of the provider are not searched.
 */
export function toText(text: Text, secrets: KnownSecrets): string {
  const parts = typeof text === "string" ? [text] : text.parts;
  return withoutCommands(
    parts
      .map((part) => (typeof part === "string" ? part : shorten(mask(part, secrets), part.longest)))
      .join(""),
  );
}

/** More characters than any spelling of a secret has that is not recognized by its pieces. */
const LONGEST_SPELLING = 2000;

/** Masks only the beginning of a very long text, if a secret that begins in the shown part also ends in it. */
function mask({ raw, longest }: Foreign, secrets: KnownSecrets): string {
  const start = secrets.mask(raw.slice(0, 10 * (longest + LONGEST_SPELLING)));
  return start.length > longest + LONGEST_SPELLING ? start : secrets.mask(raw);
}

/**
 * Separates the characters with which a line becomes a command of a pipeline's runner (`##vso[`, `##[`, or `::` at its
 * beginning), or a colour mark of Pulumi's CLI, also where two parts of a message meet.
 */
function withoutCommands(text: string): string {
  return text
    .replace(/#(?=#)/g, "# ")
    .replace(/^( *:)(?=:)/gm, "$1 ")
    .replace(/<\{(?=%)/g, "<{ ");
}

/** Formats a duration: `1 s`, `90 s`, `30 minutes`. From two minutes on, whole minutes are shown as minutes. */
export function formatDuration(seconds: number): string {
  const rounded = seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
  return rounded >= 120 && rounded % 60 === 0 ? `${rounded / 60} minutes` : `${rounded} s`;
}
