/** Characters of a foreign text that are shown, where nothing else is said. */
const LONGEST = 200;

/** Foreign texts of a list that are shown, and characters of each. */
const MOST_LISTED = 10;
const LONGEST_LISTED = 100;

/**
 * Text that the provider did not write: words of a service, names and values of a program. It may hold a secret or move a
 * cursor, so nothing shows it but `toText`.
 */
export class Foreign {
  readonly #raw: string;

  constructor(
    raw: string,
    readonly longest: number,
  ) {
    this.#raw = raw;
  }

  /** The text as it came: to decide by, not to show. */
  get raw(): string {
    return this.#raw;
  }

  /** Where it is concatenated by mistake, nothing shows. */
  toString(): string {
    return "…";
  }
}

/** @param longest characters that are shown of it */
export function foreign(raw: string, longest = LONGEST): Foreign {
  return new Foreign(raw, longest);
}

/** A text for a person: the provider's own words alone, or with foreign ones among them. */
export type Text = string | Message;

/** Own words and foreign texts, kept apart until `toText` joins them. */
export class Message {
  constructor(readonly parts: readonly (string | Foreign)[]) {}

  /** The own words alone. */
  toString(): string {
    return this.parts.join("");
  }
}

/** Tag of a template whose own words are the provider's: message`the field ${foreign(name)} is gone`. */
export function message(words: TemplateStringsArray, ...values: (Text | Foreign | number)[]): Message {
  return concatenate(words.flatMap((own, at) => [own, values[at] ?? ""]));
}

/** Texts with `separator` between them. */
export function joinTexts(texts: readonly (Text | Foreign)[], separator: string): Message {
  return concatenate(texts.flatMap((text, at) => (at === 0 ? [text] : [separator, text])));
}

/** A text with its lines moved to the right. */
export function indent(text: Text): Message {
  const own = (part: string): string => part.replaceAll("\n", "\n  ");
  const parts = typeof text === "string" ? [text] : text.parts;
  return new Message(["  ", ...parts.map((part) => (typeof part === "string" ? own(part) : part))]);
}

/** Foreign texts as a list of bounded length. */
export function listForeign(texts: readonly string[]): Message {
  const shown: (Text | Foreign)[] = texts.slice(0, MOST_LISTED).map((text) => foreign(text, LONGEST_LISTED));
  const left = texts.length - shown.length;
  return joinTexts(left > 0 ? [...shown, `… and ${left} more`] : shown, ", ");
}

function concatenate(values: readonly (Text | Foreign | number)[]): Message {
  return new Message(
    values.flatMap((value) => {
      if (value instanceof Message) return value.parts;
      return value instanceof Foreign ? [value] : [String(value)];
    }),
  );
}

/** A duration for a text: `1 s`, `90 s`, `30 minutes`. Whole minutes from two on are minutes. */
export function formatDuration(seconds: number): string {
  const rounded = seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
  return rounded >= 120 && rounded % 60 === 0 ? `${rounded / 60} minutes` : `${rounded} s`;
}
