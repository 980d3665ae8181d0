import type { Kind } from "./kind.js";

/** One of a few words, in any case and with any blanks; answered in the spelling given here. */
export function choice<T extends string>(...words: T[]): Kind<T> {
  return {
    read(value, path, report) {
      const known = canonical(words, value);
      if (known === undefined) {
        report({ target: path, message: `'${path}' must be one of ${words.map(quoted).join(", ")}.` });
      }
      return known;
    },
    show: (value) => value,
  };
}

/** Like {@link choice}, but the list is not complete: other words are accepted as they are. */
export function openChoice(...words: string[]): Kind<string> {
  return {
    read(value, path, report) {
      if (typeof value === "string" && value !== "") {
        return canonical(words, value) ?? value;
      }
      report({
        target: path,
        message: `'${path}' must be a string such as ${words.map(quoted).join(", ")}.`,
      });
      return undefined;
    },
    show: (value) => value,
  };
}

function canonical<T extends string>(words: T[], value: unknown): T | undefined {
  return typeof value === "string" ? words.find((word) => folded(word) === folded(value)) : undefined;
}

function folded(word: string): string {
  return word.replace(/\s/g, "").toLowerCase();
}

function quoted(word: string): string {
  return `'${word}'`;
}
