import { expect } from "chai";
import { describe, it } from "mocha";
import { TOKEN } from "../support/canaries.js";
import { honest, type Received, type Respond, type Response } from "../support/message.js";
import { assertClean } from "./support/clean.js";
import { kinds, oneOfEachService, type ResourceKind } from "./support/kinds.js";
import { type Hook, hooks, runHook } from "./support/run.js";
import { mapTexts } from "./support/texts.js";

/** A request has the intended content and goes to the intended address, or is not sent at all. */

/** Others: test/unit/odata/companyClient.test.ts. */
const tags = ["", "*", '"a", *', 'W/"1"\r\nIf-Match: *', "\u2603*\u2603"];

/** Every entity tag in a response is another one. */
function tagged(tag: string): Respond {
  const replaced = (body: unknown) => mapTexts(body, (text, name) => (name === "@odata.etag" ? tag : text));
  return (_request, good) => ({ ...good, body: replaced(good.body) });
}

const isChange = ({ method }: Received): boolean => method === "PATCH" || method === "DELETE";

describe("an entity tag that cannot be sent", () => {
  const guarded: [ResourceKind, Hook][] = [
    [kinds.Customer, "create"],
    [kinds.Customer, "update"],
    [kinds.Customer, "delete"],
    [kinds.SalesQuote, "delete"],
  ];
  for (const [kind, hook] of guarded) {
    it(`${kind.name}: ${hook} is refused, and nothing is changed`, async () => {
      const good = await runHook(kind, hook, honest, { over: "memory" });
      expect(good.requests.filter(isChange)).not.to.deep.equal([]);
      for (const tag of tags) {
        const outcome = await runHook(kind, hook, tagged(tag), { over: "memory" });
        expect(outcome.requests.filter(isChange), JSON.stringify(tag)).to.deep.equal([]);
        // Changes of one batch are within the batch's body.
        expect(JSON.stringify(outcome.requests), JSON.stringify(tag)).not.to.match(/"if-match"/i);
        expect(outcome.error?.message, JSON.stringify(tag)).to.contain("Nothing was sent.");
        expect(outcome.error?.properties, JSON.stringify(tag)).to.equal(undefined);
        assertClean(outcome);
      }
    });
  }
});

/** Addresses that hold a secret as host, in front of it or behind it, as a service may write them. */
function addressesWith(secret: string): string[] {
  const [begin, end] = [secret.slice(0, 4), secret.slice(4)];
  const hosts = [
    secret,
    secret.toUpperCase(),
    percentEncoded(secret),
    `${begin}\t${end}`,
    `${begin}%C2%AD${end}`,
    encodeURIComponent(wide(secret)),
  ];
  return [
    ...hosts.map((host) => `https://${host}.example/x`),
    `//${secret}/x`,
    `https://${secret}:${secret}@other.example/x`,
    `https://other.example/${secret}?${secret}=${secret}#${secret}`,
    `/${secret}/${percentEncoded(secret)}?${secret}=${secret}`,
  ];
}

function percentEncoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

/** The letters and digits of the forms that East Asian texts have of them; a host of these is one of plain ones. */
function wide(text: string): string {
  return text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
}

describe("an address of a service that holds a secret", () => {
  const places: Record<string, (good: Response, address: string) => Response> = {
    "of a redirect": (_good, location) => ({ status: 302, headers: { location } }),
    "of an operation": (good, address) => ({
      ...good,
      headers: { ...good.headers, location: address, "cloud-asyncoperation": address },
    }),
    "of an operation that was accepted": (_good, address) => ({
      status: 202,
      headers: { location: address, "cloud-asyncoperation": address },
    }),
    "of the next page": (good, address) => ({
      ...good,
      body: { ...(good.body as object), "@odata.nextLink": address },
    }),
  };
  for (const kind of oneOfEachService) {
    const [secret] = kind.canaries.filter((canary) => /^[\w.-]+$/.test(canary));
    const secrets = [TOKEN, ...(secret === undefined ? [] : [secret])];
    for (const [place, response] of Object.entries(places)) {
      it(`${kind.name}: ${place} is not shown`, async () => {
        for (const hook of hooks) {
          for (const address of secrets.flatMap((secret) => addressesWith(secret))) {
            const respond: Respond = (_request, good) => response(good, address);
            const outcome = await runHook(kind, hook, respond, { over: "memory", attempts: 1 });
            assertClean(outcome);
          }
        }
      });
    }
  }
});
