import { describe } from "mocha";
import type { JsonObject } from "../../provider/schema/json.js";
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

/** Fields of every service's responses, and some that nobody knows. */
function withMore(body: unknown, secret: string): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const { value, responses, properties, tags, ...rest } = body as JsonObject;
  const instanceView = { state: secret, events: [{ name: secret, message: secret, type: "Normal" }] };
  return {
    ...rest,
    ...{
      number: secret,
      displayName: secret,
      email: secret,
      city: secret,
      [secret]: secret,
      extra: { [secret]: 1 },
    },
    ...(Array.isArray(value) ? { value: value.map((item) => withMore(item, secret)) } : {}),
    ...(Array.isArray(responses)
      ? {
          responses: responses.map((item) => ({
            ...(item as object),
            body: withMore((item as JsonObject).body, secret),
          })),
        }
      : {}),
    ...(tags === undefined ? {} : { tags: { ...(tags as object), [secret]: secret, more: secret } }),
    ...(properties === undefined
      ? {}
      : {
          properties: {
            ...(properties as object),
            instanceView,
            ipAddress: { ip: secret, fqdn: `web.${secret}`, ports: [], type: "Public" },
          },
        }),
  };
}

describe("a secret in another field of a response is not shown", () => {
  const responses = Object.entries(changes).map(([where, change]) => [
    where,
    ({ canaries }: ResourceKind) => [TOKEN, ...canaries].map(change),
  ]);
  testClean(kindsOfBothProtocols, Object.fromEntries(responses));
});
