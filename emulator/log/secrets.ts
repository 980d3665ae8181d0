import { replaceFields } from "../json.js";

const MASK = "[secret]";

/** Names of a service's secrets in requests, ignoring letter case. */
export interface SecretNames {
  /** Fields of bodies, at any depth. */
  fields?: readonly string[];
  parameters?: readonly string[];
}

const PARAMETERS = ["sig", "access_token", "token", "code", "password", "secret", "client_secret", "api_key"];

interface RequestParts {
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
}

export class SecretMask {
  private readonly fields: ReadonlySet<string>;
  private readonly parameters: ReadonlySet<string>;
  /** Bodies do not change, and the log may be read often. */
  private readonly bodies = new WeakMap<object, unknown>();

  constructor(services: readonly SecretNames[]) {
    this.fields = lowerCase(services.flatMap(({ fields = [] }) => fields));
    this.parameters = lowerCase([...PARAMETERS, ...services.flatMap(({ parameters = [] }) => parameters)]);
  }

  request<T extends RequestParts>(request: T): T {
    const { query, headers, body } = request;
    return {
      ...request,
      ...(query !== undefined && { query: this.mask(query, this.parameters) }),
      ...(headers !== undefined && { headers: this.value(headers) }),
      ...(body !== undefined && { body: this.body(body) }),
    };
  }

  /** A body that is not JSON may contain a secret anywhere. */
  private body(body: unknown): unknown {
    if (typeof body !== "object" || body === null) return MASK;
    const known = this.bodies.get(body) ?? this.value(body);
    this.bodies.set(body, known);
    return known;
  }

  value(value: unknown): unknown {
    return this.mask(value, this.fields);
  }

  private mask(value: unknown, names: ReadonlySet<string>): unknown {
    return replaceFields(value, names, MASK, (text) => this.text(text));
  }

  /** A string may be an address, for example of an operation in a batch. */
  private text(text: string): string {
    return text.replace(/([?&#;])([^=&#;?\s]{1,40})=([^&#\s]*)/g, (all, before, name) =>
      this.parameters.has(decoded(name).toLowerCase()) ? `${before}${name}=${MASK}` : all,
    );
  }
}

function lowerCase(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

function decoded(name: string): string {
  const [read = name] = new URLSearchParams(`${name}=`).keys();
  return read;
}
