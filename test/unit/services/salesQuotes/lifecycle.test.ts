import { expect } from "chai";
import { describe, it } from "mocha";
import type { Lifecycle } from "../../../../provider/contract/lifecycle.js";
import { ServiceError } from "../../../../provider/http/serviceError.js";
import { ConflictError } from "../../../../provider/records/updateConflict.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { salesQuoteLifecycle } from "../../../../provider/services/salesQuotes/lifecycle.js";
import { errorFields, errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import { businessContext, NEXT_TAG, OTHER, once, PARENT, TAG } from "../../support/businessService.js";
import { lost, refusal } from "../../support/groupService.js";
import { settings } from "../../support/hooks.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";
import { args, body, get, getting, line, look, MARKER, newQuote, post, recorded, remove } from "./quotes.js";

const lifecycle: Lifecycle = salesQuoteLifecycle;

describe("reading a sales quote", () => {
  useMockedNetwork();
  const read = (id: string) => lifecycle.read(id, recorded(), businessContext(once));

  it("requests it with its lines, by the documented filter and expand", async () => {
    const quote = newQuote();
    get(quote.id, quote);
    const found = await read(quote.id);
    expect(found).to.have.property("id", quote.id);
    expect(found)
      .to.have.property("answer")
      .that.deep.includes({ customerId: PARENT, salesQuoteLines: args.salesQuoteLines, etag: TAG });
  });

  it("not there: it is missing", async () => {
    get(OTHER);
    expect(await read(OTHER)).to.equal("missing");
  });

  it("another one is an error", async () => {
    get(OTHER, newQuote());
    expect(errorFields(await rejection(read(OTHER))))
      .to.have.property("message")
      .that.includes("not the requested ones");
  });

  for (const status of [403, 404, 500]) {
    it(`${status} is an error: the state stays`, async () => {
      getting(OTHER).reply(status, refusal("No"));
      expect(await rejection(read(OTHER)))
        .to.be.instanceOf(ServiceError)
        .and.include({ status });
    });
  }

  it("an update only reads: nothing changes in place", async () => {
    const quote = newQuote();
    get(quote.id, quote);
    expect((await lifecycle.update(quote.id, args, recorded(), businessContext())).answer.number).to.equal(
      quote.fields.number,
    );
    get(quote.id);
    expect(errorFields(await rejection(lifecycle.update(quote.id, args, recorded(), businessContext()))))
      .to.have.property("message")
      .that.includes("no longer exists");
  });
});

describe("deleting a sales quote", () => {
  useMockedNetwork();
  const destroy = (id: string, context = businessContext(once)) => lifecycle.delete(id, recorded(), context);

  it("reads it, then deletes it under its tag", async () => {
    const quote = newQuote();
    get(quote.id, quote);
    remove(quote.id).reply(204);
    await destroy(quote.id);
  });

  it("is done where it is gone, and sends nothing", async () => {
    get(OTHER);
    await destroy(OTHER);
  });

  const drifted: [fact: string, changes: JsonObject, fields: string[]][] = [
    ["customer", { customerId: OTHER }, ["customerId"]],
    ["lines", { salesQuoteLines: [line(OTHER, 3)] }, ["salesQuoteLines[#0].quantity"]],
    ["marker", { externalDocumentNumber: "theirs" }, ["externalDocumentNumber"]],
  ];
  for (const [fact, changes, fields] of drifted) {
    it(`leaves one whose ${fact} another client changed, and says what to do`, async () => {
      const quote = newQuote(changes);
      get(quote.id, quote);
      const error = await rejection(destroy(quote.id));
      expect(error).to.be.instanceOf(ConflictError).and.deep.include({ fields });
      expect(errorText(error)).to.match(/: .+ in the state, .+ at the service$/);
      expect(lifecycle.hint?.(error, settings)).to.include("pulumi refresh");
    });
  }

  it("does not mind that the service writes its number in capitals, and texts without white space around", async () => {
    const shown = { externalDocumentNumber: MARKER.toUpperCase(), shipToName: "Dock 4" };
    const quote = newQuote(shown);
    get(quote.id, quote);
    remove(quote.id).reply(204);
    await lifecycle.delete(
      quote.id,
      recorded({ additionalFields: { shipToName: " Dock 4 " } }),
      businessContext(once),
    );
  });

  it("changed between read and delete: reads it again, and deletes it only if it is still as declared", async () => {
    const quote = newQuote();
    const touched = { ...quote, fields: { ...quote.fields, "@odata.etag": NEXT_TAG, status: "Draft" } };
    get(quote.id, quote);
    remove(quote.id).reply(409, refusal("Request_EntityChanged"));
    get(quote.id, touched);
    remove(quote.id, NEXT_TAG).reply(204);
    await destroy(quote.id);

    const theirs = { ...quote, fields: { ...quote.fields, customerId: OTHER } };
    get(quote.id, quote);
    remove(quote.id).reply(412);
    get(quote.id, theirs);
    expect(await rejection(destroy(quote.id))).to.be.instanceOf(ConflictError);
  });

  for (const [fact, lose, waits] of [
    ["404", (id: string) => remove(id).reply(404, refusal("BadRequest_ResourceNotFound")), 0],
    ["a lost answer", (id: string) => remove(id).replyWithError(lost), 1],
    ["504", (id: string) => remove(id).reply(504), 1],
  ] as const) {
    it(`${fact}: a read shows that it is gone`, async () => {
      const quote = newQuote();
      get(quote.id, quote);
      lose(quote.id);
      get(quote.id);
      const context = businessContext(once);
      await destroy(quote.id, context);
      expect(context.clock.waits).to.have.length(waits);
    });
  }

  it("404 for one that is there: an error in the end", async () => {
    const quote = newQuote();
    for (let attempt = 0; attempt < 5; attempt++) {
      get(quote.id, quote);
      remove(quote.id).reply(404, refusal("BadRequest_ResourceNotFound"));
    }
    expect(await rejection(destroy(quote.id))).to.include({ status: 404 });
  });

  for (const status of [405, 501]) {
    it(`${status}: not offered; an error that says what to do`, async () => {
      const quote = newQuote();
      get(quote.id, quote);
      remove(quote.id).reply(status);
      expect(errorFields(await rejection(destroy(quote.id))))
        .to.have.property("message")
        .that.includes("pulumi state delete")
        .and.includes("retainOnDelete");
    });
  }

  for (const status of [400, 403, 409]) {
    it(`${status}: refused, the service's own error, sent once`, async () => {
      const quote = newQuote();
      get(quote.id, quote);
      remove(quote.id).reply(status, refusal("Posted"));
      expect(errorFields(await rejection(destroy(quote.id)))).to.include({ status, code: "Posted" });
    });
  }
});

describe("the values of a sales quote as a service stores them", () => {
  useMockedNetwork();
  const salesQuoteLines = [{ itemId: OTHER, quantity: 0.333333333 }];
  const stored = (quantity: unknown) => ({ salesQuoteLines: [{ ...line(OTHER, 0), quantity }] });
  /** The state after a create that is answered with these lines. */
  const created = async (changes: JsonObject, answered: JsonObject, context = businessContext(once)) => {
    const quote = newQuote(answered);
    look();
    post({ ...body, ...changes }).reply(201, quote.fields);
    return { quote, state: await lifecycle.create({ ...args, ...changes }, context) };
  };
  const prior = (changes: JsonObject, { privateState = {} }: { privateState?: JsonObject }) => ({
    ...recorded(changes),
    privateState,
  });

  for (const quantity of [0.33333, "0.33333", 0.33]) {
    it(`count as declared when a number is rounded to ${JSON.stringify(quantity)}, then and later`, async () => {
      const { quote, state } = await created({ salesQuoteLines }, stored(quantity));
      expect(state.answer).to.deep.include({ salesQuoteLines });
      get(quote.id, quote);
      const later = await lifecycle.read(quote.id, prior({ salesQuoteLines }, state), businessContext(once));
      expect(later).to.have.property("answer").that.deep.includes({ salesQuoteLines });
      get(quote.id, quote);
      remove(quote.id).reply(204);
      await lifecycle.delete(quote.id, prior({ salesQuoteLines }, state), businessContext(once));
    });
  }

  it("are drift where another client has changed a rounded number, however little", async () => {
    const { quote, state } = await created({ salesQuoteLines }, stored(0.33333));
    for (const quantity of [0.333, 0.33334]) {
      const changed = { ...quote, fields: { ...quote.fields, ...stored(quantity) } };
      get(quote.id, changed);
      const later = await lifecycle.read(quote.id, prior({ salesQuoteLines }, state), businessContext(once));
      expect(later)
        .to.have.property("answer")
        .that.deep.includes({ salesQuoteLines: [{ itemId: OTHER, quantity }] });
      get(quote.id, changed);
      const refused = lifecycle.delete(quote.id, prior({ salesQuoteLines }, state), businessContext(once));
      expect(await rejection(refused))
        .to.be.instanceOf(ConflictError)
        .and.deep.include({ fields: ["salesQuoteLines[#0].quantity"] });
    }
  });

  it("are shown where the service stored another one; a destroy takes the quote for its own all the same", async () => {
    const { quote, state } = await created({}, stored(12));
    expect(state.answer).to.deep.include({ salesQuoteLines: [{ itemId: OTHER, quantity: 12 }] });
    get(quote.id, quote);
    remove(quote.id).reply(204);
    await lifecycle.delete(quote.id, prior({}, state), businessContext(once));
  });

  it("are read where the response to the create leaves the lines out", async () => {
    const quote = newQuote(stored(0.33333));
    look();
    post({ ...body, salesQuoteLines }).reply(201, { ...quote.fields, salesQuoteLines: undefined });
    get(quote.id, quote);
    const state = await lifecycle.create({ ...args, salesQuoteLines }, businessContext(once));
    expect(state.answer).to.deep.include({ salesQuoteLines });
    get(quote.id, quote);
    const later = await lifecycle.read(quote.id, prior({ salesQuoteLines }, state), businessContext(once));
    expect(later).to.have.property("answer").that.deep.includes({ salesQuoteLines });
  });

  it("are compared by position: an item may be on two lines", async () => {
    const twice = [1, 2].map((quantity) => ({ itemId: OTHER, quantity }));
    const { quote, state } = await created(
      { salesQuoteLines: twice },
      {
        salesQuoteLines: [
          { ...line(OTHER, 2), sequence: 20000 },
          { ...line(OTHER, 1), sequence: 10000 },
        ],
      },
    );
    expect(state.answer).to.deep.include({ salesQuoteLines: twice });
    get(quote.id, { fields: { ...quote.fields, salesQuoteLines: [line(OTHER, 2), line(OTHER, 1)] } });
    const refused = lifecycle.delete(
      quote.id,
      prior({ salesQuoteLines: twice }, state),
      businessContext(once),
    );
    expect(await rejection(refused)).to.deep.include({
      fields: ["salesQuoteLines[#0].quantity", "salesQuoteLines[#1].quantity"],
    });
  });
});

describe("the marker of a sales quote", () => {
  const urn = (name: string, stack = "dev") =>
    `urn:pulumi:${stack}::demo::pulumi-nodejs:dynamic/vendorcloud:SalesQuote::${name}`;
  const markerOf = (given: unknown, before: unknown = undefined, itsUrn = urn("a")) =>
    lifecycle.withDefaults?.(
      { externalDocumentNumber: given },
      { urn: itsUrn, before: { externalDocumentNumber: before } },
    ).externalDocumentNumber;

  it("is derived from the URN: the same for the same one, another for every other", () => {
    const urns = [urn("a"), urn("b"), urn("A"), urn("a", "prod"), urn("a").replace("demo", "other")];
    const markers = urns.map((one) => markerOf(undefined, undefined, one));
    expect(markers).to.deep.equal(urns.map((one) => markerOf(null, undefined, one)));
    expect(new Set(markers).size).to.equal(urns.length);
  });

  it("is short enough for the service, and plain", () => {
    expect(markerOf(undefined, undefined, urn("x".repeat(500)))).to.match(/^[\w-]{10,35}$/);
  });

  const kept: [fact: string, given: unknown, before: unknown, marker: unknown][] = [
    ["what is declared is taken", MARKER, "old", MARKER],
    ["an empty one is none", "", "old", ""],
    ["a resource that was renamed keeps its own", undefined, "old", "old"],
    ["none stays none", undefined, "", ""],
  ];
  for (const [fact, given, before, marker] of kept) {
    it(fact, () => expect(markerOf(given, before)).to.equal(marker));
  }

  it("without a URN there is none to derive", () => {
    expect(lifecycle.withDefaults?.({ customerId: "c" }, { urn: undefined, before: {} })).to.deep.equal({
      customerId: "c",
    });
  });
});
