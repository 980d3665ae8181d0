import { type Kind, MASK } from "./kind.js";

/** A value that goes in and never comes out. */
export function secret<T>(kind: Kind<T>): Kind<T> {
  return {
    read: kind.read,
    show: (_value, secrets) => (secrets === "mask" ? MASK : undefined),
    isSecret: true,
  };
}

/** A secret that the service answers all the same, to those who may read it. */
export function answeredSecret<T>(kind: Kind<T>): Kind<T> {
  return {
    read: kind.read,
    show: (value, secrets) => (secrets === "mask" ? MASK : kind.show(value, secrets)),
    isSecret: true,
  };
}

/** A value that is no secret and that the service leaves out of its answers all the same. */
export function unanswered<T>(kind: Kind<T>): Kind<T> {
  return {
    read: kind.read,
    show: (value, secrets) => (secrets === "mask" ? kind.show(value, secrets) : undefined),
    secretFields: kind.secretFields,
  };
}

/** A value that only the service sets: ignored in requests. */
export function answered<T>(): Kind<T> {
  return {
    read: () => undefined,
    show: (value) => value,
  };
}
