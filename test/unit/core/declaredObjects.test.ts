import { expect } from "chai";
import { describe, it } from "mocha";
import { type Lifecycle, ResourceInitError } from "../../../provider/contract/lifecycle.js";
import { ProviderError } from "../../../provider/contract/providerError.js";
import { DeclaredObjects } from "../../../provider/core/runRegistry.js";
import { META } from "../../../provider/protocols/dynamic/names.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { appUserRemovalLifecycle } from "../../../provider/services/apps/lifecycle.js";
import { containerGroupLifecycle } from "../../../provider/services/containerGroups/lifecycle.js";
import { defaultDimensionLifecycle } from "../../../provider/services/defaultDimensions/lifecycle.js";
import { databaseInstanceStopLifecycle } from "../../../provider/services/instanceStops/lifecycle.js";
import { customerLifecycle } from "../../../provider/services/records/lifecycle.js";
import { salesQuoteLifecycle } from "../../../provider/services/salesQuotes/lifecycle.js";
import { customer, dimension, quote } from "../support/businessHooks.js";
import { businessConfiguration } from "../support/businessService.js";
import { args as adopted } from "../support/groupService.js";
import { ADDRESS, configured, hooksOf } from "../support/hooks.js";

const { adopt: _adopt, ...group } = adopted;
const values = { ...configured, ...businessConfiguration, "vendorcloud:appsUrl": ADDRESS };
const ID = "the id";
const urnOf = (name: string) => `urn:pulumi:dev::demo::vendorcloud::${name}`;
const named = (name: string, args: JsonObject): JsonObject => ({ ...args, [META.urn]: urnOf(name) });

/** The hooks of a new process, as an engine calls them; what reaches the service is remembered. */
async function newProcess(lifecycle: Lifecycle, failure?: Error) {
  const sent: string[] = [];
  const left: (string[] | undefined)[] = [];
  const kept: (string[] | undefined)[] = [];
  const { hooks, log } = await hooksOf(
    {
      ...lifecycle,
      create: async (_args, _context, others) => {
        sent.push("create");
        kept.push(others?.listDeclaredElsewhere?.());
        if (failure !== undefined) throw failure;
        return { id: ID, answer: {} };
      },
      update: async (id, _args, { listDeclaredElsewhere }) => {
        kept.push(listDeclaredElsewhere?.());
        return { id, answer: {} };
      },
      delete: async (_id, { listDeclaredElsewhere }) => {
        sent.push("delete");
        left.push(listDeclaredElsewhere?.());
      },
    },
    values,
  );
  const check = async (olds: JsonObject, news: JsonObject) => {
    const { inputs, failures = [] } = await hooks.check(olds, news);
    return { inputs, reasons: failures.map(({ reason }) => reason) };
  };
  return {
    sent,
    left,
    kept,
    warnings: log.warnings,
    /** A resource that the state does not have yet. */
    declareNew: (name: string, args: JsonObject) => check({}, named(name, args)),
    /** A resource that the state has. */
    declare: (name: string, args: JsonObject, before = args) => check(named(name, before), named(name, args)),
    diff: (name: string, args: JsonObject, before: JsonObject) =>
      hooks.diff(ID, named(name, before), named(name, args)),
    create: (name: string, args: JsonObject) => hooks.create(named(name, args)),
    update: (name: string, args: JsonObject, before: JsonObject) =>
      hooks.update(ID, named(name, before), named(name, args)),
    remove: (name: string, args: JsonObject) => hooks.delete(ID, named(name, args)),
  };
}

const record = { ...customer, phoneNumber: "+1", onDestroy: "restore" };
const stop = {
  subscriptionId: "11111111-2222-3333-4444-555555555555",
  resourceGroupName: "erp",
  erpVirtualInstanceName: "X00",
  databaseInstanceName: "db",
  stopOn: "destroy",
};
const setDimension = { ...dimension, postingValidation: "Same Code", onDestroy: "restore" };
const marked = { ...quote, externalDocumentNumber: "4711" };
const removal = { ownerName: "team", appName: "app", userEmail: "leaver@example.com" };

type Kind = [what: string, lifecycle: Lifecycle, args: JsonObject, respelled: JsonObject, lost?: string];
const kinds: Kind[] = [
  ["container group", containerGroupLifecycle, group, { ...group, containerGroupName: "WEB" }],
  [
    "record",
    customerLifecycle,
    record,
    { ...record, customerId: record.customerId.toUpperCase() },
    "A later destroy does not restore original values. ",
  ],
  [
    "default dimension",
    defaultDimensionLifecycle,
    setDimension,
    { ...setDimension, parentType: "Items" },
    "A later destroy neither deletes it nor restores original values. ",
  ],
  ["stop", databaseInstanceStopLifecycle, stop, { ...stop, databaseInstanceName: "DB" }],
  ["sales quote with a number of its own", salesQuoteLifecycle, marked, marked],
];
const respelledRemoval = { ...removal, userEmail: "Leaver@example.com" };
const removals: Kind = ["removal of a user", appUserRemovalLifecycle, removal, respelledRemoval];

describe("deleting what another resource of the program declares", () => {
  for (const [what, lifecycle, args, respelled, lost = ""] of kinds) {
    describe(`a ${what}`, () => {
      it("is not done after an interrupted rename: a new process finds the new name unchanged", async () => {
        const { declare, remove, sent, left, warnings } = await newProcess(lifecycle);
        await declare("new", respelled);
        await remove("old", args);
        // A record is left to its lifecycle, which is told the fields to leave.
        expect([sent, left]).to.deep.equal(
          lifecycle === customerLifecycle ? [["delete"], [["phoneNumber"]]] : [[], []],
        );
        expect(warnings).to.have.length(1);
        expect(warnings[0]).to.include(`the program declares this as ${urnOf("new")}. ${lost}Only the`);
        expect(warnings[0]).not.to.include("\n");
      });

      it("is done for a replacement that is deleted first, and only once", async () => {
        const { declare, declareNew, create, remove, sent } = await newProcess(lifecycle);
        await declare("own", args);
        await declareNew("own", args);
        await remove("own", args);
        await create("own", args);
        expect(sent).to.deep.equal(["delete", "create"]);
      });

      it("is an error if its create under another name failed: the old name stays in the state", async () => {
        const refused = new ProviderError("refused");
        for (const failure of [refused, new ResourceInitError({ id: ID, answer: {} }, refused)]) {
          const { declareNew, create, remove, sent, warnings } = await newProcess(lifecycle, failure);
          await declareNew("new", args);
          await create("new", args).catch(() => undefined);
          const error = await remove("old", args).catch(({ message }) => message);
          if (failure === refused)
            expect(error).to.include(
              `${ID} is left unchanged, and stays in the state: the program declares it as ${urnOf("new")}, whose create failed.`,
            );
          else expect([error, warnings.length]).to.deep.equal([undefined, 1]);
          expect(sent.filter((request) => request === "delete")).to.have.length(
            failure !== refused && lifecycle === customerLifecycle ? 1 : 0,
          );
        }
      });

      it("is not done for one that has been created first, by a rename or by its own replacement", async () => {
        for (const name of ["own", "old"]) {
          const { declareNew, create, remove, left, warnings } = await newProcess(lifecycle);
          await declareNew("own", args);
          await create("own", args);
          await remove(name, args);
          expect(left).to.deep.equal(lifecycle === customerLifecycle ? [["phoneNumber"]] : []);
          expect(warnings[0]).to.include(name === "own" ? `destroy --target '${urnOf("own")}'` : "alias");
        }
      });
    });
  }

  it("concerns the fields that both declare, and no others", async () => {
    const { declare, remove, left, warnings } = await newProcess(customerLifecycle);
    const both = { ...record, website: "https://example.com", displayName: "Harbour" };
    await declare("phone", record);
    await declare("site", { ...customer, website: "https://example.com" });
    await remove("old", both);
    expect(left).to.deep.equal([["phoneNumber", "website"]]);
    expect(warnings.map((text) => text.split(": left unchanged")[0])).to.deep.equal([
      `Customer 'old': phoneNumber of ${ID}`,
      `Customer 'old': website of ${ID}`,
    ]);
    await remove("other fields", { ...customer, displayName: "Harbour", onDestroy: "restore" });
    expect(left[1]).to.deep.equal([]);
  });

  it("is not done where one declares the whole object and the other a part of it", () => {
    const whole = { key: "object" };
    const part = { key: "object", fields: ["a"] };
    const ownersOf = (declared: object, deleted: object) => {
      const objects = new DeclaredObjects();
      objects.register("one", declared as typeof whole, true);
      return objects.listOwners(deleted as typeof whole);
    };
    for (const owners of [ownersOf(whole, part), ownersOf(part, whole)])
      expect(owners).to.deep.equal([{ urn: "one", hasFailed: false }]);
  });

  it("is done for a replacement that the diff asks for, before it is checked again, and not for a change in place", async () => {
    const { declare, diff, remove, sent } = await newProcess(containerGroupLifecycle);
    const windows = { ...group, osType: "Windows" };
    await declare("own", windows, group);
    await diff("own", { ...group, sku: "Dedicated" }, group);
    await remove("old", group);
    await diff("own", windows, group);
    await remove("own", group);
    expect(sent).to.deep.equal(["delete"]);
  });
});

describe("declaring the same twice", () => {
  for (const [what, lifecycle, args, respelled] of [...kinds, removals]) {
    it(`is an error that names both: ${what}`, async () => {
      const { declare, declareNew } = await newProcess(lifecycle);
      expect((await declare("first", args)).reasons).to.deep.equal([]);
      const { reasons } = await declareNew("second", respelled);
      expect(reasons).to.have.length(1);
      expect(reasons[0]).to.include(
        `declared twice in this program: as ${urnOf("first")} and as ${urnOf("second")}. `,
      );
    });
  }

  it("names the fields of a record that both declare; others may be declared by several resources", async () => {
    const { declareNew } = await newProcess(customerLifecycle);
    const beside = (fields: JsonObject) => ({ ...customer, additionalFields: fields });
    const reasonsOf = async (name: string, args: JsonObject) => (await declareNew(name, args)).reasons;
    expect(await reasonsOf("phone", record)).to.deep.equal([]);
    expect(await reasonsOf("site", { ...customer, website: "https://example.com" })).to.deep.equal([]);
    expect(await reasonsOf("more", beside({ salespersonCode: "ZZ" }))).to.deep.equal([]);
    const [reason] = await reasonsOf("again", {
      ...record,
      ...beside({ creditLimit: 5, salespersonCode: "AK" }),
    });
    expect(reason).to.match(/^phoneNumber: declared twice/);
    await reasonsOf("both", { ...customer, email: "a@b.example", city: "Bonn" });
    const [both] = await reasonsOf("both again", { ...customer, email: "a@b.example", city: "Bonn" });
    expect(both).to.match(/^email, city: declared twice/);
    for (const args of [beside({ salespersonCode: "AK" }), { ...customer, salespersonCode: "AK" }]) {
      expect((await reasonsOf("last", args))[0]).to.match(
        /^additionalFields\.salespersonCode: declared twice.+Declare each field of a record in only one resource\.$/,
      );
    }
  });

  it("is no error for quotes of one customer without a number of their own, and objects that swap their names", async () => {
    const quotes = await newProcess(salesQuoteLifecycle);
    for (const name of ["first", "second"])
      expect((await quotes.declareNew(name, { ...quote, externalDocumentNumber: "" })).reasons).to.deep.equal(
        [],
      );
    const groups = await newProcess(containerGroupLifecycle);
    const other = { ...group, containerGroupName: "shop" };
    expect((await groups.declare("a", other, group)).reasons).to.deep.equal([]);
    expect((await groups.declare("b", group, other)).reasons).to.deep.equal([]);
  });
});

it("a create and an update know the fields of the record that others declare", async () => {
  const { declare, declareNew, create, update, kept } = await newProcess(customerLifecycle);
  const site = { ...customer, website: "https://example.com" };
  await declare("phone", record);
  await declareNew("site", site);
  await create("site", site);
  await update("phone", { ...record, phoneNumber: "+2" }, record);
  expect(kept).to.deep.equal([["phoneNumber"], ["website"]]);
});

it("the fields of an object that others declare are those of resources that exist and are not about to be replaced", () => {
  const objects = new DeclaredObjects();
  const fields = () => objects.listFieldsOfOthers("record", urnOf("mine"));
  objects.register(urnOf("whole"), { key: "record" }, true);
  objects.register(urnOf("mine"), { key: "record", fields: ["city"] }, true);
  objects.register(urnOf("another"), { key: "another record", fields: ["website"] }, true);
  expect(fields()).to.deep.equal([]);
  objects.register(urnOf("other"), { key: "record", fields: ["email"] }, true);
  objects.expectReplacement(urnOf("nobody"));
  expect(fields()).to.deep.equal(["email"]);
  objects.expectReplacement(urnOf("other"));
  expect(fields()).to.deep.equal([]);
});
