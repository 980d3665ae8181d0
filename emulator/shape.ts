import { isObject, type JsonObject } from "./json.js";

/** A part of a request that the service rejects. */
export interface Problem {
  code: string;
  message: string;
  /** Path of the field, for example `properties.containers[0].name`. */
  target: string;
}

/** The reading of a request. It continues after a problem, so that one response can list all problems. */
export class Reading {
  readonly problems: Problem[] = [];

  /** @param version the API version of the request */
  constructor(readonly version = "") {}

  /** @param message one sentence for users; never contains a value that may be a secret */
  report(target: string, message: string, code = "InvalidRequestContent"): void {
    this.problems.push({ code, message, target });
  }

  /** Reports that a value is not as described. */
  refuse(path: string, description: string): undefined {
    this.report(path, `'${path}' must be ${description}.`);
  }
}

/** A kind of value. Operations on a document walk its kinds. */
export interface Kind<T> {
  /**
   * Reads a value from a request and converts it to the service's own spelling. Returns `undefined` if it is absent or invalid.
   */
  read(value: unknown, path: string, reading: Reading): T | undefined;
  /** Returns the value in responses; `undefined` if responses never contain it. */
  show(value: unknown): unknown;
  /** Whether an object must have this field. */
  readonly isRequired?: true;
  /** Whether the value is a secret, or a list or map of secrets. */
  readonly isSecret?: boolean;
  /** Names of fields at any depth whose values are secrets. */
  readonly secretFields?: readonly string[];
}

export type Of<K> = K extends Kind<infer T> ? T : never;

/** A field that its object must have. */
export function required<K extends Kind<unknown>>(kind: K): K & { isRequired: true } {
  return { ...kind, isRequired: true };
}

/** A secret that responses never contain. */
export function secret<T>(kind: Kind<T>): Kind<T> {
  return { read: kind.read, show: () => undefined, isSecret: true };
}

/** A secret that responses contain. */
export function answeredSecret<T>(kind: Kind<T>): Kind<T> {
  return { ...kind, isSecret: true };
}

/** A value that is not secret, but that responses never contain. */
export function unanswered<T>(kind: Kind<T>): Kind<T> {
  return { ...kind, show: () => undefined };
}

/** A value that only the service sets. Requests ignore it. */
export function answered<T>(): Kind<T> {
  return { read: () => undefined, show: (value) => value };
}

/** A field that older API versions do not have. */
export function since<T>(version: string, kind: Kind<T>): Kind<T> {
  return {
    ...kind,
    read(value, path, reading) {
      if (reading.version < version) reading.report(path, `There is no field '${path}' in this API version.`);
      return kind.read(value, path, reading);
    },
  };
}

/** A kind without parts. One test validates its values. */
function scalar<T>(accepts: (value: unknown) => boolean, description: string): Kind<T> {
  return {
    read: (value, path, reading) => (accepts(value) ? (value as T) : reading.refuse(path, description)),
    show: (value) => value,
  };
}

/** Any string, including the empty one. */
export const text = scalar<string>((value) => typeof value === "string", "a string");

export const flag = scalar<boolean>((value) => typeof value === "boolean", "true or false");

/** A number greater than zero. */
export const amount = scalar<number>(
  (value) => typeof value === "number" && value > 0,
  "a number greater than 0",
);

export const anyObject = scalar<JsonObject>(isObject, "an object");

/** Padded base64. */
export const base64 = scalar<string>(
  (value) => typeof value === "string" && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value),
  "a string in base64",
);

/** A whole number. Default: 32 bits. */
export function whole(from = -(2 ** 31), to = 2 ** 31 - 1): Kind<number> {
  return scalar<number>(
    (value) => Number.isInteger(value) && (value as number) >= from && (value as number) <= to,
    `a whole number from ${from} to ${to}`,
  );
}

export function pattern(expression: RegExp, description: string): Kind<string> {
  return scalar<string>((value) => typeof value === "string" && expression.test(value), description);
}

export const url = pattern(/^[a-z][a-z\d+.-]*:\/\/[^\s/?#]+\S*$/i, "an absolute URL");

/**
 * One of several words. Reading ignores letter case, and ignores spaces if one of the words has a space; the value has the
 * spelling given here.
 */
export function choice<T extends string>(...words: T[]): Kind<T> {
  return {
    read: (value, path, reading) =>
      canonical(words, value) ?? reading.refuse(path, `one of ${words.map(quoted).join(", ")}`),
    show: (value) => value,
  };
}

/** As {@link choice}, but accepts other words unchanged. */
export function openChoice(...words: string[]): Kind<string> {
  return {
    read: (value, path, reading) =>
      typeof value === "string" && value !== ""
        ? (canonical(words, value) ?? value)
        : reading.refuse(path, `a string such as ${words.map(quoted).join(", ")}`),
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
type Required<F extends Fields> = { [K in keyof F]: F[K] extends { isRequired: true } ? K : never }[keyof F];
type ObjectOf<F extends Fields> = { [K in Required<F>]: Of<F[K]> } & {
  [K in Exclude<keyof F, Required<F>>]?: Of<F[K]>;
};

/** An object with named fields, in the order given here. A null counts as absent, and reading drops unknown fields. */
export function object<F extends Fields>(fields: F): Kind<ObjectOf<F>> {
  const kinds = new Map(Object.entries(fields));
  return {
    read: (value, path, reading) =>
      isObject(value)
        ? (readFields(kinds, value, path, reading) as ObjectOf<F>)
        : reading.refuse(path, "an object"),
    show(value) {
      if (!isObject(value)) return value;
      const others = Object.keys(value).filter((key) => !kinds.has(key));
      const shown = [...kinds.keys(), ...others].map((key) => {
        // A field without a kind comes from the control interface, not from a request.
        const kind = value[key] === undefined ? undefined : kinds.get(key);
        return [key, kind === undefined ? value[key] : kind.show(value[key])];
      });
      return Object.fromEntries(shown.filter(([, field]) => field !== undefined));
    },
    secretFields: [...kinds].flatMap(([name, kind]) => (kind.isSecret ? [name] : (kind.secretFields ?? []))),
  };
}

function readFields(
  kinds: ReadonlyMap<string, Kind<unknown>>,
  value: Record<string, unknown>,
  path: string,
  reading: Reading,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, kind] of kinds) {
    const target = path === "" ? name : `${path}.${name}`;
    const field = value[name] ?? undefined;
    if (field === undefined && kind.isRequired) reading.report(target, `'${target}' is required.`);
    const read = field === undefined ? undefined : kind.read(field, target, reading);
    if (read !== undefined) result[name] = read;
  }
  return result;
}

export function list<T>(item: Kind<T>, atLeast = 0): Kind<T[]> {
  return {
    read(value, path, reading) {
      if (!Array.isArray(value)) return reading.refuse(path, "a list");
      if (value.length < atLeast) reading.report(path, `'${path}' must not be empty.`);
      // An invalid item leaves a hole, so that later problems have the client's positions.
      return value.map((entry, index) => item.read(entry, `${path}[${index}]`, reading) as T);
    },
    show: (value) => (Array.isArray(value) ? value.map(item.show) : value),
    isSecret: item.isSecret,
    secretFields: item.secretFields,
  };
}

/** A list whose items must differ in one field, or in a key derived from it. */
export function keyed<T>(
  item: Kind<T>,
  field: keyof T & string,
  keyOf: (item: T) => string = (one) => String(one[field]),
  atLeast = 0,
): Kind<T[]> {
  const items = list(item, atLeast);
  return {
    ...items,
    read(value, path, reading) {
      const read = items.read(value, path, reading);
      const seen = new Set<string>();
      read?.forEach((one, index) => {
        if (one?.[field] === undefined) return;
        const key = keyOf(one);
        if (seen.has(key))
          reading.report(`${path}[${index}].${field}`, `'${path}' has another item '${key}'.`);
        seen.add(key);
      });
      return read;
    },
  };
}

/** An object with any keys and values of one kind. A null counts as absent, and keys must differ. */
export function map<T>(item: Kind<T>, keyOf = (name: string) => name): Kind<Record<string, T>> {
  return {
    read(value, path, reading) {
      if (!isObject(value)) return reading.refuse(path, "an object");
      const present = Object.entries(value).filter(([, entry]) => entry !== null);
      if (new Set(present.map(([name]) => keyOf(name))).size < present.length)
        reading.report(path, `'${path}' has a key twice.`);
      return Object.fromEntries(
        present.map(([key, entry]) => [key, item.read(entry, `${path}['${key}']`, reading) as T]),
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
