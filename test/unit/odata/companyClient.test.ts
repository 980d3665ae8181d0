import { expect } from "chai";
import { describe, it } from "mocha";
import { expectationPolicy } from "../../../provider/http/expectation.js";
import { createPipeline, type HttpRequest, type HttpResponse } from "../../../provider/http/pipeline.js";
import { ServiceError } from "../../../provider/http/serviceError.js";
import { TransportError } from "../../../provider/http/transportError.js";
import { CompanyClient } from "../../../provider/odata/companyClient.js";

import { rejection } from "../http/answers.js";

const ROOT = "https://service.example/api/v2.0/";
const ID = "37fe1d1c-0000-0000-0000-000000000001";

const anyRecord = () => true;

/** A company whose requests are answered with `answer`, and the requests. */
function company(answer: Partial<HttpResponse> = {}, id = "c1") {
  const sent: HttpRequest[] = [];
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const { expects: _, ...rest } = request;
    sent.push(rest);
    return { status: 200, headers: {}, body: { value: [] }, url: request.url, ...answer };
  };
  const connection = {
    address: "https://service.example",
    send: createPipeline([expectationPolicy], send),
  };
  return { sent, of: new CompanyClient(connection, "v2.0", id) };
}

const rows = (...ids: string[]) => ({
  body: { value: ids.map((id) => ({ "@odata.etag": `W/"${id}"`, id })) },
});

describe("a record of a company", () => {
  it("is found by the documented filter, and the request may travel in a batch", async () => {
    const { sent, of } = company(rows(ID));
    expect(await of.find("customers", ID)).to.deep.equal({
      fields: { "@odata.etag": `W/"${ID}"`, id: ID },
      tag: `W/"${ID}"`,
    });
    expect(sent).to.deep.equal([
      {
        method: "GET",
        url: `${ROOT}companies(c1)/customers?$filter=id%20eq%20${ID}`,
        batch: `${ROOT}$batch`,
      },
    ]);
  });

  for (const tag of ['W/"1"', '""', '"a b,*"', 'W/"JzQ0O/+="', "JzQ0O/+=", "W/1"]) {
    it(`is sent under the entity tag ${tag}`, async () => {
      const { sent, of } = company({ body: { id: "1" } });
      await of.patch("customers(1)", {}, tag, anyRecord);
      await of.delete("salesQuotes(1)", tag).catch(() => undefined);
      for (const { headers } of sent) expect(headers).to.deep.equal({ "if-match": tag });
      expect(sent).to.have.length(2);
    });
  }

  for (const tag of [
    ...["", " ", "*", " * ", "W/*", '"a", "b"', '"a", *', "a,b", 'W/"a" ', '"a"b"', '"a', "a b"],
    ...["\u2603*\u2603", '"\u2603"', 'W/"a\u0000"', '"a\r\nX: b"', "*\u200b", '"caf\u00e9"', "\uff0a"],
  ]) {
    it(`is not sent under ${JSON.stringify(tag)}, which is no entity tag or not one alone`, async () => {
      const { sent, of } = company();
      for (const sending of [
        of.patch("customers(1)", {}, tag, anyRecord),
        of.delete("salesQuotes(1)", tag),
      ]) {
        const error = await sending.catch(String);
        expect(error)
          .to.include("entity tag that cannot be sent back unchanged")
          .and.include("Nothing was sent.");
      }
      expect(sent).to.deep.equal([]);
    });
  }

  it("is missing where the collection has none of this id", async () => {
    expect(await company().of.find("customers", ID)).to.equal("missing");
  });

  /** The other bodies: bodies.test.ts. */
  const unclear: Record<string, Partial<HttpResponse>> = {
    "with an empty list of another company": {
      body: { "@odata.context": `${ROOT}$metadata#companies(c2)/customers`, value: [] },
    },
    "with 204": { status: 204, body: undefined },
  };
  for (const [fact, answer] of Object.entries(unclear)) {
    it(`is not taken for missing where the service answers ${fact}`, async () => {
      const error = await rejection(company(answer).of.find("customers", ID));
      expect(error)
        .to.be.instanceOf(TransportError)
        .and.include({ kind: "status" in answer ? "undocumented" : "unexpected", outcome: "notApplied" });
    });
  }

  for (const status of [403, 404, 405, 500, 501]) {
    it(`is not taken for missing after ${status}, the service's own error`, async () => {
      const found = company({ status, body: { error: { code: "BadRequest_ResourceNotFound" } } }).of;
      const error = await rejection(found.find("customers", ID));
      expect(error).to.be.instanceOf(ServiceError).and.include({ status });
    });
  }

  it("is updated under the tag, and without one where there is none", async () => {
    const { sent, of } = company({ body: { id: ID } });
    await of.patch(`customers(${ID})`, { city: "Ulm" }, 'W/"t"', anyRecord);
    await of.patch(`customers(${ID})`, { city: "Ulm" }, undefined, anyRecord);
    const url = `${ROOT}companies(c1)/customers(${ID})`;
    const common = { method: "PATCH", url, body: { city: "Ulm" }, batch: `${ROOT}$batch` };
    expect(sent).to.deep.equal([{ ...common, headers: { "if-match": 'W/"t"' } }, common]);
  });

  it("is created by a POST of its fields", async () => {
    const { sent, of } = company({ status: 201, body: { id: ID } });
    await of.post("salesQuotes", { customerId: "c" }, anyRecord);
    const url = `${ROOT}companies(c1)/salesQuotes`;
    expect(sent).to.deep.equal([{ method: "POST", url, body: { customerId: "c" }, batch: `${ROOT}$batch` }]);
  });

  it("has a company whose id cannot leave its place in the address", async () => {
    const { sent, of } = company({}, "c1)/items(x");
    await of.list("customers", {}, anyRecord);
    expect(sent[0]?.url).to.equal(`${ROOT}companies(c1)%2Fitems(x)/customers`);
  });
});

describe("the response to a change", () => {
  const entity = { fields: { "@odata.etag": "t", city: "Ulm" }, tag: "t" };
  const answers: Record<string, [Partial<HttpResponse>, unknown]> = {
    "is a record": [{ body: entity.fields }, entity],
    "is a record in a list": [{ body: { value: [entity.fields] } }, entity],
    "has its tag in a header": [
      { body: { city: "Ulm" }, headers: { etag: "h" } },
      { fields: { city: "Ulm" }, tag: "h" },
    ],
    "has two tags: that of the record counts": [{ body: entity.fields, headers: { etag: "h" } }, entity],
    "has no tag": [{ body: { city: "Ulm" } }, { fields: { city: "Ulm" }, tag: undefined }],
    "has a tag that is no text": [
      { body: { "@odata.etag": 5 } },
      { fields: { "@odata.etag": 5 }, tag: undefined },
    ],
  };
  for (const [fact, [answer, wanted]] of Object.entries(answers)) {
    it(fact, async () => {
      expect(await company(answer).of.patch("customers(k)", {}, undefined, anyRecord)).to.deep.equal(wanted);
      expect(await company({ ...answer, status: 201 }).of.post("customers", {}, anyRecord)).to.deep.equal(
        wanted,
      );
    });
  }

  it("that creates something is about nothing else", async () => {
    for (const body of [{ id: "other" }, { value: [] }, "OK"]) {
      const created = company({ status: 201, body }).of.post("customers", {}, ({ id }) => id !== "other");
      expect(await rejection(created)).to.include({ kind: "unexpected", outcome: "unknown" });
    }
  });

  it("that creates something may be empty", async () => {
    const empty = company({ status: 201, body: undefined }).of;
    expect(await empty.post("customers", {}, anyRecord)).to.equal(undefined);
  });

  const wrong: Record<string, Partial<HttpResponse>> = {
    "is empty": { body: undefined },
    "has another status": { status: 206, body: entity.fields },
  };
  for (const [fact, answer] of Object.entries(wrong)) {
    it(`leaves the outcome open when it ${fact}`, async () => {
      const isRequested = ({ id }: Record<string, unknown>): boolean => id !== "other";
      const error = await rejection(company(answer).of.patch("customers(k)", {}, undefined, isRequested));
      const kind = "status" in answer ? "undocumented" : "unexpected";
      expect(error).to.be.instanceOf(TransportError).and.include({ kind, outcome: "unknown" });
    });
  }

  for (const [what, status] of [
    ["empty", 200],
    ["a page", 200],
    ["accepted", 202],
  ] as const) {
    it(`to a deletion leaves the outcome open when it is ${what}`, async () => {
      const error = await rejection(company({ status, body: what }).of.delete("salesQuotes(q)"));
      expect(error)
        .to.be.instanceOf(TransportError)
        .and.include({ kind: "undocumented", outcome: "unknown" });
    });
  }
});

describe("a collection", () => {
  it("is nothing else", async () => {
    const error = await rejection(company({ body: {} }).of.list("customers", {}, anyRecord));
    expect(error).to.be.instanceOf(TransportError).and.include({ kind: "unexpected" });
  });
});
