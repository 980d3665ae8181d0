import { isObject, replaceFields } from "../json.js";

const MASK = "[secret]";

/** Parameters that the log shows. All others may be secrets, such as the signature of an address or the state of a sign-in. */
const SHOWN_PARAMETER = /^(api-version|\$.*)$/i;

interface RequestParts {
  query?: Record<string, unknown>;
  body?: unknown;
}

export class SecretMask {
  private readonly fields: ReadonlySet<string>;
  /** Bodies do not change, and the log may be read often. */
  private readonly bodies = new WeakMap<object, unknown>();

  /** @param fields names of secrets in bodies, at any depth and in any letter case */
  constructor(fields: readonly string[]) {
    this.fields = new Set(fields.map((name) => name.toLowerCase()));
  }

  request<T extends RequestParts>(request: T): T {
    const { query, body } = request;
    const shown = Object.entries(query ?? {}).map(([name, value]) => [
      name,
      SHOWN_PARAMETER.test(name) ? value : MASK,
    ]);
    return {
      ...request,
      ...(query !== undefined && { query: Object.fromEntries(shown) }),
      ...(body !== undefined && { body: this.body(body) }),
    };
  }

  /** A body that is not JSON may contain a secret anywhere. */
  private body(body: unknown): unknown {
    if (!isObject(body)) return MASK;
    const known = this.bodies.get(body) ?? this.value(body);
    this.bodies.set(body, known);
    return known;
  }

  value(value: unknown): unknown {
    return replaceFields(value, this.fields, MASK);
  }
}
