import { isObject } from "../json.js";
import type { Kind, Of, Secrets } from "./kind.js";

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
    show(value, secrets) {
      if (!isObject(value)) return value;
      const others = Object.keys(value).filter((key) => !kinds.has(key));
      const shown = [...kinds.keys(), ...others].map((key) => [
        key,
        showField(kinds.get(key), value[key], secrets),
      ]);
      return Object.fromEntries(shown.filter(([, field]) => field !== undefined));
    },
    secretFields: [...kinds].flatMap(([name, kind]) => (kind.isSecret ? [name] : (kind.secretFields ?? []))),
  };
}

/** A field that no kind describes comes from the control interface, not from a request, and is shown as it is. */
function showField(kind: Kind<unknown> | undefined, field: unknown, secrets: Secrets): unknown {
  return field === undefined || kind === undefined ? field : kind.show(field, secrets);
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
    show: (value, secrets) =>
      Array.isArray(value) ? value.map((entry) => item.show(entry, secrets)) : value,
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
    show(value, secrets) {
      if (!isObject(value)) return value;
      const shown = Object.entries(value).map(([key, entry]) => [key, item.show(entry, secrets)]);
      return Object.fromEntries(shown.filter(([, entry]) => entry !== undefined));
    },
    isSecret: item.isSecret,
    secretFields: item.secretFields,
  };
}
