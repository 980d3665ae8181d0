import { isObject, type JsonObject } from "./json.js";
import { createCloudError } from "./resourceManager.js";

/**
 * Refuses a request.
 *
 * @param target path of the field, for example `properties.containers[0].name`
 * @param message one sentence for users; never contains a value that may be a secret
 */
export function refuse(target: string, message: string, code = "InvalidRequestContent"): never {
  throw createCloudError(400, { code, message, target });
}

/** A kind of value. Operations on a document walk its kinds. */
export interface Kind<T> {
  /**
   * Reads a value from a request and converts it to the service's own spelling. An invalid value is an error.
   *
   * @param version the API version of the request
   */
  read(value: unknown, path: string, version: string): T;
  /** The kinds of an object's fields. */
  readonly fields?: Readonly<Record<string, Kind<unknown>>>;
  /** The kind of the items of a list or a map. */
  readonly item?: Kind<unknown>;
  readonly isRequired?: true;
  readonly isSecret?: true;
  /** Whether responses never contain it. */
  readonly isHidden?: true;
}

export type Of<K> = K extends Kind<infer T> ? T : never;

/** Returns a value as responses contain it: without hidden parts, and with fields in the order of their object. */
export function show({ isHidden, item, fields = {} }: Kind<unknown>, value: unknown): unknown {
  if (isHidden) return undefined;
  if (Array.isArray(value)) return item === undefined ? value : value.map((entry) => show(item, entry));
  if (!isObject(value)) return value;
  const names = new Set([...Object.keys(fields), ...Object.keys(value)]);
  const shown = [...names].map((name) => {
    // A field without a kind comes from the control interface, not from a request.
    const kind = Object.hasOwn(fields, name) ? fields[name] : item;
    return [name, kind === undefined ? value[name] : show(kind, value[name])];
  });
  return Object.fromEntries(shown.filter(([, field]) => field !== undefined));
}

/** Lists the names of fields at any depth whose values are secrets, or lists or maps of secrets. */
export function listSecrets({ fields = {}, item }: Kind<unknown>): string[] {
  return [
    ...(item === undefined ? [] : listSecrets(item)),
    ...Object.entries(fields).flatMap(([name, kind]) =>
      kind.isSecret || kind.item?.isSecret ? [name] : listSecrets(kind),
    ),
  ];
}

export function required<K extends Kind<unknown>>(kind: K): K & { isRequired: true } {
  return { ...kind, isRequired: true };
}

/** A secret that responses never contain. */
export function secret<T>(kind: Kind<T>): Kind<T> {
  return { ...kind, isSecret: true, isHidden: true };
}

/** A secret that responses contain. */
export function answeredSecret<T>(kind: Kind<T>): Kind<T> {
  return { ...kind, isSecret: true };
}

/** A value that is not secret, but that responses never contain. */
export function unanswered<T>(kind: Kind<T>): Kind<T> {
  return { ...kind, isHidden: true };
}

/** A value that only the service sets. Requests ignore it. */
export function answered<T>(): Kind<T> {
  return { read: () => undefined as T };
}

export function since<T>(version: string, kind: Kind<T>): Kind<T> {
  return {
    ...kind,
    read(value, path, asked) {
      if (asked < version) refuse(path, `There is no field '${path}' in this API version.`);
      return kind.read(value, path, asked);
    },
  };
}

function refuseOther(path: string, description: string): never {
  return refuse(path, `'${path}' must be ${description}.`);
}

/** A kind without parts. One test validates its values. */
function scalar<T>(accepts: (value: unknown) => boolean, description: string): Kind<T> {
  return { read: (value, path) => (accepts(value) ? (value as T) : refuseOther(path, description)) };
}

export const text = scalar<string>((value) => typeof value === "string", "a string");
export const flag = scalar<boolean>((value) => typeof value === "boolean", "true or false");
export const amount = scalar<number>(
  (value) => typeof value === "number" && value > 0,
  "a number greater than 0",
);
export const anyObject = scalar<JsonObject>(isObject, "an object");

/** A whole number. Default: 32 bits. */
export function whole(from = -(2 ** 31), to = 2 ** 31 - 1): Kind<number> {
  return scalar<number>(
    (value) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to,
    `a whole number from ${from} to ${to}`,
  );
}

export function pattern(expression: RegExp, description: string): Kind<string> {
  return scalar<string>((value) => typeof value === "string" && expression.test(value), description);
}

/** Padded base64. */
export const base64 = scalar<string>(
  // A pattern for groups of four would exhaust the stack for a large value.
  (value) => typeof value === "string" && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value),
  "a string in base64",
);
export const url = pattern(/^[a-z][a-z\d+.-]*:\/\/[^\s/?#]+\S*$/i, "an absolute URL");

/**
 * One of several words. Reading ignores letter case, and ignores spaces if one of the words has a space; the value has the
 * spelling given here.
 */
export function choice<T extends string>(...words: T[]): Kind<T> {
  return {
    read: (value, path) =>
      canonical(words, value) ?? refuseOther(path, `one of ${words.map((word) => `'${word}'`).join(", ")}`),
  };
}

/** As {@link choice}, but accepts other words unchanged. */
export function openChoice(...words: string[]): Kind<string> {
  const named = pattern(/./s, "a string that is not empty");
  return { read: (value, path, version) => canonical(words, value) ?? named.read(value, path, version) };
}

function canonical<T extends string>(words: T[], value: unknown): T | undefined {
  const hasBlank = words.some((word) => word.includes(" "));
  const folded = (word: string) => (hasBlank ? word.replace(/\s/g, "") : word).toLowerCase();
  return typeof value === "string" ? words.find((word) => folded(word) === folded(value)) : undefined;
}

type Fields = Record<string, Kind<unknown>>;
type Required<F extends Fields> = { [K in keyof F]: F[K] extends { isRequired: true } ? K : never }[keyof F];
type ObjectOf<F extends Fields> = { [K in Required<F>]: Of<F[K]> } & {
  [K in Exclude<keyof F, Required<F>>]?: Of<F[K]>;
};

/** An object with named fields, in the order given here. A null counts as absent, and reading drops unknown fields. */
export function object<F extends Fields>(fields: F): Kind<ObjectOf<F>> {
  return {
    fields,
    read(value, path, version) {
      if (!isObject(value)) return refuseOther(path, "an object");
      const read = Object.entries(fields).map(([name, kind]) => {
        const target = path === "" ? name : `${path}.${name}`;
        const given = value[name] ?? undefined;
        if (given === undefined && kind.isRequired) refuse(target, `'${target}' is required.`);
        return [name, given === undefined ? undefined : kind.read(given, target, version)];
      });
      return Object.fromEntries(read.filter(([, field]) => field !== undefined)) as ObjectOf<F>;
    },
  };
}

export function list<T>(item: Kind<T>, atLeast = 0): Kind<T[]> {
  return {
    item,
    read(value, path, version) {
      if (!Array.isArray(value)) return refuseOther(path, "a list");
      if (value.length < atLeast) refuse(path, `'${path}' must not be empty.`);
      return value.map((entry, index) => item.read(entry, `${path}[${index}]`, version));
    },
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
    item,
    read(value, path, version) {
      const read = items.read(value, path, version);
      const keys = read.map(keyOf);
      keys.forEach((key, index) => {
        if (keys.indexOf(key) < index)
          refuse(`${path}[${index}].${field}`, `'${path}' has another item '${key}'.`);
      });
      return read;
    },
  };
}

/** An object with any keys and values of one kind. A null counts as absent, and keys must differ. */
export function map<T>(item: Kind<T>, keyOf = (name: string) => name): Kind<Record<string, T>> {
  return {
    item,
    read(value, path, version) {
      if (!isObject(value)) return refuseOther(path, "an object");
      const present = Object.entries(value).filter(([, entry]) => entry !== null);
      if (new Set(present.map(([name]) => keyOf(name))).size < present.length)
        refuse(path, `'${path}' has a key twice.`);
      return Object.fromEntries(
        present.map(([key, entry]) => [key, item.read(entry, `${path}['${key}']`, version)]),
      );
    },
  };
}
