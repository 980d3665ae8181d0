import { expect } from "chai";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import nock from "nock";
import { type Emulator, startEmulator } from "../../emulator/index.js";
import { createDynamicProvider } from "../../provider/engine/adapter.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { META } from "../../provider/schema/meta.js";
import { writable } from "../../provider/schema/project.js";
import { liftSecrets, secretTexts } from "../../provider/schema/secrets.js";
import { fromWire, toWire } from "../../provider/schema/wire.js";
import { containerGroupLifecycle } from "../../provider/services/containerGroups/lifecycle.js";
import { containerGroupSchema as schema } from "../../provider/services/containerGroups/schema.js";
import { skipRecordedCases } from "../support/skip.js";
import { type Case, casesIn } from "./cases.js";
import { fixtures } from "./fixtures.js";

/**
 * Every case takes the whole way: recorded request -> arguments -> `check` -> body (equal to the recorded one)
 * -> recorded answer -> outputs without a secret -> no difference, neither at once nor after a refresh.
 */

const ADDRESS = "https://service.test";
const CASE_ADDRESS = { subscriptionId: "sub", resourceGroupName: "rg", containerGroupName: "group" };

const ID = "/subscriptions/sub/resourceGroups/rg/providers/Vendor.ContainerInstance/containerGroups/group";

/** Published answers that hold something else than was asked for: a refresh has to show exactly this. */
const DRIFT: Record<string, string[]> = {
  "containergroups/spec-2019-12-01-sample": ["containers", "location"],
};

describe("contract: container groups", () => {
  for (const folder of ["containergroups", "containergroups-wild"]) {
    const cases = casesIn(folder);
    describe(`recorded cases in ${folder}`, () => {
      if (cases === undefined) skipRecordedCases(`all of ${folder}`);
      for (const recorded of cases ?? []) it(recorded.name, () => holds(recorded));
    });
  }

  describe("fixtures of the project", () => {
    for (const fixture of fixtures) it(fixture.name, () => holds(fixture));
  });

  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ provisioningPolls: 0 });
  });
  after(() => emulator.close());
  beforeEach(() => {
    emulator.log.clear();
    emulator.containerGroups.delete(ID);
  });
  afterEach(() => nock.cleanAll());

  async function holds(recorded: Case): Promise<void> {
    const args = argumentsOf(recorded);
    const program = inputs(args);
    const checked = await hooks(ADDRESS).check({}, program);
    if (isMalformed(recorded)) {
      expect(checked.failures.map((failure: { reason: string }) => failure.reason)).to.include(
        "osType: required",
      );
      return;
    }
    expect(checked.failures, "check finds nothing wrong").to.equal(undefined);
    expect(toWire(schema, args), "the body is the recorded one").to.deep.equal(
      withoutResponseOnly(recorded.request),
    );

    for (const [name, answer] of Object.entries(recorded.answers)) {
      nock(ADDRESS)
        .put(/./, toWire(schema, args) as nock.DataMatcherMap)
        .query(true)
        .reply(answer.status, answer.body as nock.Body);
      nock(ADDRESS).get(/./).query(true).reply(200, answer.body);
      await settles(ADDRESS, `answer "${name}"`, recorded, checked.inputs, program);
    }
    await settles(emulator.url, "the emulator's answer", { ...recorded, name: "" }, checked.inputs, program);
    const sent = emulator.log.filter({ method: "PUT" }, { secrets: true });
    expect(sent.map(({ body }) => body)).to.deep.equal([withoutResponseOnly(recorded.request)]);
  }

  /** Create, then nothing to do; refresh, then nothing to do, except where the answer really differs. */
  async function settles(
    address: string,
    what: string,
    { name }: Case,
    checked: JsonObject,
    program: JsonObject,
  ): Promise<void> {
    const provider = hooks(address);
    const { id, outs } = await provider.create(unwrapped(checked));
    expectNoSecret(outs, program, what);
    expect(await provider.diff(id, unwrapped(outs), unwrapped(checked)), what).to.deep.equal({
      changes: false,
    });

    const refreshed = await provider.read(id, unwrapped(outs));
    expectNoSecret(refreshed.props, program, what);
    const again = await provider.check(unwrapped(refreshed.inputs), program);
    const differing = Object.keys(again.inputs).filter(
      (key) => !isSame(again.inputs[key], refreshed.inputs[key]),
    );
    expect(differing.sort(), `${what}, after a refresh`).to.deep.equal(DRIFT[name] ?? []);
  }
});

/** The hooks as the host calls them, without an engine. */
function hooks(address: string) {
  const row = () => ({ progress: () => {}, info: () => {}, warn: () => {}, sent: async () => {} });
  const provider = createDynamicProvider(containerGroupLifecycle, { row });
  const configuration: Record<string, string> = {
    "vendorcloud:ownKeys": "resourceManagerUrl,resourceManagerToken",
    "vendorcloud:resourceManagerUrl": address,
    "vendorcloud:resourceManagerToken": "canary-token",
  };
  const config = {
    get: (key: string) => configuration[key],
    require: (key: string) => configuration[key] ?? "",
  };
  void provider.configure?.({ config });
  // biome-ignore lint/suspicious/noExplicitAny: the SDK types what hooks take and give as any.
  return provider as Required<Record<keyof typeof provider, (...args: any[]) => Promise<any>>>;
}

/** Properties as the engine hands them back: secrets in the clear. */
function unwrapped(properties: JsonObject): JsonObject {
  const wrapped = Object.entries((properties[META.secrets] as JsonObject) ?? {});
  const secrets = Object.fromEntries(
    wrapped.map(([path, secret]) => [path, (secret as { value: unknown }).value]),
  );
  return { ...properties, [META.secrets]: secrets };
}

function argumentsOf({ request }: Case): JsonObject {
  const args = writable(schema, fromWire(schema, request)) as JsonObject;
  return { ...args, ...CASE_ADDRESS, waitForProvisioning: false };
}

/** Arguments as a resource's constructor hands them over. */
function inputs(args: JsonObject): JsonObject {
  const { value, secrets } = liftSecrets(schema, args, new Set());
  return { ...(value as JsonObject), [META.secrets]: secrets };
}

/** A body that was published for years with everything outside `properties`: to be refused, with the reason. */
function isMalformed({ request }: Case): boolean {
  return (request.properties as JsonObject).osType === undefined;
}

function withoutResponseOnly(request: Case["request"]): Case["request"] {
  const { id: _id, name: _name, type: _type, ...body } = structuredClone(request) as JsonObject;
  const properties = body.properties as Record<string, unknown>;
  delete properties.provisioningState;
  delete properties.instanceView;
  for (const list of [properties.containers, properties.initContainers]) {
    for (const item of (list as { properties: JsonObject }[]) ?? []) delete item.properties.instanceView;
  }
  return body;
}

/** No secret stands anywhere but in its wrapped place, and none of the texts that were lifted is left. */
function expectNoSecret(state: JsonObject, program: JsonObject, what: string): void {
  const { [META.secrets]: wrapped, ...shown } = state;
  const { [META.secrets]: lifted, ...open } = program;
  const shownAnyway = texts(open);
  const secrets = secretTexts(lifted).filter((text) => text !== "" && !shownAnyway.includes(text));
  for (const text of texts(shown)) expect(secrets, what).not.to.include(text);
  for (const value of Object.values((wrapped as JsonObject) ?? {})) {
    expect(value, what).to.have.property(
      "4dabf18193072939515e22adb298388d",
      "1b47061264138c4ac30d75fd1eb44270",
    );
  }
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
