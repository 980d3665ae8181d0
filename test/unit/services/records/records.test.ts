import { expect } from "chai";
import { describe, it } from "mocha";
import type { Lifecycle, PriorState, ResourceState } from "../../../../provider/contract/lifecycle.js";
import { ServiceError } from "../../../../provider/http/serviceError.js";
import { ConflictError, RecordGoneError } from "../../../../provider/records/partialUpdate.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import {
  customerLifecycle,
  itemLifecycle,
  projectLifecycle,
} from "../../../../provider/services/records/lifecycle.js";
import { errorFields, errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import {
  business,
  businessContext,
  COMPANY,
  collection,
  NEXT_TAG,
  NO_ID,
  OTHER,
  once,
  RECORD,
  TAG,
} from "../../support/businessService.js";
import { after, before, create, find, names, patch } from "../../support/customerService.js";
import { refusal } from "../../support/groupService.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";

const lifecycle: Lifecycle = customerLifecycle;

/** Declared values, the record's values, and the request that is required. */
const sent: [fact: string, args: JsonObject, live: JsonObject, body: JsonObject][] = [
  ["a field that differs", { displayName: "New", city: "Miami" }, {}, { displayName: "New" }],
  ["a field that the answer leaves out", { website: "" }, {}, { website: "" }],
  ["a blank option", { blocked: " " }, { blocked: "Ship" }, { blocked: "_x0020_" }],
  ["an option in another case", { blocked: "SHIP" }, {}, { blocked: "Ship" }],
  ["an option that nobody knows", { type: "Robot-X" }, {}, { type: "Robot_x002D_X" }],
  ["an id that is to be unset", { currencyId: "" }, { currencyId: OTHER }, { currencyId: NO_ID }],
  ["a number of digits as a text", { number: "0008" }, {}, { number: "0008" }],
  ["a flag", { taxLiable: false }, { taxLiable: true }, { taxLiable: false }],
  [
    "an additional field, beside the others",
    { displayName: "New", additionalFields: { creditLimit: 5, salespersonCode: "HS" } },
    { creditLimit: 0, salespersonCode: "HS" },
    { displayName: "New", creditLimit: 5 },
  ],
];

const same: [fact: string, args: JsonObject, live?: JsonObject][] = [
  ["nothing is declared", {}],
  ["null is declared", { displayName: null, additionalFields: { creditLimit: null } }],
  ["all of it is there", { displayName: "Old", number: "0007", blocked: " " }],
  ["an option is written as on the wire, or empty", { blocked: "" }, {}],
  ["an option is printed by the service", { blocked: "_x0020_" }, { blocked: " " }],
  ["an id is unset either way", { currencyId: "" }, { currencyId: NO_ID }],
  ["an id is written in another case", { currencyId: OTHER.toUpperCase() }, { currencyId: OTHER }],
  ["an additional field is there", { additionalFields: { creditLimit: 0 } }, { creditLimit: 0 }],
  ["only `onDestroy` is given", { onDestroy: "retain" }],
];

describe("creating a record", () => {
  useMockedNetwork();

  for (const [lifecycle, name, idName] of [
    [customerLifecycle, "customers", "customerId"],
    [itemLifecycle, "items", "itemId"],
    [projectLifecycle, "projects", "projectId"],
  ] as const) {
    it(`${name}: reads it by the documented filter, and updates it under its tag`, async () => {
      business.find("v2.0", name, RECORD).reply(200, collection(before));
      business.patch("v2.0", `${name}(${RECORD})`, { displayName: "New" }, TAG).reply(200, after);
      const args = { companyId: COMPANY, [idName]: RECORD, displayName: "New" };
      const context = businessContext();
      const live = await lifecycle.create(args, context);
      expect(live.id).to.equal(RECORD);
      expect(live.answer).to.include({ displayName: "New", number: "0007", etag: NEXT_TAG });
      expect([context.log.warnings, context.log.told, context.clock.waits]).to.deep.equal([[], [], []]);
    });
  }

  for (const [fact, args, live, body] of sent) {
    it(`sends ${fact}`, async () => {
      find({ ...before, ...live });
      patch(body).reply(200, { ...before, ...live, ...body });
      await create(args);
    });
  }

  for (const [fact, args, live] of same) {
    it(`sends nothing when ${fact}`, async () => {
      find({ ...before, ...live });
      const result = await create(args);
      expect(result.answer).to.include({ displayName: "Old", etag: TAG });
      expect(result.privateState).to.deep.equal({});
    });
  }

  it("writes ids as they are declared, and its own in lower case", async () => {
    const customerId = RECORD.toUpperCase();
    business.find("v2.0", "customers", customerId).reply(200, collection(before));
    business.patch("v2.0", `customers(${customerId})`, { displayName: "New" }, TAG).reply(200, after);
    expect((await create({ customerId, displayName: "New" })).id).to.equal(RECORD);
  });

  it("reads again after a response without a body", async () => {
    find(before);
    patch({ displayName: "New" }).reply(204);
    find(after);
    expect((await create({ displayName: "New" })).answer).to.include({ displayName: "New", etag: NEXT_TAG });
  });

  it("takes the tag from the header of a response that has it nowhere else, and never an old one", async () => {
    const { "@odata.etag": _, ...untagged } = after;
    for (const [headers, etag] of [
      [{ ETag: NEXT_TAG }, NEXT_TAG],
      [{}, undefined],
    ] as const) {
      find(before);
      patch({ displayName: "New" }).reply(200, untagged, headers);
      expect((await create({ displayName: "New" })).answer.etag).to.equal(etag);
    }
  });

  it("keeps what the service has made of a value, and says which value is another one", async () => {
    for (const [displayName, storedDifferently, privateState] of [
      [" New ", [], { answered: { displayName: "New" } }],
      ["Newer", ["displayName"], { chosen: { displayName: "New" } }],
    ] as const) {
      find(before);
      patch({ displayName }).reply(200, after);
      const created = await create({ displayName });
      expect(created).to.deep.include({ storedDifferently, privateState });
    }
  });

  for (const onDestroy of ["restore", "Restore"]) {
    it(`to be restored (\`${onDestroy}\`): keeps what managed fields held before`, async () => {
      find({ ...before, creditLimit: 3 });
      patch({ displayName: "New", creditLimit: 5 }).reply(200, { ...after, creditLimit: 5 });
      const args = { displayName: "New", city: "Miami", additionalFields: { creditLimit: 5 }, onDestroy };
      const { privateState } = await create(args);
      expect(privateState).to.deep.equal({
        originals: { displayName: "Old", city: "Miami", "additionalFields.creditLimit": 3 },
      });
    });
  }

  it("to be restored, with nothing to change: keeps these values, as after an interrupted create", async () => {
    find(after);
    const { privateState } = await create({ displayName: "New", onDestroy: "restore" });
    expect(privateState).to.deep.equal({ originals: { displayName: "New" } });
  });
});

describe("creating a record that cannot be", () => {
  useMockedNetwork();

  it("not there: says so, sends nothing, and what to do", async () => {
    find();
    const error = await rejection(create({ displayName: "New" }));
    expect(error).to.be.instanceOf(RecordGoneError);
    expect(errorText(error)).to.equal(`record customers(${RECORD}) in company ${COMPANY} does not exist.`);
    expect((error as RecordGoneError).hint).to.include("This resource does not create records");
  });

  it("company not there: the service's own error", async () => {
    business.find("v2.0", "customers", RECORD).reply(404, refusal("BadRequest_ResourceNotFound"));
    const error = await rejection(create({}));
    expect(error).to.be.instanceOf(ServiceError).and.include({ status: 404 });
  });

  const odd: [fact: string, body: unknown, message: string][] = [
    ["other records", collection({ ...before, id: OTHER }), "the records are not the requested ones"],
    ["one record alone", before, "the body is not a collection of records"],
    ["an empty body", undefined, "the body is empty, not a collection of records"],
    ["a list", [before], "the body is a list, not a collection of records"],
  ];
  for (const [fact, body, message] of odd) {
    it(`answered with ${fact}: an error, nothing is sent`, async () => {
      business.find("v2.0", "customers", RECORD).reply(200, body as never);
      expect(errorText(await rejection(create({ displayName: "New" })))).to.include(message);
    });
  }

  it("finds its record among others", async () => {
    find({ ...before, id: OTHER, displayName: "New" }, before);
    patch({ displayName: "New" }).reply(200, after);
    await create({ displayName: "New" });
  });

  it("without a tag: an error, nothing is sent", async () => {
    const { "@odata.etag": _, ...untagged } = before;
    find(untagged);
    expect(errorText(await rejection(create({ displayName: "New" })))).to.include("no entity tag");
  });

  it("refused: the service's own error, sent once", async () => {
    find(before);
    patch({ displayName: "New" }).reply(409, refusal("Internal_Other"));
    const error = await rejection(create({ displayName: "New" }));
    expect(errorFields(error)).to.include({ status: 409, code: "Internal_Other" });
  });
});

describe("a record that is in the state", () => {
  useMockedNetwork();
  const live = { ...before, displayName: "Ours", salespersonCode: "HS" };
  const recorded = (args: JsonObject = {}, privateState: JsonObject = {}): PriorState => ({
    args: { ...names, displayName: "Ours", ...args },
    outputs: { etag: 'W/"state"' },
    privateState,
  });
  const read = () => lifecycle.read(RECORD, recorded(), businessContext(once));
  const update = (args: JsonObject, context = businessContext(once)) =>
    lifecycle.update(RECORD, { ...names, ...args }, recorded(), context);

  it("is read with options decoded, and unlisted fields among the additional ones", async () => {
    find(live);
    const found = (await read()) as ResourceState;
    expect(found.answer).to.include({ displayName: "Ours", blocked: " ", etag: TAG });
    expect(found.answer.additionalFields).to.include({ salespersonCode: "HS" });
    find();
    expect(await read()).to.equal("missing");
  });

  for (const status of [403, 404, 500, 501]) {
    it(`stays in the state after ${status}, an error`, async () => {
      business.find("v2.0", "customers", RECORD).reply(status, refusal("No"));
      const error = await rejection(read());
      expect(error).to.be.instanceOf(ServiceError).and.include({ status });
    });
  }

  it("is updated in what changed, again under the new tag after a conflict in another field", async () => {
    find(live);
    patch({ displayName: "New", phoneNumber: "2" }).reply(409, refusal("Request_EntityChanged"));
    find({ ...live, "@odata.etag": NEXT_TAG, city: "Tampa" });
    patch({ displayName: "New", phoneNumber: "2" }, NEXT_TAG).reply(200, { ...after, city: "Tampa" });
    const { answer } = await update({ displayName: "New", phoneNumber: "2" });
    expect(answer).to.include({ displayName: "New", city: "Tampa", etag: NEXT_TAG });
  });

  it("is not updated over another client's value, and the error shows both", async () => {
    find({ ...live, displayName: "Theirs" });
    const error = await rejection(update({ displayName: "New" }));
    expect(error).to.be.instanceOf(ConflictError);
    expect(errorText(error)).to.include('"New" in the program, "Theirs" at the service');
  });

  it("is compared without a request where nothing is to be sent", async () => {
    expect((await update({ displayName: "Ours" })).answer).to.include({ etag: 'W/"state"' });
  });

  it("is restored where its values are still ours, and the rest is named", async () => {
    find({ ...live, displayName: "Theirs" });
    patch({ salespersonCode: "ZZ" }).reply(200, live);
    const originals = { displayName: "Old", "additionalFields.salespersonCode": "ZZ" };
    const managed = { additionalFields: { salespersonCode: "HS" }, onDestroy: "restore" };
    const context = businessContext(once);
    await lifecycle.delete(RECORD, recorded(managed, { originals }), context);
    expect(context.log.warnings).to.deep.equal([
      "not restored, because another client or an interrupted update of this stack changed it: displayName.",
    ]);
  });
});
