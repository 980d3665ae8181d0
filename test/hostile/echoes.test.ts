import { describe } from "mocha";
import { TOKEN } from "../support/canaries.js";
import type { Respond } from "../support/message.js";
import { testClean } from "./support/clean.js";
import { kindsOfBothProtocols, type ResourceKind } from "./support/kinds.js";
import { mapTexts } from "./support/texts.js";

// A service repeats secrets in other fields of successful responses.

/** Changes every text in a response but those that say what it is about. */
function distorted(body: unknown, change: (text: string) => unknown): unknown {
  return mapTexts(body, (text, name) => (KEPT.test(name) ? text : change(text)));
}

/** Ids, and words that the provider acts on. */
const KEPT = /^(id|.*Id|name|status|provisioningState|@odata.*|salesQuoteLines|responses)$/;

const changes: Record<string, (secret: string) => Respond> = {
  "in place of every text": (secret) => (_request, good) => ({
    ...good,
    body: distorted(good.body, () => secret),
  }),
  "inside of every text": (secret) => (_request, good) => ({
    ...good,
    body: distorted(good.body, (text) => `${text}.${encodeURIComponent(secret)}.example`),
  }),
  "in further fields, and as names": (secret) => (_request, good) => ({
    ...good,
    body: withMore(good.body, secret),
  }),
};

/** Fields of every service's responses, and some that nobody knows, in each object. */
function withMore(value: unknown, secret: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withMore(item, secret));
  if (typeof value !== "object" || value === null) return value;
  const own = Object.entries(value).map(([name, child]) => [name, withMore(child, secret)]);
  return {
    ...Object.fromEntries(own),
    ...{ number: secret, displayName: secret, email: secret, city: secret },
    ...{ [secret]: secret, extra: { [secret]: 1 } },
    instanceView: { state: secret, events: [{ name: secret, message: secret, type: "Normal" }] },
    ipAddress: { ip: secret, fqdn: `web.${secret}`, ports: [], type: "Public" },
  };
}

describe("a secret in another field of a response is not shown", () => {
  const responses = Object.entries(changes).map(([where, change]) => [
    where,
    ({ canaries }: ResourceKind) => [TOKEN, ...canaries].map(change),
  ]);
  testClean(kindsOfBothProtocols, Object.fromEntries(responses));
});
