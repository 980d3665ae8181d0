import { expect } from "chai";
import { describe, it } from "mocha";
import type { ResourceState } from "../../../../provider/contract/lifecycle.js";
import { ConflictError } from "../../../../provider/partialUpdates/conflict.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import { businessContext, NEXT_TAG, OTHER, once } from "../../support/businessService.js";
import { lost, refusal } from "../../support/groupService.js";
import { settings } from "../../support/hooks.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";
import {
  args,
  body,
  create,
  declaredLines,
  get,
  lifecycle,
  line,
  look,
  MARKER,
  newQuote,
  post,
  recorded,
  remove,
  shownQuote,
} from "./quotes.js";

describe("reading a sales quote", () => {
  useMockedNetwork();

  it("is all that an update does, which fails where the quote is gone: it is missing", async () => {
    const { id, fields } = shownQuote();
    const update = () => lifecycle.update(id, args, recorded(), businessContext());
    expect((await update()).answer.number).to.equal(fields.number);
    for (const _ of [1, 2]) get(id);
    expect(errorText(await rejection(update()))).to.include("no longer exists");
    expect(await lifecycle.read(id, recorded(), businessContext(once))).to.equal("missing");
  });
});

describe("deleting a sales quote", () => {
  useMockedNetwork();
  const destroy = (id: string, context = businessContext(once)) => lifecycle.delete(id, recorded(), context);

  const drifted: [fact: string, changes: JsonObject, fields: string[]][] = [
    ["customer", { customerId: OTHER }, ["customerId"]],
    ["lines", { salesQuoteLines: [line(OTHER, 3)] }, ["salesQuoteLines[#0].quantity"]],
    ["marker", { externalDocumentNumber: "theirs" }, ["externalDocumentNumber"]],
  ];
  for (const [fact, changes, fields] of drifted) {
    it(`leaves one whose ${fact} another client changed, and says what to do`, async () => {
      const quote = shownQuote(changes);
      const error = await rejection(destroy(quote.id));
      expect(error).to.be.instanceOf(ConflictError);
      const text = errorText(error);
      expect(text.startsWith(`${fields.join(", ")} changed`)).to.equal(true);
      expect(text).to.match(/: .+ in the state, .+ at the service$/);
      expect(lifecycle.hint?.(error, settings)).to.include("pulumi refresh");
    });
  }

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
      const quote = shownQuote();
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
    const context = businessContext(once);
    expect(await rejection(destroy(quote.id, context))).to.include({ status: 404 });
    expect(context.clock.waits).to.have.length(3);
  });

  for (const status of [405, 501]) {
    it(`${status}: not offered; an error that says what to do`, async () => {
      const quote = shownQuote();
      remove(quote.id).reply(status);
      expect(errorText(await rejection(destroy(quote.id))))
        .to.include("pulumi state delete")
        .and.includes("retainOnDelete");
    });
  }
});

describe("the values of a sales quote as a service stores them", () => {
  useMockedNetwork();
  const salesQuoteLines = [{ itemId: OTHER, quantity: 0.333333333 }];
  const stored = (quantity: unknown) => ({ salesQuoteLines: [{ ...line(OTHER, 0), quantity }] });
  /** The state after a create that is answered with these lines. */
  const created = async (changes: JsonObject, answered: JsonObject) => {
    const quote = newQuote(answered);
    look();
    post({ ...body, ...changes }).reply(201, quote.fields);
    return { quote, state: await create(changes) };
  };
  const prior = (changes: JsonObject, { privateState = {} }: ResourceState) => ({
    ...recorded(changes),
    privateState,
  });
  /** The lines of a later read, and a later deletion, in this state. */
  const readLater = async (state: ResourceState, changes: JsonObject = { salesQuoteLines }) =>
    declaredLines(
      (await lifecycle.read(state.id, prior(changes, state), businessContext(once))) as ResourceState,
    );
  const deleteLater = (state: ResourceState, changes: JsonObject = { salesQuoteLines }) =>
    lifecycle.delete(state.id, prior(changes, state), businessContext(once));

  it("are drift where another client has changed a rounded number, however little", async () => {
    const { quote, state } = await created({ salesQuoteLines }, stored(0.33333));
    for (const quantity of [0.333, 0.33334]) {
      const changed = { ...quote, fields: { ...quote.fields, ...stored(quantity) } };
      get(quote.id, changed);
      expect(await readLater(state)).to.deep.equal([{ itemId: OTHER, quantity }]);
      get(quote.id, changed);
      const refused = await rejection(deleteLater(state));
      expect(errorText(refused)).to.match(/^salesQuoteLines\[#0\]\.quantity changed/);
    }
  });

  it("are no drift where the service stored another one, and a destroy takes the quote for its own", async () => {
    const { quote, state } = await created({}, stored(12));
    expect(declaredLines(state)).to.deep.equal(args.salesQuoteLines);
    get(quote.id, quote);
    expect(await readLater(state, {})).to.deep.equal(args.salesQuoteLines);
    get(quote.id, { ...quote, fields: { ...quote.fields, ...stored(11) } });
    expect(await readLater(state, {})).to.deep.equal([{ itemId: OTHER, quantity: 11 }]);
    get(quote.id, quote);
    remove(quote.id).reply(204);
    await deleteLater(state, {});
  });

  it("are read where the response to the create leaves the lines out", async () => {
    const quote = newQuote(stored(0.33333));
    look();
    post({ ...body, salesQuoteLines }).reply(201, { ...quote.fields, salesQuoteLines: undefined });
    get(quote.id, quote);
    expect(declaredLines(await create({ salesQuoteLines }))).to.deep.equal(salesQuoteLines);
  });

  it("are compared by position: an item may be on two lines", async () => {
    const twice = [1, 2].map((quantity) => ({ itemId: OTHER, quantity }));
    const lines = [2, 1].map((quantity) => ({ ...line(OTHER, quantity), sequence: quantity * 10000 }));
    const { quote, state } = await created({ salesQuoteLines: twice }, { salesQuoteLines: lines });
    expect(declaredLines(state)).to.deep.equal(twice);
    get(quote.id, { fields: { ...quote.fields, salesQuoteLines: [line(OTHER, 2), line(OTHER, 1)] } });
    expect(errorText(await rejection(deleteLater(state, { salesQuoteLines: twice })))).to.match(
      /^salesQuoteLines\[#0\]\.quantity, salesQuoteLines\[#1\]\.quantity changed/,
    );
  });
});

describe("the marker of a sales quote", () => {
  const urn = (name: string, stack = "dev") =>
    `urn:pulumi:${stack}::demo::pulumi-nodejs:dynamic/vendorcloud:SalesQuote::${name}`;
  const markerOf = (given: unknown, before: unknown = undefined, itsUrn = urn("a")) =>
    lifecycle.withDefaults?.(
      { externalDocumentNumber: given },
      { urn: itsUrn, priorArgs: { externalDocumentNumber: before } },
    ).externalDocumentNumber;

  it("is derived from the URN: the same for the same one, another for every other, and short enough for the service", () => {
    const urns = [urn("a"), urn("b"), urn("A"), urn("a", "prod"), urn("a").replace("demo", "other")];
    const markers = urns.map((one) => markerOf(undefined, undefined, one));
    expect(markers).to.deep.equal(urns.map((one) => markerOf(null, undefined, one)));
    expect(new Set(markers).size).to.equal(urns.length);
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
});
