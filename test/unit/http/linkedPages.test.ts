import { expect } from "chai";
import { describe, it } from "mocha";
import { LinkedPages } from "../../../provider/http/linkedPages.js";
import type { HttpRequest } from "../../../provider/http/pipeline.js";
import { ServiceError } from "../../../provider/http/serviceError.js";
import type { Json } from "../../../provider/schema/json.js";
import { errorText } from "../../support/asRead.js";
import { answer, rejection } from "./answers.js";

const ROOT = "https://api.example/env/api/v2.0/";
const FIRST = `${ROOT}companies(c)/items?$top=9`;

/** The pages of a service that answers every request with this status. */
function pagesOf(status = 200) {
  const requests: HttpRequest[] = [];
  const send = async (request: HttpRequest) => {
    requests.push(request);
    return answer(status, { url: request.url });
  };
  const pages = new LinkedPages({ send, root: ROOT, items: "widgets", advice: "Take fewer." });
  return { pages, requests };
}

const resolve = (link: Json, base = FIRST) => pagesOf().pages.resolve(link, base);
const refusal = async (link: Json) => rejection(Promise.resolve().then(() => resolve(link)));

describe("links from page to page", () => {
  it("are missing on the last page", () => {
    expect([resolve(undefined), resolve(null)]).to.deep.equal([undefined, undefined]);
  });

  it("may be in another case, or have the default port and a fragment", () => {
    const link = "https://API.example:443/ENV/api/V2.0/companies(c)/items?page=2#part";
    expect(resolve(link)).to.equal("https://api.example/ENV/api/V2.0/companies(c)/items?page=2");
  });

  const elsewhere: [next: unknown, message: RegExp][] = [
    [
      "https://evil.example/",
      /leads to https:\/\/evil\.example\. .*the token is sent only to https:\/\/api\./,
    ],
    ["https://evil.example:8443/env/api/v2.0/items", /leads to https:\/\/evil\.example:8443\. /],
    ["//evil.example/env/api/v2.0/items", /leads to https:\/\/evil\.example\. /],
    ["\\\\evil.example/env/api/v2.0/items", /leads to https:\/\/evil\.example\. /],
    ["http://api.example/env/api/v2.0/items", /leads to http:\/\/api\.example\. /],
    ["https://api.example:444/env/api/v2.0/items", /leads to https:\/\/api\.example:444\. /],
    ["https://api.example.evil.example/", /leads to https:\/\/api\.example\.evil\.example\. /],
    ["https://user@api.example/env/api/v2.0/items", /It is not followed/],
    ["https://:secret@api.example/env/api/v2.0/items", /It is not followed/],
    ["https://api.example@evil.example/env/api/v2.0/items", /leads to https:\/\/evil\.example\. /],
    ["/env/api/v2.0x/items", /leads outside the service's own path/],
    [`${ROOT}../../admin`, /leads outside the service's own path/],
    [`${ROOT}%2e%2e/%2E%2E/admin`, /leads outside the service's own path/],
    ["file:///etc/passwd", /leads to file:\/\/\. /],
    [5, /is not a valid address/],
    [{}, /is not a valid address/],
  ];
  for (const [link, message] of elsewhere) {
    it(`do not lead to ${JSON.stringify(link)}`, async () => {
      expect(errorText(await refusal(link as Json)))
        .to.match(message)
        .and.not.include("secret");
    });
  }

  it("do not show where they lead if that holds a secret", async () => {
    const error = await refusal("https://swordfish.example/?token=hidden");
    expect(errorText(error, "swordfish")).to.match(
      /^the service's link to the next page leads to https:\/\/\[secret\]\.example\. /,
    );
    expect(errorText(error)).not.to.include("hidden");
  });
});

describe("reading linked pages", () => {
  it("requests each with what the caller adds", async () => {
    const { pages, requests } = pagesOf();
    expect(pages.isFirst).to.equal(true);
    expect((await pages.request(FIRST, { headers: { prefer: "few" } })).status).to.equal(200);
    expect(pages.isFirst).to.equal(false);
    expect(requests).to.deep.equal([{ method: "GET", url: FIRST, headers: { prefer: "few" } }]);
  });

  it("ends with an error where a link leads back", async () => {
    const { pages, requests } = pagesOf();
    await pages.request(FIRST, {});
    expect(errorText(await rejection(pages.request(FIRST, {})))).to.equal(
      "the service's link to the next page leads back to a page that was already read.",
    );
    expect(requests).to.have.length(1);
  });

  it("ends with the error of the service", async () => {
    expect(await rejection(pagesOf(400).pages.request(FIRST, {}))).to.be.instanceOf(ServiceError);
  });

  it("ends after 1,000 pages", async () => {
    const { pages, requests } = pagesOf();
    for (let page = 1; page <= 1_000; page++) await pages.request(`${ROOT}${page}`, {});
    expect(errorText(await rejection(pages.request(FIRST, {})))).to.equal(
      "more than 1,000 pages. Take fewer.",
    );
    expect(requests).to.have.length(1_000);
  });

  it("ends after 100,000 items, and before another page that would have more", () => {
    const message = "more than 100,000 widgets. Take fewer.";
    const { pages } = pagesOf();
    pages.count(99_999, true);
    pages.count(1, false);
    expect(() => pages.count(0, true)).to.throw(message);
    expect(() => pages.count(1, false)).to.throw(message);
  });
});
