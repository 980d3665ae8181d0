import { expect } from "chai";
import { describe, it } from "mocha";
import { expectationPolicy } from "../../../provider/http/expectation.js";
import { createPipeline, type HttpRequest } from "../../../provider/http/pipeline.js";
import { type PagesOptions, readPages } from "../../../provider/odata/pages.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { errorText } from "../../support/asRead.js";

const ROOT = "https://api.example/env/api/v2.0/";
const FIRST = `${ROOT}companies(c)/items?$top=9`;

interface Page {
  value?: JsonObject[];
  next?: unknown;
  status?: number;
  body?: unknown;
}

const numbered = (...numbers: number[]): JsonObject[] => numbers.map((number) => ({ number }));

/** Reads pages that stand at addresses, written without the root. */
async function read(pages: Record<string, Page>, options: Partial<PagesOptions> = {}) {
  const requests: HttpRequest[] = [];
  const send = async (request: HttpRequest) => {
    requests.push(request);
    const page = request.url === FIRST ? pages.first : pages[request.url.replace(ROOT, "")];
    if (page === undefined) throw new Error(`not expected: ${request.url}`);
    const body = page.body ?? {
      value: page.value,
      ...(page.next !== undefined && { "@odata.nextLink": page.next }),
    };
    const own = { status: page.status ?? 200, headers: {}, url: request.url, method: request.method };
    return { ...own, body };
  };
  const sending = { send: createPipeline([expectationPolicy], send), root: ROOT };
  const result = await readPages(FIRST, { ...sending, ...options }).then(
    (entities) => ({ numbers: entities.map(({ fields }) => fields.number), entities, error: undefined }),
    (error: Error) => ({ numbers: [], entities: [], error }),
  );
  return { ...result, requests, urls: requests.map(({ url }) => url) };
}

describe("readPages", () => {
  it("a relative link begins at the context, which may be relative itself", async () => {
    const pageOf = (context: string, next: string, number: number) => ({
      body: { "@odata.context": context, value: numbered(number), "@odata.nextLink": next },
    });
    const { numbers, error } = await read({
      first: pageOf("../$metadata#items", "items?page=2", 1),
      "items?page=2": pageOf(`${ROOT}companies(c)/$metadata#items`, "items?page=3", 2),
      "companies(c)/items?page=3": pageOf("https://[", "items?page=4", 3),
      "companies(c)/items?page=4": { value: numbered(4) },
    });
    expect(error).to.equal(undefined);
    expect(numbers).to.deep.equal([1, 2, 3, 4]);
  });

  it("the link of an expanded collection begins at the context of its page", async () => {
    const record = { number: 1, "lines@odata.nextLink": "lines?page=2", lines: [] };
    const body = { "@odata.context": "../$metadata#items", value: [record] };
    const { error, urls } = await read({ first: { body }, "lines?page=2": { value: numbered(2) } });
    expect(error).to.equal(undefined);
    expect(urls).to.have.length(2);
  });

  it("a context of another host leads no link there", async () => {
    const body = {
      "@odata.context": "https://evil.example/$metadata#items",
      value: [],
      "@odata.nextLink": "items",
    };
    const { error, urls } = await read({ first: { body } });
    expect(errorText(error)).to.include("leads to https://evil.example. It is not followed");
    expect(urls).to.have.length(1);
  });

  it("only the first page may travel together with others", async () => {
    const { requests } = await read({
      first: { value: [], next: "items?page=2" },
      "companies(c)/items?page=2": { value: [] },
    });
    expect(requests.map(({ batch }) => batch)).to.deep.equal([`${ROOT}$batch`, undefined]);
  });

  it("continues while records are missing to `top`, and drops what is too much", async () => {
    const pages = {
      first: { value: numbered(1, 2), next: "items?page=2" },
      "companies(c)/items?page=2": { value: numbered(3, 4), next: "items?page=3" },
    };
    expect((await read(pages, { top: 3 })).numbers).to.deep.equal([1, 2, 3]);
  });

  it("100,000 records are the most: the next page is not requested", async () => {
    const value = Array.from({ length: 50_000 }, () => ({}));
    const pages = (next?: string) => ({
      first: { value, next: "items?page=2" },
      "companies(c)/items?page=2": { value, next },
    });
    expect((await read(pages())).entities).to.have.length(100_000);
    const { error, urls } = await read(pages("items?page=3"));
    expect(errorText(error)).to.equal(
      "more than 100,000 records. Request fewer records with `filter` or `top`.",
    );
    expect(urls).to.have.length(2);
  });

  describe("expanded collections that the service breaks off", () => {
    const lines = (...numbers: number[]) => ({ lines: numbered(...numbers) });

    it("are read to their end, at any depth", async () => {
      const { entities } = await read({
        first: {
          value: [
            { number: 1, ...lines(11), "lines@odata.nextLink": "quotes(1)/lines?page=2" },
            { number: 2, customer: { ...lines(21), "lines@odata.nextLink": "quotes(2)/lines?page=2" } },
          ],
        },
        "companies(c)/quotes(1)/lines?page=2": { value: numbered(12), next: "lines?page=3" },
        "companies(c)/quotes(1)/lines?page=3": {
          value: [{ number: 13, ...lines(131), "lines@odata.nextLink": "/env/api/v2.0/nested" }],
        },
        nested: { value: numbered(132) },
        "companies(c)/quotes(2)/lines?page=2": { value: numbered(22) },
      });
      expect(entities.map(({ fields }) => fields)).to.deep.equal([
        { number: 1, lines: [{ number: 11 }, { number: 12 }, { number: 13, lines: numbered(131, 132) }] },
        { number: 2, customer: lines(21, 22) },
      ]);
    });

    it("are complete where the link is null", async () => {
      const link = { "lines@odata.nextLink": null };
      // A record itself has no other pages.
      const record = { "@odata.nextLink": null };
      const { entities, urls } = await read({ first: { value: [{ ...lines(11), ...link }, link, record] } });
      expect(entities.map(({ fields }) => fields)).to.deep.equal([lines(11), { lines: [] }, record]);
      expect(urls).to.have.length(1);
    });

    it("of records beyond top are left", async () => {
      const value = [{ number: 1 }, { number: 2, "lines@odata.nextLink": "lines?page=2" }];
      expect((await read({ first: { value } }, { top: 1 })).numbers).to.deep.equal([1]);
    });
  });
});
