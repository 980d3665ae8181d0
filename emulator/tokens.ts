import { createHash } from "node:crypto";
import { replaceFields } from "./json.js";
import type { Settings } from "./options.js";

/** Returns the token in the header `Authorization`; undefined without a bearer token. */
export function readBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1];
}

/** Headers that contain tokens. The services read the first two. */
const TOKEN_HEADERS: ReadonlySet<string> = new Set(
  "authorization x-api-token proxy-authorization x-ms-authorization-auxiliary cookie".split(" "),
);

/** Returns the first 12 hexadecimal digits of a token's SHA-256, which distinguish accounts without revealing the token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex").slice(0, 12);
}

/** Returns headers or a body that may be stored and shown. The headers in a batch may contain tokens as well. */
export function withoutTokens(value: unknown): unknown {
  return replaceFields(value, TOKEN_HEADERS, "[token]");
}

/** Decides which bearer tokens a service accepts: any, or the configured one, each for some seconds from its first use. */
export class AcceptedTokens {
  readonly #firstUse = new Map<string, number>();

  constructor(private readonly settings: Pick<Settings, "token" | "tokenAcceptedSeconds" | "now">) {}

  accept(token: string): boolean {
    const { token: expected, tokenAcceptedSeconds = Number.POSITIVE_INFINITY, now } = this.settings;
    if (expected !== undefined && token !== expected) return false;
    const first = this.#firstUse.get(token) ?? now();
    this.#firstUse.set(token, first);
    return now() - first < tokenAcceptedSeconds * 1000;
  }
}

/** Returns the hash of a request's token, without the word "Bearer". */
export function hashTokenOf(headers: Record<string, unknown>): string | undefined {
  const value = [...TOKEN_HEADERS].map((name) => headers[name]).find((header) => typeof header === "string");
  return typeof value === "string" ? hashToken(value.replace(/^\w+\s+/, "")) : undefined;
}
