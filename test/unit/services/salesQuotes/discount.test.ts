import { expect } from "chai";
import { describe, it } from "mocha";
import {
  type PriorState,
  ReplacementError,
  ResourceInitError,
  type ResourceState,
} from "../../../../provider/contract/lifecycle.js";
import { ProviderError } from "../../../../provider/contract/providerError.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { asRead, errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import {
  BUSINESS,
  business,
  businessContext,
  collection,
  OTHER,
  once,
  PARENT,
  TAG,
} from "../../support/businessService.js";
import { refusal } from "../../support/groupService.js";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";
import {
  args,
  create,
  created,
  get,
  getting,
  lifecycle,
  look,
  MARKER,
  newQuote,
  post,
  recorded,
  remove,
} from "./quotes.js";

const patch = (id: string, fields: JsonObject) => business.patch("v2.0", `salesQuotes(${id})`, fields, TAG);
const update = (id: string, declared: JsonObject, prior: PriorState) =>
  lifecycle.update(id, { ...args, ...declared }, prior, businessContext(once));

describe("the discount of a sales quote", () => {
  useMockedNetwork();

  it("completes a quote that an interrupted run has created without it", async () => {
    const quote = newQuote({ discountAmount: 0 });
    look(quote);
    get(quote.id, quote);
    patch(quote.id, { discountAmount: 5 }).reply(200, { ...quote.fields, discountAmount: 5 });
    expect((await create({ discountAmount: 5 })).answer.discountAmount).to.equal(5);
  });

  it("is set by the next update if the service has refused it, and the state has the quote meanwhile", async () => {
    const quote = newQuote({ discountAmount: 0 });
    look();
    post().reply(201, quote.fields);
    get(quote.id, quote);
    patch(quote.id, { discountAmount: 5 }).reply(400, {});
    const error = await rejection(create({ discountAmount: 5 }));
    const { state } = error as ResourceInitError;
    expect(error).to.be.instanceOf(ResourceInitError);
    expect(state.id).to.equal(quote.id);
    const prior = { ...recorded({ discountAmount: 5 }), privateState: state.privateState ?? {} };
    expect(lifecycle.pendingUpdateReason?.(prior, prior.args)).to.include("may not have been set");
    get(quote.id, quote);
    remove(quote.id).reply(204);
    await lifecycle.delete(quote.id, prior, businessContext(once));
    get(quote.id, quote);
    get(quote.id, quote);
    patch(quote.id, { discountAmount: 5 }).reply(200, { ...quote.fields, discountAmount: 5 });
    const updated = await update(quote.id, { discountAmount: 5 }, prior);
    expect(updated.answer.discountAmount).to.equal(5);
    const next = { ...prior, privateState: updated.privateState ?? {} };
    expect(lifecycle.pendingUpdateReason?.(next, next.args)).to.equal(undefined);
  });

  /** A change of the discount of a quote that has `found`, whose response is lost, and that cannot be read after it. */
  async function lostUpdate(found: { id: string; fields: JsonObject }, discountAmount: number) {
    get(found.id, found);
    get(found.id, found);
    patch(found.id, { discountAmount }).replyWithError("reset");
    getting(found.id).reply(403);
    const before = recorded({ discountAmount: found.fields.discountAmount });
    const updating = lifecycle.update(found.id, { ...args, discountAmount }, before, businessContext(once));
    const error = await rejection(updating);
    expect(error).to.be.instanceOf(ResourceInitError);
    const { privateState = {} } = (error as ResourceInitError).state;
    return { ...recorded({ discountAmount }), privateState };
  }

  it("is compared by the next update if the response to the last one was lost, also after a refresh", async () => {
    for (const live of [5, 9]) {
      const quote = newQuote({ discountAmount: 5 });
      const lost = await lostUpdate(quote, 9);
      expect(lifecycle.pendingUpdateReason?.(lost, lost.args)).to.include("discount");
      const now = { ...quote, fields: { ...quote.fields, discountAmount: live } };
      get(quote.id, now);
      const read = (await lifecycle.read(quote.id, lost, businessContext(once))) as ResourceState;
      expect(read.answer.discountAmount).to.equal(9);
      expect(read.privateState?.isUnfinished).to.equal(live === 9 ? undefined : true);
      for (const state of [lost, { ...lost, privateState: read.privateState ?? {} }]) {
        get(quote.id, now);
        get(quote.id, now);
        if (live === 9) patch(quote.id, { discountAmount: 5 }).reply(200, quote.fields);
        const back = { ...args, discountAmount: 5 };
        const updated = await lifecycle.update(quote.id, back, state, businessContext(once));
        expect(updated.answer.discountAmount).to.equal(5);
        const next = { ...recorded({ discountAmount: 5 }), privateState: updated.privateState ?? {} };
        expect(lifecycle.pendingUpdateReason?.(next, next.args)).to.equal(undefined);
      }
    }
  });

  it("is not overwritten if another client has changed it after a lost response", async () => {
    const quote = newQuote({ discountAmount: 5 });
    const lost = await lostUpdate(quote, 9);
    const theirs = { ...quote, fields: { ...quote.fields, discountAmount: 7 } };
    get(quote.id, theirs);
    get(quote.id, theirs);
    const conflict = await rejection(lifecycle.update(quote.id, lost.args, lost, businessContext(once)));
    expect(errorText(conflict)).to.include("7 at the service");
  });

  /** The state of a new quote whose discount the service refused or that it may have taken. */
  async function unfinished(quote: ReturnType<typeof newQuote>, declared: JsonObject) {
    look();
    const { companyId: _, ...sent } = { ...args, ...declared, discountAmount: undefined } as JsonObject;
    post(sent).reply(201, quote.fields);
    get(quote.id, quote);
    patch(quote.id, { discountAmount: 5 }).reply(400, {});
    const error = await rejection(create({ ...declared, discountAmount: 5 }));
    const { privateState = {} } = (error as ResourceInitError).state;
    return { ...recorded({ ...declared, discountAmount: 5 }), privateState };
  }

  it("is removed from a new quote if the program no longer declares it", async () => {
    const quote = newQuote({ discountAmount: 0 });
    const prior = await unfinished(quote, {});
    const now = { ...quote, fields: { ...quote.fields, discountAmount: 5 } };
    get(quote.id, now);
    get(quote.id, now);
    patch(quote.id, { discountAmount: 0 }).reply(200, quote.fields);
    await lifecycle.update(quote.id, args, prior, businessContext(once));
  });

  it("is named if the service stores another one than was sent", async () => {
    const quote = newQuote({ discountAmount: 0 });
    for (const prior of [recorded(), await unfinished(quote, {})]) {
      get(quote.id, quote);
      get(quote.id, quote);
      patch(quote.id, { discountAmount: 5 }).reply(200, { ...quote.fields, discountAmount: 3 });
      const { storedDifferently } = await update(quote.id, { discountAmount: 5 }, prior);
      expect(storedDifferently).to.deep.equal(["discountAmount"]);
    }
  });

  it("is set in a state of an earlier version, which has only that it may not have been", async () => {
    const quote = newQuote({ discountAmount: 0 });
    const prior = { ...recorded({ discountAmount: 5 }), privateState: { isUnfinished: true } };
    get(quote.id, quote);
    get(quote.id, quote);
    patch(quote.id, { discountAmount: 5 }).reply(200, { ...quote.fields, discountAmount: 5 });
    const updated = await update(quote.id, { discountAmount: 5 }, prior);
    expect([updated.storedDifferently, updated.privateState]).to.deep.equal([[], {}]);
  });

  it("that is not set yet makes no drift of what the service has chosen for the new quote", async () => {
    const declared = { validUntilDate: "2026-03-31" };
    const quote = newQuote({ discountAmount: 0, validUntilDate: "2026-02-28" });
    const prior = await unfinished(quote, declared);
    get(quote.id, quote);
    const read = (await lifecycle.read(quote.id, prior, businessContext(once))) as ResourceState;
    expect(read.answer).to.include(declared);
    const next = { ...prior, privateState: read.privateState ?? {} };
    expect(lifecycle.pendingUpdateReason?.(next, next.args)).to.include("may not have been set");
  });

  it("is removed with the argument, and not overwritten if another client has changed it", async () => {
    const quote = newQuote({ discountAmount: 5 });
    get(quote.id, quote);
    get(quote.id, quote);
    patch(quote.id, { discountAmount: 0 }).reply(200, { ...quote.fields, discountAmount: 0 });
    const prior = recorded({ discountAmount: 5 });
    await update(quote.id, {}, prior);
    const theirs = newQuote({ discountAmount: 7 });
    get(theirs.id, theirs);
    get(theirs.id, theirs);
    expect(errorText(await rejection(update(theirs.id, {}, prior)))).to.include(
      "discountAmount: 5 in the state, 0 in the program, 7 at the service",
    );
  });
});

describe("a value that the service chooses for a sales quote", () => {
  useMockedNetwork();
  const declared = { validUntilDate: "2026-03-31" };

  it("is named once, is no drift, and can be declared without a replacement", async () => {
    const quote = newQuote({ validUntilDate: "2026-02-28" });
    look();
    post({ ...args, companyId: undefined, ...declared } as JsonObject).reply(201, quote.fields);
    const { state, warnings } = await created(declared);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include(
      'validUntilDate: "2026-03-31" in the program, "2026-02-28" at the service',
    );
    expect(state.answer).to.include(declared);
    const prior = { ...recorded(declared), privateState: state.privateState ?? {} };
    get(quote.id, quote);
    const found = (await lifecycle.read(quote.id, prior, businessContext(once))) as ResourceState;
    expect(found.answer).to.include(declared);
    const held = lifecycle.held?.({ ...args, validUntilDate: "2026-02-28" }, prior);
    expect(held).to.include({ validUntilDate: "2026-02-28" });
    const changed = { ...quote, fields: { ...quote.fields, validUntilDate: "2026-01-31" } };
    get(quote.id, changed);
    const theirs = (await lifecycle.read(quote.id, prior, businessContext(once))) as ResourceState;
    expect(theirs.answer).to.include({ validUntilDate: "2026-01-31" });
    const kept = theirs.privateState ?? prior.privateState;
    const after = { ...recorded({ validUntilDate: "2026-01-31" }), privateState: kept };
    expect(lifecycle.held?.({ ...args, ...declared }, after)).to.include({ validUntilDate: "2026-01-31" });
  });
});

type Batch = { requests: { id: string; url: string }[] };
const JSON_TYPE = { "content-type": "application/json" };
const refusedWith = (status: number, code: string) => ({ status, headers: JSON_TYPE, body: refusal(code) });

describe("a sales quote that the service would refuse", () => {
  useMockedNetwork();
  const findMissing = (given: JsonObject, before: JsonObject) =>
    lifecycle.findMissing?.({ ...args, ...given }, before, businessContext(once));
  const customer = (blocked: string) =>
    business
      .find("v2.0", "customers", PARENT)
      .reply(200, collection({ "@odata.etag": TAG, id: PARENT, blocked }));

  it("is refused in a preview if its customer is blocked, but only for a replacement", async () => {
    customer("Ship");
    const [problem] = (await findMissing({ dueDate: "2026-03-31" }, args)) ?? [];
    expect([problem?.path, asRead(problem?.message ?? "")]).to.deep.equal([
      "customerId",
      "the customer is blocked (Ship), so the service would refuse the new quote after the old one is deleted. Unblock the customer in an earlier run, or undo the change",
    ]);
    customer("_x0020_");
    expect(await findMissing({ dueDate: "2026-03-31" }, args)).to.deep.equal([]);
    expect(await findMissing({}, {})).to.deep.equal([]);
    expect(await findMissing({ discountAmount: 5 }, args)).to.deep.equal([]);
  });

  describe("because sales has made a document of it", () => {
    /** The two queries go out as one batch. */
    const documents = (...answers: JsonObject[]) =>
      nock(BUSINESS)
        .post("/api/v2.0/$batch")
        .reply(200, (_uri, { requests }: Batch) => {
          const urls = requests.map(({ url }) => decodeURIComponent(url));
          for (const [index, name] of ["salesOrders", "salesInvoices"].entries())
            expect(urls[index]).to.include(
              `/${name}?$filter=externalDocumentNumber eq '${MARKER.replace("'", "''")}'`,
            );
          return { responses: requests.map(({ id }, index) => ({ id, ...answers[index] })) };
        });
    const found = (...value: JsonObject[]) => ({
      status: 200,
      headers: JSON_TYPE,
      body: collection(...value),
    });
    const order = { id: PARENT, number: "S-ORD1", customerId: PARENT, externalDocumentNumber: MARKER };
    const azure = () => businessContext({ ...once, "vendorcloud:profile": "azure" });

    it("is not sent, and the error names the document", async () => {
      look();
      documents(found(order), found());
      const error = await rejection(create({}, azure()));
      expect(errorText(error)).to.include("sales has made the order S-ORD1 of the quote");
    });

    it("is sent where the document is another customer's, or there are no such collections", async () => {
      for (const answers of [
        [found(), found({ ...order, customerId: OTHER })],
        [404, 404].map((status) => refusedWith(status, "BadRequest_NotFound")),
      ]) {
        look();
        documents(...answers);
        post().reply(201, newQuote().fields);
        expect((await created({}, azure())).warnings).to.deep.equal([]);
      }
    });

    it("is sent with a warning where the token may not read them", async () => {
      look();
      documents(found(), refusedWith(403, "Forbidden"));
      post().reply(201, newQuote().fields);
      const { warnings } = await created({}, azure());
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.include("may not read sales orders and invoices");
    });
  });

  it("after the deletion of the old one names it", async () => {
    const prior = { ...recorded(), outputs: { number: "S-QUO7" } };
    const error = await lifecycle.putBack?.("id", prior, new ProviderError("refused"), businessContext(once));
    expect(error).to.be.instanceOf(ReplacementError);
    expect(asRead((error as ReplacementError).fate)).to.equal("the old quote S-QUO7 was deleted.");
    expect((error as ReplacementError).state).to.equal(undefined);
    const lost = new ProviderError("lost", "unknown");
    const replaced = () => lifecycle.putBack?.("id", prior, lost, businessContext(once)) as Promise<Error>;
    expect(await rejection(replaced())).to.equal(lost);
  });
});
