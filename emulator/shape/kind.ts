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

/** What becomes of secrets when a value is shown: left out as in the service's answers, or replaced. */
export type Secrets = "omit" | "mask";

/** What stands in the place of a secret that is masked. */
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
