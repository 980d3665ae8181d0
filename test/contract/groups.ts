import { expect } from "chai";
import { after, before, beforeEach, it } from "mocha";
import { type Emulator, startEmulator } from "../../emulator/index.js";
import { warnAboutDifferentValues } from "../../provider/core/operations.js";
import { ResourceKind } from "../../provider/core/resourceKind.js";
import type { ContainerGroupInputs } from "../../provider/generated/lifecycleTypes.js";
import { extractSecrets } from "../../provider/protocols/dynamic/extractedSecrets.js";
import { META } from "../../provider/protocols/dynamic/names.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { pickArguments, projectArguments } from "../../provider/schema/project.js";
import { collectTexts } from "../../provider/schema/secretTree.js";
import { fromWire, toWire } from "../../provider/schema/wire.js";
import { containerGroupLifecycle } from "../../provider/services/containerGroups/lifecycle.js";
import { containerGroupSchema as schema } from "../../provider/services/containerGroups/schema.js";
import { findDifferences } from "../../provider/services/containerGroups/takeover.js";
import { received } from "../protocols/stateValues.js";
import { refusal } from "../unit/support/groupService.js";
import { hooksOf, RecordingLog } from "../unit/support/hooks.js";
import { nock, useMockedNetwork } from "../unit/support/mockedNetwork.js";
import { respell } from "../unit/support/respell.js";
import { type GroupCase, groups, ID } from "./bodies/groups.js";
import { readRecordedGroups } from "./recordedGroups.js";

/**
 * Every case takes the whole way: request -> arguments -> `check` -> body (equal to the request) -> answer -> outputs without a
 * secret -> no difference, neither at once nor after a refresh.
 */

const ADDRESS = "https://service.test";

const plainGroup = {
  ...{ subscriptionId: "sub", resourceGroupName: "rg", containerGroupName: "group" },
  osType: "Linux",
  containers: [{ name: "web", image: "nginx", resources: { requests: { cpu: 1, memoryInGB: 1.5 } } }],
};

export function testGroups(): void {
  for (const one of [...groups, ...readRecordedGroups()]) testsOf(one);
  it("fields that an older API version does not have are refused", refusesNewerFields);
  it(
    "fields that the schema does not list are sent in their places, and compared as declared",
    takesUnlisted,
  );

  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ provisioningPolls: 0 });
  });
  after(() => emulator.close());
  beforeEach(() => {
    emulator.log.clear();
  });
  useMockedNetwork(/^127\.0\.0\.1:/);

  function testsOf(recorded: GroupCase): void {
    it(recorded.name, () => holds(recorded));
    it(`${recorded.name}, answered in other spellings`, () => holdsRespelled(recorded));
    it(`${recorded.name}, followed where the state is not known`, () => isFollowed(recorded));
    it(`${recorded.name}: an interrupted create recognises it`, () => isRecognised(recorded));
  }

  /** A create that runs again after a crash has to recognise its own group, and says what the service did not take. */
  function isRecognised({ request, answer, drift = [], unrecognised = drift }: GroupCase): void {
    const args = pickArguments(schema, fromWire(schema, request)) as ContainerGroupInputs;
    const fields = fromWire(schema, answer) as JsonObject;
    const { paths, undeclaredSecrets } = findDifferences(args, fields);
    expect([paths, undeclaredSecrets]).to.deep.equal([unrecognised, []]);
    const log = new RecordingLog();
    const kind = new ResourceKind(containerGroupLifecycle);
    warnAboutDifferentValues("create", kind, args as JsonObject, { id: "", answer: fields }, { log });
    const warning = `the service stored a different value than the one sent: ${drift.join(", ")}.`;
    expect(log.warnings).to.deep.equal(drift.length === 0 ? [] : [warning]);
  }

  /** A value that the service spells in another way is no difference. */
  async function holdsRespelled(recorded: GroupCase): Promise<void> {
    const args = argumentsOf(recorded);
    const program = inputs(args);
    const { inputs: checked } = await (await hooks(ADDRESS)).check({}, program);
    const respelled = toWire(schema, respell(schema, args)) as JsonObject;
    const body = { ...respelled, id: ID.toUpperCase() } as nock.Body;
    expectNoGroup();
    nock(ADDRESS).put(/./).query(true).reply(201, body);
    nock(ADDRESS).get(/./).query(true).reply(200, body);
    await settles(ADDRESS, "in other spellings", [], checked, program);
  }

  /** The recorded operation is asked until it ends, then the group; and what it is then is no difference. */
  async function isFollowed(recorded: GroupCase): Promise<void> {
    const { answer, drift = [] } = recorded;
    const program = inputs({ ...argumentsOf(recorded), waitForProvisioning: true });
    const { inputs: checked } = await (await hooks(ADDRESS)).check({}, program);
    const headers = { "cloud-AsyncOperation": `${ADDRESS}/operations/1` };
    expectNoGroup();
    nock(ADDRESS).put(/./).query(true).reply(201, inState(answer, "Running"), headers);
    for (const status of ["Creating", "Succeeded"])
      nock(ADDRESS).get("/operations/1").reply(200, { id: ID, status });
    nock(ADDRESS)
      .get(/containerGroups/)
      .times(2)
      .query(true)
      .reply(200, inState(answer, "Succeeded"));
    await settles(ADDRESS, "after its operation", drift, checked, program);
  }

  async function refusesNewerFields(): Promise<void> {
    const { hooks: older } = await hooksOf(containerGroupLifecycle, {
      "vendorcloud:resourceManagerUrl": ADDRESS,
      "vendorcloud:containerGroupsApiVersion": "2023-05-01",
    });
    const secret = {
      name: "token",
      identity: "/ids/shop",
      secretReferenceUri: "https://shop.vault.example/s/a",
    };
    const { failures = [] } = await older.check(
      {},
      { ...plainGroup, identity: { type: "UserAssigned" }, secretReferences: [secret] },
    );
    const reasons = failures.map(({ reason }) => reason).join();
    expect(reasons).to.include(
      "secretReferences: needs API version 2025-09-01 or newer, and this is 2023-05-01.",
    );
  }

  async function takesUnlisted(): Promise<void> {
    const [container] = plainGroup.containers;
    const args = {
      ...plainGroup,
      additionalProperties: { level: { value: 1 }, "/place": { name: "edge" } },
      containers: [{ ...container, additionalProperties: { mode: "on" } }],
    };
    const body = toWire(schema, args);
    expect(body).to.nested.include({
      "place.name": "edge",
      "properties.level.value": 1,
      "properties.containers[0].properties.mode": "on",
    });
    expect(JSON.stringify(body)).not.to.include("additionalProperties");
    const answer = { place: { name: "edge" }, properties: { level: { value: 3, other: true }, more: "x" } };
    const live = projectArguments(schema, args, fromWire(schema, answer));
    expect(live.additionalProperties).to.deep.equal({
      ...args.additionalProperties,
      level: { value: 3 },
    });
    const listed = { ...plainGroup, additionalProperties: { priority: "Spot", properties: {} } };
    const { failures = [] } = await (await hooks(ADDRESS)).check({}, listed);
    const reasons = failures.map(({ reason }) => reason).join();
    expect(reasons)
      .to.include("additionalProperties.priority: move it one level up, as `priority`")
      .and.include("additionalProperties.properties: move its fields one level up");
  }

  async function holds(recorded: GroupCase): Promise<void> {
    const args = argumentsOf(recorded);
    emulator.containerGroups.delete(ID);
    const program = inputs(args);
    const checked = await (await hooks(ADDRESS)).check({}, program);
    expect(checked.failures, "check finds nothing wrong").to.equal(undefined);
    expect(toWire(schema, args), "the body is the recorded one").to.deep.equal(recorded.request);

    expectNoGroup();
    nock(ADDRESS)
      .put(/./, toWire(schema, args) as nock.DataMatcherMap)
      .query(true)
      .reply(201, recorded.answer as nock.Body);
    nock(ADDRESS).get(/./).query(true).reply(200, recorded.answer);
    await settles(ADDRESS, "the answer", recorded.drift ?? [], checked.inputs, program);
    await settles(emulator.url, "the emulator's answer", [], checked.inputs, program);
    const sent = emulator.log.filter({ method: "PUT" }, { secrets: true });
    expect(sent.map(({ body }) => body)).to.deep.equal([recorded.request]);
  }

  /** Create, then nothing to do; refresh, then nothing to do, except where the answer really differs. */
  async function settles(
    address: string,
    what: string,
    drift: string[],
    checked: JsonObject,
    program: JsonObject,
  ): Promise<void> {
    const provider = await hooks(address);
    const { id, outs } = await provider.create(received(checked));
    expectNoSecret(outs, program, what);
    expect(await provider.diff(id, received(outs), received(checked)), what).to.deep.equal({
      changes: false,
    });

    const refreshed = await provider.read(id, received(outs));
    expectNoSecret(refreshed.props, program, what);
    const again = await provider.check(received(refreshed.inputs), program);
    const differing = Object.keys(again.inputs).filter(
      (key) => !isSame(again.inputs[key], refreshed.inputs[key]),
    );
    expect(differing.sort(), `${what}, after a refresh`).to.deep.equal(drift);
  }
}

/** A create under a name of the program's own begins with a read. */
function expectNoGroup(): void {
  nock(ADDRESS)
    .get(/containerGroups/)
    .query(true)
    .reply(404, refusal("ResourceNotFound"));
}

/** An answer with another provisioning state. */
function inState(body: JsonObject, provisioningState: string): nock.Body {
  return { ...body, properties: { ...(body.properties as JsonObject), provisioningState } } as nock.Body;
}

async function hooks(address: string) {
  const opened = await hooksOf(containerGroupLifecycle, {
    "vendorcloud:resourceManagerUrl": address,
    "vendorcloud:resourceManagerToken": "canary-token",
  });
  return opened.hooks;
}

function argumentsOf(recorded: GroupCase): JsonObject {
  const args = pickArguments(schema, fromWire(schema, recorded.request)) as JsonObject;
  const [, , subscriptionId, , resourceGroupName, , , , containerGroupName] = ID.split("/");
  return {
    ...args,
    subscriptionId,
    resourceGroupName,
    containerGroupName,
    waitForProvisioning: false,
  };
}

/** Arguments as a resource's constructor hands them over. */
function inputs(args: JsonObject): JsonObject {
  const { value, secrets } = extractSecrets(schema, args);
  return { ...(value as JsonObject), [META.secrets]: secrets };
}

/** No secret stands anywhere but in its wrapped place, and none of the texts that were extracted is left. */
function expectNoSecret(state: JsonObject, program: JsonObject, what: string): void {
  const { [META.secrets]: wrapped, ...shown } = state;
  const { [META.secrets]: extracted, ...open } = program;
  const shownAnyway = texts(open);
  const secrets = collectTexts(extracted).filter((text) => text !== "" && !shownAnyway.includes(text));
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
