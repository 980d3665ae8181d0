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

/** Treatment of secrets when a value is shown: left out as in the service's answers, or replaced. */
export type Secrets = "omit" | "mask";

/** The replacement for a masked secret. */
export const MASK = "[secret]";

/** A kind of value. Every question about a document is a walk over kinds. */
export interface Kind<T> {
  /** Reads a value from a request into the service's own spelling; `undefined` where it is not there or wrong. */
  read(value: unknown, path: string, report: Report): T | undefined;
  /** The value as a reader may see it; `undefined` where it may not see it at all. */
  show(value: unknown, secrets: Secrets): unknown;
  /** Whether every value of this kind is a secret, or holds nothing else. */
  readonly isSecret?: boolean;
  /** Names of the fields in it, at any depth, whose values are secrets. */
  readonly secretFields?: readonly string[];
}

/** The type of the values of a kind. */
export type Of<K> = K extends Kind<infer T> ? T : never;

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
