import { inspect } from "node:util";

export const PLACEHOLDER = "[secret]";

/** A secret value among properties. A text, a log or JSON that contains it shows the placeholder. */
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

/** Unwraps a value if it is a secret. There may be further secrets inside it. */
export function revealOne(value: unknown): unknown {
  return isSecret(value) ? value.value : value;
}
