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
import { refusal } from "../unit/support/groupService.js";
import { RecordingLog } from "../unit/support/hooks.js";
import { respell } from "../unit/support/respell.js";
import { type GroupCase, groups, ID } from "./bodies/groups.js";
import { readRecordedGroups } from "./recordedGroups.js";
import { replaying } from "./replay.js";
import { resource, settles } from "./resources.js";

/**
 * Every case takes the whole way: request -> arguments -> `check` -> body (equal to the request) -> answer -> outputs without a
 * secret -> no difference, neither at once nor after a refresh.
 */

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

  function testsOf(recorded: GroupCase): void {
    it(recorded.name, async () => {
      await isAnswered(recorded, recorded.answer, recorded.drift);
      await holdsAtTheEmulator(recorded);
    });
    it(`${recorded.name}, answered in other spellings`, () => {
      const respelled = toWire(schema, respell(schema, argumentsOf(recorded))) as JsonObject;
      return isAnswered(recorded, { ...respelled, id: ID.toUpperCase() });
    });
    it(`${recorded.name}: an interrupted create recognises it`, () => isRecognised(recorded));
  }

  async function holdsAtTheEmulator(recorded: GroupCase): Promise<void> {
    emulator.containerGroups.delete(ID);
    await holds(recorded, emulator.url);
    const sent = emulator.log.filter({ method: "PUT" }, { secrets: true });
    expect(sent.map(({ body }) => body)).to.deep.equal([recorded.request]);
  }
}

/** The service has no group, takes the recorded request, and has `answer` from then on. */
function isAnswered(recorded: GroupCase, answer: JsonObject, drift?: string[]): Promise<void> {
  const path = `${ID}?api-version=2023-05-01`;
  const missing = { status: 404, body: refusal("ResourceNotFound") };
  const exchanges = [
    { method: "GET", path, answer: missing },
    { method: "PUT", path, body: recorded.request, answer: { status: 201, body: answer } },
    { method: "GET", path, answer: { body: answer } },
  ];
  return replaying(exchanges, (url) => holds(recorded, url, drift));
}

/** Neither a difference nor a secret in what the state holds, except where the answer really differs. */
async function holds(recorded: GroupCase, url: string, drift?: string[]): Promise<void> {
  const program = inputs(argumentsOf(recorded));
  const { outs, props } = await settles(await resource(containerGroupLifecycle, url), program, drift);
  for (const state of [outs, props]) expectNoSecret(state, program);
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

async function refusesNewerFields(): Promise<void> {
  const secretReferences = [
    { name: "token", identity: "/ids/shop", secretReferenceUri: "https://shop.vault.example/s/a" },
  ];
  const args = { ...plainGroup, identity: { type: "UserAssigned" }, secretReferences };
  const { hooks } = await resource(containerGroupLifecycle, "https://service.test");
  const { failures = [] } = await hooks.check({}, args);
  expect(failures.map(({ reason }) => reason).join()).to.include(
    "secretReferences: needs API version 2025-09-01 or newer, and this is 2023-05-01.",
  );
}

function takesUnlisted(): void {
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
  const expected = { ...args.additionalProperties, level: { value: 3 } };
  expect(live.additionalProperties).to.deep.equal(expected);
}

function argumentsOf({ request }: GroupCase): JsonObject {
  const args = pickArguments(schema, fromWire(schema, request)) as JsonObject;
  const [, , subscriptionId, , resourceGroupName, , , , containerGroupName] = ID.split("/");
  const names = { subscriptionId, resourceGroupName, containerGroupName };
  return { ...args, ...names, waitForProvisioning: false } as JsonObject;
}

/** Arguments as a resource's constructor hands them over. */
function inputs(args: JsonObject): JsonObject {
  const { value, secrets } = extractSecrets(schema, args);
  return { ...(value as JsonObject), [META.secrets]: secrets };
}

/** No secret stands anywhere but in its wrapped place, and none of the texts that were extracted is left. */
function expectNoSecret(state: JsonObject, program: JsonObject): void {
  const { [META.secrets]: wrapped, ...shown } = state;
  const { [META.secrets]: extracted, ...open } = program;
  const shownAnyway = texts(open);
  const secrets = collectTexts(extracted).filter((text) => text !== "" && !shownAnyway.includes(text));
  for (const text of texts(shown)) expect(secrets).not.to.include(text);
  for (const value of Object.values((wrapped as JsonObject) ?? {})) {
    expect(value).to.have.property("4dabf18193072939515e22adb298388d", "1b47061264138c4ac30d75fd1eb44270");
  }
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
}
