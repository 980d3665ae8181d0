import { expect } from "chai";
import { describe, it } from "mocha";
import { HookError } from "../../../../provider/core/runHook.js";
import { STORED } from "../../../../provider/core/storedNames.js";
import { type JsonObject, UNKNOWN } from "../../../../provider/schema/json.js";
import { Secret } from "../../../../provider/schema/secret.js";
import {
  BUSINESS,
  business,
  COMPANY,
  collection,
  NO_ID,
  OTHER,
  RECORD,
} from "../../support/businessService.js";
import { args, expectNoGroup, group, ID, refusal, service } from "../../support/groupService.js";
import { ADDRESS, TOKEN } from "../../support/hooks.js";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";
import { setUp, URN } from "../../support/nativeProvider.js";

type Provider = ReturnType<typeof setUp>["provider"];

/** The state that a read without one finds: an import, or a `get` of the program with the arguments that it gives. */
async function imported(provider: Provider, urn = URN, id = ID, given: JsonObject = {}) {
  const found = await provider.read(urn, id, { inputs: given, outputs: given });
  if (found === "missing") throw new Error("missing");
  return found.state;
}

const failureOf = (work: Promise<unknown>): Promise<Error> => work.then(undefined as never, (error) => error);

/** A provider that has checked the arguments, and finds no group of the name. */
async function checked() {
  const made = setUp();
  const { inputs } = await made.provider.check(URN, undefined, args);
  expectNoGroup();
  const create = (timeoutSeconds?: number) =>
    made.provider.create(URN, inputs, { isPreview: false, timeoutSeconds });
  return { ...made, inputs, create };
}

const ofBusiness = (more: JsonObject = {}) =>
  setUp({ businessUrl: BUSINESS, businessToken: new Secret(TOKEN), ...more });

describe("the native provider", () => {
  useMockedNetwork();

  it("shows an argument that only the provider sees beside a change, and not by itself", async () => {
    const { provider, inputs, create } = await checked();
    service.put().reply(201, group());
    const { outputs } = (await create()).state;
    const diffOf = async (changed: JsonObject) => {
      const { properties } = await provider.diff(URN, ID, { inputs, outputs }, { ...inputs, ...changed });
      return Object.fromEntries(properties);
    };
    expect(await diffOf({ waitForProvisioning: false })).to.deep.equal({});
    expect(await diffOf({ waitForProvisioning: false, tags: { team: "ours" } })).to.deep.equal({
      waitForProvisioning: { kind: "add", replaces: false },
      tags: { kind: "add", replaces: false },
    });
  });

  it("names a changed secret that the engine does not show, because its item moves", async () => {
    const { provider, log } = setUp();
    const variables = (...environmentVariables: JsonObject[]) => ({
      ...args,
      containers: [{ ...(args.containers as JsonObject[])[0], environmentVariables }],
    });
    const secret = (value: string) => ({ name: "KEY", secureValue: new Secret(value) });
    const inputs = variables({ name: "MODE", value: "a" }, secret("1"));
    const state = { inputs, outputs: inputs };
    await provider.diff(URN, ID, state, variables(secret("1")));
    expect(log.warnings).to.deep.equal([]);
    await provider.diff(URN, ID, state, variables(secret("2")));
    expect(log.warnings).to.deep.equal([
      "ContainerGroup 'web': 1 secret changed: containers[web].environmentVariables[KEY].secureValue. The preview does not show " +
        "this, because other items of the list move.",
    ]);
  });

  it("hands over the state of a resource that failed after it was created", async () => {
    const { provider, inputs, create } = await checked();
    service.put().reply(201, group("Failed"));
    const error = await failureOf(create());
    if (!(error instanceof HookError && error.kept !== undefined)) throw error;
    expect(error.kept.id).to.equal(ID);
    expect(error.kept.state.inputs).to.deep.equal(inputs);
    const { isNeeded } = await provider.diff(URN, ID, error.kept.state, inputs);
    expect(isNeeded).to.equal(true);
  });

  describe("with a group that was imported", () => {
    const credential = { server: "Reg.example", username: "u" };
    const path = "imageRegistryCredentials[Reg.example].password";

    /** The state after the import, and after a refresh of that. */
    async function importedState() {
      const { provider } = setUp();
      const properties = { imageRegistryCredentials: [credential], diagnostics: undefined };
      service.get().times(2).reply(200, group("Succeeded", properties));
      const state = await imported(provider);
      const refreshed = await provider.read(URN, ID, state);
      expect(refreshed !== "missing" && refreshed.state.inputs).to.deep.equal(state.inputs);
      return { provider, inputs: state.inputs };
    }
    const program = (inputs: JsonObject, change: JsonObject = {}): JsonObject => {
      const { [STORED.requiredSecrets]: paths, ...own } = inputs;
      expect(paths).to.deep.equal([path]);
      return { ...own, ...change };
    };

    it("refuses a program that lacks a secret, unchanged or not, and however its object is spelled", async () => {
      const { provider, inputs } = await importedState();
      for (const change of [
        {},
        { tags: { team: "blue" } },
        { imageRegistryCredentials: [{ server: "reg.EXAMPLE", username: "other" }] },
        { imageRegistryCredentials: [{ server: "reg.example", username: UNKNOWN }] },
      ]) {
        const { failures } = await provider.check(URN, inputs, program(inputs, change));
        expect(failures).to.deep.equal([
          `${path}: the service may hold this secret, and an update without it would remove it. Declare it, or remove the object that it belongs to (in Python image_registry_credentials)`,
        ]);
      }
    });

    it("takes what the import itself has read", async () => {
      const { provider, inputs } = await importedState();
      const checked = await provider.check(URN, inputs, inputs);
      expect([checked.failures, checked.inputs]).to.deep.equal([[], inputs]);
    });
  });

  it("imports of a record what somebody has set, and not what it has in fields that nobody has set", async () => {
    const record = { id: RECORD, number: "1000", displayName: "Chair", type: "Inventory" };
    const unset = { gtin: "", unitPrice: 0, blocked: false, taxGroupId: NO_ID };
    const set = { itemCategoryCode: "SEATS", unitCost: 5, priceIncludesTax: true, itemCategoryId: OTHER };
    business.find("v2.0", "items", RECORD).reply(200, collection({ ...record, ...unset, ...set }));
    const { provider } = ofBusiness({ companyId: COMPANY });
    const { inputs, outputs } = await imported(provider, URN.replace("ContainerGroup", "Item"), RECORD);
    expect(inputs).to.include(set).and.not.to.have.any.keys(Object.keys(unset));
    expect(outputs).to.include({ ...unset, ...set });
  });

  it("reads a record of the company that the program gives beside the id", async () => {
    business.find("v2.0", "items", RECORD).reply(200, collection({ id: RECORD, displayName: "Chair" }));
    const { provider } = ofBusiness({ companyId: OTHER });
    const urn = URN.replace("ContainerGroup", "Item");
    const { outputs } = await imported(provider, urn, RECORD, { companyId: COMPANY });
    expect(outputs).to.include({ companyId: COMPANY, itemId: RECORD, displayName: "Chair" });
  });

  it("says why it cannot import a resource that the service does not read", async () => {
    const { provider } = setUp();
    service.get().reply(405, refusal("NotAllowed"));
    expect((await failureOf(imported(provider))).message).to.include(
      "does not support reading this resource, so it cannot be imported. Check `vendorcloud:resourceManagerUrl`: another",
    );
  });

  it("warns when an argument that is part of the id is a secret, since an id is shown", async () => {
    const { provider, log } = setUp();
    await provider.check(URN, undefined, { ...args, containerGroupName: new Secret("web") });
    expect(log.warnings).to.include(
      "ContainerGroup 'web': containerGroupName: part of the resource's id, which Pulumi displays and stores in plain text, " +
        "so it cannot be a secret.",
    );
  });

  it("refuses a name that `pulumi:autonaming` enforces and that is not valid", async () => {
    const { containerGroupName: _, ...nameless } = args;
    const autonaming = { mode: "enforce", name: "dev/web" } as const;
    const { failures } = await setUp().provider.check(URN, undefined, nameless, autonaming);
    expect(failures.join()).to.match(/^containerGroupName: /);
  });

  describe("functions", () => {
    const question = {
      resourceGroupName: "demo",
      containerGroupName: "web",
      subscriptionId: "11111111-2222-3333-4444-555555555555",
    };

    it("return the names of the app service in camel case", async () => {
      const profile = { id: "a", display_name: "Ada", name: "ada" };
      nock(ADDRESS).get("/v0.1/user").reply(200, profile);
      const { provider } = setUp({ appsUrl: ADDRESS, appsToken: new Secret(TOKEN) });
      const answer = await provider.invoke("vendorcloud:index:getUser", {});
      expect(answer).to.deep.equal({ id: "a", displayName: "Ada", name: "ada" });
    });

    it("return secrets where an argument is one", async () => {
      service.get().reply(200, group());
      const secret = { ...question, resourceGroupName: new Secret("demo") };
      const answer = await setUp().provider.invoke("vendorcloud:index:getContainerGroup", secret);
      expect(answer.id).to.deep.equal(new Secret(ID));
    });

    it("return a list under its name, as secrets where a part of an argument is one", async () => {
      const invoke = (query: JsonObject) => {
        business.list("v2.0", "customers", "displayName eq 'Adatum'").reply(200, collection({ id: RECORD }));
        return ofBusiness().provider.invoke("vendorcloud:index:getRecords", {
          ...{ companyId: COMPANY, collection: "customers" },
          ...query,
        });
      };
      const filter = { displayName: "Adatum" };
      expect(await invoke({ filter })).to.deep.equal({ records: [{ id: RECORD }] });
      const hidden = { displayName: new Secret("Adatum") };
      expect(await invoke({ filter: hidden })).to.deep.equal({ records: new Secret([{ id: RECORD }]) });
    });
  });

  it("knows no other type of resource or function", async () => {
    const { provider } = setUp();
    const unknown = "vendorcloud:index:getNothing";
    expect((await failureOf(provider.invoke(unknown, {}))).message).to.include(`no function ${unknown}.`);
    expect(() => provider.check(URN.replace("ContainerGroup", "Nothing"), undefined, {})).to.throw(
      "the package has no resource of the type of urn:",
    );
  });

  for (const [operation, respond] of [
    ["create", () => [expectNoGroup(), service.put().reply(201, group("Creating"))]],
    ["update", () => service.put().reply(200, group("Creating"))],
    ["delete", () => service.delete().reply(202)],
  ] as const)
    it(`waits for the end of the operation as long as the program says: ${operation}`, async () => {
      const { inputs } = await setUp().provider.check(URN, undefined, args);
      const { provider, clock } = setUp();
      const state = { inputs, outputs: inputs };
      const limit = { isPreview: false, timeoutSeconds: 600 };
      const work = {
        create: () => provider.create(URN, inputs, limit),
        update: () => provider.update(URN, ID, state, inputs, limit),
        delete: () => provider.delete(URN, ID, state, limit),
      };
      respond();
      service.get().reply(200, group("Creating")).persist();
      const start = clock.now();
      expect((await failureOf(work[operation]())).message).to.include("10 minutes");
      expect(clock.now() - start).to.equal(600_000);
    });
});
