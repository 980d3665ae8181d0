import { describe } from "mocha";
import { TOKEN } from "../support/canaries.js";
import type { Respond, Response } from "../support/message.js";
import { testClean } from "./support/clean.js";
import { oneOfEachService, type ResourceKind } from "./support/kinds.js";

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

describe("an address of a service that holds a secret is not shown", () => {
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
  const secretsOf = ({ canaries }: ResourceKind): string[] => [
    TOKEN,
    ...canaries.filter((canary) => /^[\w.-]+$/.test(canary)).slice(0, 1),
  ];
  const responses = Object.entries(places).map(([place, response]) => [
    place,
    (kind: ResourceKind) =>
      secretsOf(kind)
        .flatMap(addressesWith)
        .map(
          (address): Respond =>
            (_request, good) =>
              response(good, address),
        ),
  ]);
  testClean(oneOfEachService, Object.fromEntries(responses), { attempts: 1 });
});
