import { expect } from "chai";
import { describe, it } from "mocha";
import {
  type Lifecycle,
  type PriorState,
  ResourceInitError,
  type ResourceState,
} from "../../../../provider/contract/lifecycle.js";
import type { ProviderError } from "../../../../provider/contract/providerError.js";
import { ServiceError } from "../../../../provider/http/serviceError.js";
import { RecordGoneError } from "../../../../provider/partialUpdates/conflict.js";
import type { Json, JsonObject } from "../../../../provider/schema/json.js";
import { defaultDimensionLifecycle } from "../../../../provider/services/defaultDimensions/lifecycle.js";
import { foreign } from "../../../../provider/text/message.js";
import { asRead, errorFields, errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import {
  business,
  businessContext,
  COMPANY,
  collection,
  DIMENSION,
  NEXT_TAG,
  NO_ID,
  OTHER,
  once,
  PARENT,
  TAG,
} from "../../support/businessService.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";

const lifecycle: Lifecycle = defaultDimensionLifecycle;

const VALUE = "1045a902-070a-4d31-b2b1-b9431e9e5b26";
const names = { companyId: COMPANY, parentType: "customers", parentId: PARENT, dimensionId: DIMENSION };
const before = {
  "@odata.etag": TAG,
  parentId: PARENT,
  dimensionId: DIMENSION,
  dimensionCode: "DEPARTMENT",
  dimensionValueId: OTHER,
  dimensionValueCode: "SALES",
  postingValidation: "_x0020_",
};
const after = { ...before, "@odata.etag": NEXT_TAG, dimensionValueId: VALUE, dimensionValueCode: "PROD" };
const another = { ...before, dimensionId: OTHER, dimensionCode: "AREA" };

const create = (args: JsonObject, context = businessContext(once)) =>
  lifecycle.create({ ...names, ...args }, context);
const parent = (...defaultDimensions: JsonObject[]) =>
  collection({ "@odata.etag": "p", id: PARENT, defaultDimensions });
const ask = () => business.find("v1.0", "customers", PARENT, "defaultDimensions");
const find = (...dimensions: JsonObject[]) => ask().reply(200, parent(...dimensions));
const patch = (body: JsonObject) =>
  business.patch("v1.0", `customers(${PARENT})/defaultDimensions(${PARENT},${DIMENSION})`, body, undefined);
const recorded = (args: JsonObject): PriorState => ({
  args: { ...names, ...args },
  outputs: {},
  privateState: {},
});
const ITS_ID = `customers/${PARENT}/${DIMENSION}`;

describe("a default dimension that cannot be read", () => {
  useMockedNetwork();
  const read = () => lifecycle.read("id", recorded({ dimensionValueId: VALUE }), businessContext(once));

  for (const body of [collection(), parent(), parent(another)]) {
    it(`is missing from ${JSON.stringify(body)}, and creating it says so`, async () => {
      ask().reply(200, body);
      expect(await read()).to.equal("missing");
      ask().reply(200, body);
      const error = await rejection(create({ dimensionValueId: VALUE }));
      expect(error).to.be.instanceOf(RecordGoneError);
      expect(errorText(error)).to.equal(
        `default dimension ${DIMENSION} on customers(${PARENT}) does not exist.`,
      );
    });
  }

  it("is an error of the preview that would create it", async () => {
    ask().reply(200, parent(another));
    const error = await lifecycle.previewCreate?.(names, businessContext(once));
    expect(errorText(error)).to.include(
      "does not exist. Create it at the service first, or correct the ids.",
    );
  });

  const NOT_ONCE = "did not return each default dimension of the record exactly once";
  const listing = (...defaultDimensions: Json[]) => collection({ id: PARENT, defaultDimensions });
  for (const body of [
    collection({ id: PARENT }),
    listing(before, null),
    listing(before, { parentId: PARENT }),
    listing({ ...before, parentId: OTHER }),
    listing(before, { ...before, dimensionId: DIMENSION.toUpperCase() }),
  ]) {
    it(`is an error of ${JSON.stringify(body)}`, async () => {
      ask().reply(200, body);
      expect(errorFields(await rejection(read())).message).to.include(NOT_ONCE);
    });
  }

  it("is read from a list that does not name the parent again", async () => {
    const { parentId: _, ...unnamed } = before;
    find(unnamed);
    expect((await read()) as ResourceState).to.have.nested.property("answer.dimensionCode", "DEPARTMENT");
  });
});

describe("updating a default dimension", () => {
  useMockedNetwork();

  it("leaves the outcome open where the response is the dimension of another parent, or another one", async () => {
    const live = { ...after, postingValidation: "No_x0020_Code" };
    const ours = { dimensionValueId: VALUE, postingValidation: "No Code" };
    const args = { ...names, ...ours, postingValidation: " " };
    for (const other of [{ parentId: OTHER }, { dimensionId: OTHER }]) {
      find(live);
      patch({ postingValidation: "_x0020_" }).reply(200, collection({ ...live, ...other }));
      find(live);
      const updated = lifecycle.update("id", args, recorded(ours), businessContext(once));
      expect(await rejection(updated)).to.include({ outcome: "unknown" });
    }
  });
});

describe("a default dimension of v2.0", () => {
  useMockedNetwork();
  const ID = "5b049aad-bde4-ea11-bbf2-00155df3a615";
  const v2 = { "vendorcloud:defaultDimensionsApi": "v2.0", ...once };
  const known = { ...before, id: ID, parentType: "Customer" };
  const asking = () => business.find("v2.0", "customers", PARENT, "defaultDimensions");
  const found = (...dimensions: JsonObject[]) => asking().reply(200, parent(...dimensions));
  const sent = (tag = TAG) =>
    business.patch("v2.0", `customers(${PARENT})/defaultDimensions(${ID})`, { dimensionValueId: VALUE }, tag);
  const made = (values = {}) => create({ dimensionValueId: VALUE }, businessContext({ ...v2, ...values }));

  it("is updated by its own id, under its entity tag; arguments in any case are one dimension", async () => {
    found({ ...known, id: OTHER, dimensionId: OTHER }, known);
    sent().reply(200, { ...after, id: ID, parentType: "Customer" });
    const [parentId, dimensionId] = [PARENT.toUpperCase(), DIMENSION.toUpperCase()];
    const shouted = { parentType: "Customers", parentId, dimensionId, dimensionValueId: VALUE };
    const live = await create(shouted, businessContext(v2));
    expect(live.id).to.equal(ITS_ID);
    expect(live.answer)
      .to.include({ dimensionValueCode: "PROD", etag: NEXT_TAG })
      .and.not.have.property("parentType");
  });

  it("is not updated by the response about another one", async () => {
    found(known);
    sent().reply(200, { ...after, id: OTHER });
    found(known);
    expect(await rejection(made())).to.include({ outcome: "unknown" });
  });

  it("is what the profile azure has, unless the setting says otherwise", async () => {
    found({ ...after, id: ID });
    await create({ dimensionValueId: VALUE }, businessContext({ ...once, "vendorcloud:profile": "azure" }));
    find(after);
    await made({ "vendorcloud:profile": "azure", "vendorcloud:defaultDimensionsApi": "v1.0" });
  });

  it("is not updated without an id or a tag", async () => {
    for (const [missing, message] of [
      ["id", "returned no id for the default dimension. Nothing was sent."],
      ["@odata.etag", "returned no entity tag for the record"],
    ] as const) {
      found({ ...known, [missing]: undefined });
      expect(String(await rejection(made()))).to.include(message);
    }
  });

  describe("that does not exist", () => {
    const asMade = { ...known, dimensionValueId: VALUE, dimensionValueCode: "PROD", "@odata.etag": NEXT_TAG };
    const posted = (body: JsonObject = { dimensionValueId: VALUE }) =>
      business.post("v2.0", `customers(${PARENT})/defaultDimensions`, {
        ...{ parentId: PARENT, dimensionId: DIMENSION },
        ...body,
      });
    const context = (values = {}) => businessContext({ ...v2, ...values });
    const refused = (code: string) => ({ error: { code, message: "refused" } });

    it("is created with the declared fields, which may be none, and the state has its id", async () => {
      found();
      posted({ dimensionValueId: VALUE, postingValidation: "Same_x0020_Code" }).reply(201, {
        ...asMade,
        postingValidation: "Same_x0020_Code",
      });
      const args = { dimensionValueId: VALUE, postingValidation: "Same Code" };
      const { answer } = await create(args, context());
      expect(answer).to.include({ createdId: ID, dimensionValueCode: "PROD", etag: NEXT_TAG });
      found();
      posted({}).reply(201, { ...known, dimensionValueId: NO_ID });
      expect((await create({}, context())).answer).to.include({ createdId: ID });
    });

    it("is not created for a parent that does not exist", async () => {
      asking().times(2).reply(200, collection());
      const error = await rejection(made());
      expect(errorText(error)).to.equal(`customers(${PARENT}) does not exist.`);
      const previewed = await lifecycle.previewCreate?.(names, context());
      expect(errorText(previewed)).to.include(`customers(${PARENT}) does not exist. Create it`);
    });

    it("is shown as such by the preview, and an existing one as adopted", async () => {
      const name = `default dimension ${DIMENSION} on customers(${PARENT})`;
      for (const [dimensions, message] of [
        [[], `${name} does not exist, so it is created.`],
        [
          [known],
          `${name} already exists, and this stack will manage it. Its declared fields are set, and a destroy does not delete it.`,
        ],
      ] as const) {
        found(...dimensions);
        const preview = context();
        expect(await lifecycle.previewCreate?.(names, preview)).to.equal(undefined);
        expect(preview.log.told).to.deep.equal([message]);
      }
    });

    const lost = () => posted().replyWithError("reset");
    const taken = () => posted().reply(400, refused("Internal_EntityWithSameKeyExists"));
    const updated = () => [found(known), found(known), sent().reply(200, asMade)];
    const created: [fact: string, isOurs: boolean, responses: () => unknown[]][] = [
      ["is created once if the response is lost", true, () => [lost(), found(asMade)]],
      ["is created once if the response has no record", true, () => [posted().reply(201), found(asMade)]],
      ["is sent again if it had no effect", true, () => [lost(), found(), taken(), found(asMade)]],
      ["is another client's that created it in the meantime", false, () => [taken(), updated()]],
      ["is another client's if it is not as declared", false, () => [lost(), updated()]],
      ["is another client's even as declared", false, () => [taken(), found(asMade), found(asMade)]],
    ];
    for (const [fact, isOurs, responses] of created)
      it(fact, async () => {
        found();
        responses();
        const { createdId, dimensionValueCode } = (await made()).answer;
        expect([createdId, dimensionValueCode]).to.deep.equal([isOurs ? ID : undefined, "PROD"]);
      });

    for (const status of [302, 202, 501])
      it(`is sent once if the response would be the same again (${status})`, async () => {
        found();
        posted().reply(status, "", { Location: "https://login.example/" });
        found();
        const error = await rejection(made());
        expect(error).to.include({ outcome: "unknown" });
        expect(errorText(error)).to.include(String(status));
      });

    it("is looked for if the response is about another one", async () => {
      found();
      posted().reply(201, { ...asMade, dimensionId: OTHER });
      found(asMade);
      expect((await made()).answer).to.include({ createdId: ID, dimensionId: DIMENSION });
    });

    it("is an error if the service refuses it, or the outcome cannot be found out", async () => {
      found();
      posted().reply(400, refused("Internal_InvalidTableRelation"));
      expect(await rejection(made())).to.include({ status: 400, outcome: "notApplied" });
      found();
      lost();
      asking().reply(403);
      expect(await rejection(made())).to.include({ outcome: "unknown" });
    });
  });

  describe("whose creation has an unknown outcome", () => {
    const cannotRead = () => business.find("v2.0", "customers", PARENT, "defaultDimensions").reply(403);
    const live = { ...known, dimensionValueId: VALUE, "@odata.etag": NEXT_TAG };
    const posted = (fields: JsonObject = { dimensionValueId: VALUE }) =>
      business.post("v2.0", `customers(${PARENT})/defaultDimensions`, {
        ...{ parentId: PARENT, dimensionId: DIMENSION },
        ...fields,
      });
    const args = { ...names, dimensionValueId: VALUE };

    /** The state after a create whose response was lost, of a default dimension that then cannot be read. */
    async function lost(): Promise<PriorState> {
      found();
      posted().replyWithError("reset");
      cannotRead();
      const error = await rejection(made());
      expect(error).to.be.instanceOf(ResourceInitError);
      const { id, answer, privateState = {} } = (error as ResourceInitError).state;
      expect(id).to.equal(ITS_ID);
      const prior = { args, outputs: answer, privateState };
      expect(asRead(lifecycle.pendingUpdateReason?.(prior, args) ?? "")).to.include("creates");
      return prior;
    }
    const update = (prior: PriorState) => lifecycle.update(ITS_ID, args, prior, businessContext(v2));

    it("is this stack's if it exists as declared, and the next update, refresh or destroy finds it", async () => {
      const prior = await lost();
      expect(lifecycle.isDeleteNoop?.(prior)).to.equal(false);
      found(live);
      found(live);
      expect((await update(prior)).answer).to.include({ createdId: ID });
      found(live);
      const read = (await lifecycle.read(ITS_ID, prior, businessContext(v2))) as ResourceState;
      expect(read.answer).to.include({ createdId: ID });
      expect(
        lifecycle.pendingUpdateReason?.({ ...prior, privateState: read.privateState ?? {} }, args),
      ).to.equal(undefined);
      found(live);
      business.delete("v2.0", `customers(${PARENT})/defaultDimensions(${ID})`, NEXT_TAG).reply(204);
      await lifecycle.delete(ITS_ID, prior, businessContext(v2));
    });

    it("is created by the next update if it does not exist, and a destroy sends nothing", async () => {
      const prior = await lost();
      found();
      found();
      posted().reply(201, live);
      expect((await update(prior)).answer).to.include({ createdId: ID });
      found();
      await lifecycle.delete(ITS_ID, prior, businessContext(v2));
      found();
      expect(await lifecycle.read(ITS_ID, prior, businessContext(v2))).to.equal("missing");
    });

    it("is another client's if it has other values: it is neither changed nor deleted", async () => {
      const prior = await lost();
      const theirs = { ...live, dimensionValueId: OTHER };
      found(theirs);
      found(theirs);
      expect(errorText(await rejection(update(prior)))).to.match(/^dimensionValueId changed in the meantime/);
      found(theirs);
      const read = (await lifecycle.read(ITS_ID, prior, businessContext(v2))) as ResourceState;
      expect(read.answer).to.not.have.property("createdId");
      found(theirs);
      const context = businessContext(v2);
      await lifecycle.delete(ITS_ID, prior, context);
      expect(context.log.told).to.deep.equal([
        "another client may have created the record: it stays at the service.",
      ]);
    });

    it("is not deleted without declared fields, which would show whose it is", async () => {
      found();
      posted({}).replyWithError("reset");
      cannotRead();
      const error = await rejection(create({}, businessContext(v2)));
      const { answer, privateState = {} } = (error as ResourceInitError).state;
      const prior = { args: names, outputs: answer, privateState };
      const context = businessContext(v2);
      found(live);
      await lifecycle.delete(ITS_ID, prior, context);
      expect(context.log.told.join()).to.include("stays at the service");
      found(live);
      const { answer: now } = await lifecycle.update(ITS_ID, names, prior, businessContext(v2));
      expect(now).to.not.have.property("createdId");
    });

    it("stays unknown while it cannot be read", async () => {
      const prior = await lost();
      cannotRead();
      expect(await rejection(update(prior))).to.include({ status: 403, outcome: "notApplied" });
      found();
      found();
      posted().replyWithError("reset");
      cannotRead();
      const again = (await rejection(update(prior))) as ResourceInitError;
      expect(again.state.privateState).to.deep.equal(prior.privateState);
    });
  });

  describe("that this stack created", () => {
    const live = { ...known, dimensionValueId: VALUE, "@odata.etag": NEXT_TAG };
    const state = (args: JsonObject = {}, createdId: string | undefined = ID): PriorState => ({
      ...recorded({ dimensionValueId: VALUE, ...args }),
      outputs: { createdId },
    });
    const removed = (tag = NEXT_TAG) =>
      business.delete("v2.0", `customers(${PARENT})/defaultDimensions(${ID})`, tag);
    const read = async () => (await lifecycle.read(ITS_ID, state(), businessContext(v2))) as ResourceState;
    const destroy = async (prior: PriorState, values = {}) => {
      const context = businessContext({ ...v2, ...values });
      await lifecycle.delete(ITS_ID, prior, context);
      return [...context.log.told, ...context.log.warnings];
    };

    it("keeps its id in updates and refreshes", async () => {
      found(live);
      business
        .patch("v2.0", `customers(${PARENT})/defaultDimensions(${ID})`, { dimensionValueId: OTHER }, NEXT_TAG)
        .reply(200, { ...live, dimensionValueId: OTHER });
      const args = { ...names, dimensionValueId: OTHER };
      const updated = await lifecycle.update(ITS_ID, args, state(), businessContext(v2));
      expect(updated.answer).to.include({ createdId: ID });
      const unchanged = await lifecycle.update(ITS_ID, { ...names }, state(), businessContext(v2));
      expect(unchanged.answer).to.include({ createdId: ID });
      found(live);
      expect((await read()).answer).to.include({ createdId: ID });
    });

    it("is another one if a client has deleted it and created it again", async () => {
      found({ ...live, id: OTHER });
      expect((await read()).answer).to.not.have.property("createdId");
      found({ ...live, id: OTHER });
      expect(await destroy(state())).to.deep.equal([
        "another client has deleted the record and created another one, which stays at the service.",
      ]);
    });

    for (const args of [{}, { onDestroy: "restore" }])
      it(`is deleted under its tag with ${JSON.stringify(args)}`, async () => {
        found(live);
        removed().reply(204);
        expect(lifecycle.isDeleteNoop?.(state(args))).to.equal(false);
        expect(await destroy(state(args))).to.deep.equal([]);
      });

    it("stays with `onDestroy: retain`, and if this stack did not create it", async () => {
      for (const prior of [state({ onDestroy: "retain" }), { ...state(), outputs: {} }]) {
        expect(lifecycle.isDeleteNoop?.(prior)).to.equal(true);
        expect((await destroy(prior)).join()).to.match(/the record stays at the service/);
      }
    });

    it("stays with the API v1.0, with a warning", async () => {
      const said = await destroy(state(), { "vendorcloud:defaultDimensionsApi": "v1.0" });
      expect(said.join()).to.match(/the configured version of the interface does not delete it/);
    });

    it("may be missing", async () => {
      found();
      expect(await destroy(state())).to.deep.equal([]);
    });

    for (const status of [302, 202])
      it(`is deleted once if the response would be the same again (${status})`, async () => {
        found(live);
        removed().reply(status, "", { Location: "https://login.example/" });
        found(live);
        expect(await rejection(destroy(state()))).to.include({ outcome: "unknown" });
      });

    it("is not deleted if another client has changed it, or without a tag", async () => {
      found({ ...live, dimensionValueId: OTHER });
      const error = await rejection(destroy(state()));
      expect(errorText(error)).to.match(/^dimensionValueId changed in the meantime/);
      expect((error as ProviderError).hint).to.include("`pulumi destroy` deletes it");
      found({ ...live, "@odata.etag": undefined });
      expect(errorText(await rejection(destroy(state())))).to.include("returned no entity tag, so deleting");
    });

    it("is an error with advice if an update does not find it", async () => {
      found();
      const args = { ...names, dimensionValueId: OTHER };
      const error = await rejection(lifecycle.update(ITS_ID, args, state(), businessContext(v2)));
      expect((error as ProviderError).hint).to.include("the next `pulumi up` then creates it again");
    });
  });

  it("is suggested where the service may have withdrawn v1.0", async () => {
    const hintOf = (values: Record<string, string>, code?: string) => {
      const detail = { code: code && foreign(code), details: [] };
      const error = new ServiceError({ status: 404, outcome: "notApplied", detail } as never);
      return lifecycle.hint?.(error, businessContext(values).settings);
    };
    expect(hintOf({})).to.match(
      /^check `companyId`.*withdrawn its API v1\.0, set `vendorcloud:defaultDimensionsApi`/,
    );
    expect(hintOf(v2))
      .to.match(/^check `companyId`/)
      .and.to.not.include("v1.0");
    // A related record, such as the dimension value, is missing.
    expect([{}, v2].map((values) => hintOf(values, "Internal_RecordNotFound"))).to.deep.equal([
      undefined,
      undefined,
    ]);
  });
});
