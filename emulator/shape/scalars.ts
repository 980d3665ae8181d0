import { isObject, type JsonObject } from "../json.js";
import type { Kind } from "./kind.js";

/** A kind without parts: shown as it is, and read by one test. */
function scalar<T>(accepts: (value: unknown) => boolean, description: string): Kind<T> {
  return {
    read(value, path, report) {
      if (accepts(value)) return value as T;
      report({ target: path, message: `'${path}' must be ${description}.` });
      return undefined;
    },
    show: (value) => value,
  };
}

/** Any text, the empty one included. */
export const text = scalar<string>((value) => typeof value === "string", "a string");

/** true or false. */
export const flag = scalar<boolean>((value) => typeof value === "boolean", "true or false");

/** An amount greater than zero, with a fraction or without. */
export const amount = scalar<number>(
  (value) => typeof value === "number" && value > 0,
  "a number greater than 0",
);

/** Any JSON object, kept as it was sent. */
export const anyObject = scalar<JsonObject>(isObject, "an object");

/** Text in base64, padded. */
export const base64 = scalar<string>(
  (value) => typeof value === "string" && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value),
  "a string in base64",
);

/** A whole number, by default any that fits into 32 bits. */
export function whole(from = -(2 ** 31), to = 2 ** 31 - 1): Kind<number> {
  return scalar<number>(
    (value) => Number.isInteger(value) && (value as number) >= from && (value as number) <= to,
    `a whole number from ${from} to ${to}`,
  );
}

/** Text that must match a pattern. */
export function pattern(expression: RegExp, description: string): Kind<string> {
  return scalar<string>((value) => typeof value === "string" && expression.test(value), description);
}

/** An absolute URL. */
export const url = pattern(/^[a-z][a-z\d+.-]*:\/\/[^\s/?#]+\S*$/i, "an absolute URL");

/** One of a few words, in any case, and with any blanks if one of them has a blank; answered in the spelling given here. */
export function choice<T extends string>(...words: T[]): Kind<T> {
  return {
    read(value, path, report) {
      const known = canonical(words, value);
      if (known === undefined)
        report({ target: path, message: `'${path}' must be one of ${words.map(quoted).join(", ")}.` });
      return known;
    },
    show: (value) => value,
  };
}

/** Like {@link choice}, but the list is not complete: other words are accepted as they are. */
export function openChoice(...words: string[]): Kind<string> {
  return {
    read(value, path, report) {
      if (typeof value === "string" && value !== "") return canonical(words, value) ?? value;
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
  const hasBlank = words.some((word) => word.includes(" "));
  const folded = (word: string) => (hasBlank ? word.replace(/\s/g, "") : word).toLowerCase();
  return typeof value === "string" ? words.find((word) => folded(word) === folded(value)) : undefined;
}

function quoted(word: string): string {
  return `'${word}'`;
}
