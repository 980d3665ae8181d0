import { inspect } from "node:util";

/** Placeholder that replaces a secret. */
export const PLACEHOLDER = "[secret]";

/**
 * A secret among properties: one value, whatever it holds. A text, a log or JSON that it gets into shows the placeholder.
 */
export class Secret {
  constructor(readonly value: unknown) {}

  toString(): string {
    return PLACEHOLDER;
  }

  toJSON(): string {
    return PLACEHOLDER;
  }

  [inspect.custom](): string {
    return PLACEHOLDER;
  }
}

export function isSecret(value: unknown): value is Secret {
  return value instanceof Secret;
}

/** The value, or what it holds if it is a secret. There may be more secrets in it. */
export function revealOne(value: unknown): unknown {
  return isSecret(value) ? value.value : value;
}
