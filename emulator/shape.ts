import { isObject, type JsonObject } from "./json.js";

/** Something in a request that the service does not accept. */
export interface Problem {
  /** Error code; absent where the request's content is wrong in no particular way. */
  code?: string;
  /** Path of the field, for example `properties.containers[0].name`. */
  target: string;
  /** One sentence for a person. Never holds the value: it may be a secret. */
  message: string;
}

/** Takes a problem down; reading goes on, so that one answer can name all of them. */
export type Report = (problem: Problem) => void;

/** A kind of value. Every question about a document is a walk over kinds. */
export interface Kind<T> {
  /** Reads a value from a request into the service's own spelling; `undefined` where it is not there or wrong. */
  read(value: unknown, path: string, report: Report): T | undefined;
  /** The value as the service answers it; `undefined` where it never does. */
  show(value: unknown): unknown;
  /** Whether every value of this kind is a secret, or a list or map of secrets. */
  readonly isSecret?: boolean;
  /** Names of the fields in it, at any depth, whose values are secrets. */
  readonly secretFields?: readonly string[];
}

/** The type of the values of a kind. */
export type Of<K> = K extends Kind<infer T> ? T : never;

/** A value that goes in and never comes out. */
export function secret<T>(kind: Kind<T>): Kind<T> {
  return { read: kind.read, show: () => undefined, isSecret: true };
}

/** A secret that the service answers all the same, to those who may read it. */
export function answeredSecret<T>(kind: Kind<T>): Kind<T> {
  return { ...kind, isSecret: true };
}

/** A value that is no secret and that the service leaves out of its answers all the same. */
export function unanswered<T>(kind: Kind<T>): Kind<T> {
  return { ...kind, show: () => undefined };
}

/** A value that only the service sets: ignored in requests. */
export function answered<T>(): Kind<T> {
  return { read: () => undefined, show: (value) => value };
}

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

type Fields = Record<string, Kind<unknown>>;
type ObjectOf<F extends Fields, R extends keyof F> = { [K in R]: Of<F[K]> } & {
  [K in Exclude<keyof F, R>]?: Of<F[K]>;
};

/**
 * An object with named fields, answered in the order given here whatever the request's order was.
 * A null counts as absent, a field that is not named is dropped when it is read.
 */
export function object<F extends Fields, R extends keyof F & string = never>(
  fields: F,
  ...required: R[]
): Kind<ObjectOf<F, R>> {
  const kinds = new Map(Object.entries(fields));
  return {
    read(value, path, report) {
      if (!isObject(value)) {
        report({ target: path, message: `'${path}' must be an object.` });
        return undefined;
      }
      const result: Record<string, unknown> = {};
      for (const [name, kind] of kinds) {
        const target = path === "" ? name : `${path}.${name}`;
        const field = value[name] ?? undefined;
        const read = field === undefined ? undefined : kind.read(field, target, report);
        if (read !== undefined) {
          result[name] = read;
        } else if (field === undefined && (required as string[]).includes(name))
          report({ target, message: `'${target}' is required.` });
      }
      return result as ObjectOf<F, R>;
    },
    show(value) {
      if (!isObject(value)) return value;
      const others = Object.keys(value).filter((key) => !kinds.has(key));
      const shown = [...kinds.keys(), ...others].map((key) => {
        // A field that no kind describes comes from the control interface, not from a request.
        const kind = value[key] === undefined ? undefined : kinds.get(key);
        return [key, kind === undefined ? value[key] : kind.show(value[key])];
      });
      return Object.fromEntries(shown.filter(([, field]) => field !== undefined));
    },
    secretFields: [...kinds].flatMap(([name, kind]) => (kind.isSecret ? [name] : (kind.secretFields ?? []))),
  };
}

/** A list of values of one kind. */
export function list<T>(item: Kind<T>, atLeast = 0): Kind<T[]> {
  return {
    read(value, path, report) {
      if (!Array.isArray(value)) {
        report({ target: path, message: `'${path}' must be a list.` });
        return undefined;
      }
      if (value.length < atLeast) report({ target: path, message: `'${path}' must not be empty.` });
      // An item that is wrong leaves a hole: later problems must count positions as the client does.
      return value.map((entry, index) => item.read(entry, `${path}[${index}]`, report) as T);
    },
    show: (value) => (Array.isArray(value) ? value.map(item.show) : value),
    isSecret: item.isSecret,
    secretFields: item.secretFields,
  };
}

/** A list whose items have different names in one field, or different keys that follow from it. */
export function keyed<T>(
  item: Kind<T>,
  field: keyof T & string,
  keyOf: (item: T) => string = (one) => String(one[field]),
  atLeast = 0,
): Kind<T[]> {
  const items = list(item, atLeast);
  return {
    ...items,
    read(value, path, report) {
      const read = items.read(value, path, report);
      const seen = new Set<string>();
      read?.forEach((one, index) => {
        if (one?.[field] === undefined) return;
        const key = keyOf(one);
        if (seen.has(key))
          report({ target: `${path}[${index}].${field}`, message: `'${path}' has another item '${key}'.` });
        seen.add(key);
      });
      return read;
    },
  };
}

/** An object with free keys and values of one kind. A null value counts as absent. Two keys are never the same one. */
export function map<T>(item: Kind<T>, keyOf = (name: string) => name): Kind<Record<string, T>> {
  return {
    read(value, path, report) {
      if (!isObject(value)) {
        report({ target: path, message: `'${path}' must be an object.` });
        return undefined;
      }
      const present = Object.entries(value).filter(([, entry]) => entry !== null);
      if (new Set(present.map(([name]) => keyOf(name))).size < present.length)
        report({ target: path, message: `'${path}' has a key twice.` });
      return Object.fromEntries(
        present.map(([key, entry]) => [key, item.read(entry, `${path}['${key}']`, report) as T]),
      );
    },
    show(value) {
      if (!isObject(value)) return value;
      const shown = Object.entries(value).map(([key, entry]) => [key, item.show(entry)]);
      return Object.fromEntries(shown.filter(([, entry]) => entry !== undefined));
    },
    isSecret: item.isSecret,
    secretFields: item.secretFields,
  };
}
