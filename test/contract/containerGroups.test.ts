import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../emulator/index.js";
import { warnAboutDifferentValues } from "../../provider/core/operations.js";
import { ResourceKind } from "../../provider/core/resourceKind.js";
import type { ContainerGroupInputs } from "../../provider/generated/lifecycleTypes.js";
import { extractSecrets } from "../../provider/protocols/dynamic/extractedSecrets.js";
import { META } from "../../provider/protocols/dynamic/names.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { pickArguments } from "../../provider/schema/project.js";
import { collectTexts } from "../../provider/schema/secretTree.js";
import { fromWire, toWire } from "../../provider/schema/wire.js";
import { containerGroupLifecycle } from "../../provider/services/containerGroups/lifecycle.js";
import { containerGroupSchema as schema } from "../../provider/services/containerGroups/schema.js";
import { findDifferences } from "../../provider/services/containerGroups/takeover.js";
import { received } from "../protocols/stateValues.js";
import { errorText } from "../support/asRead.js";
import { skipRecordedCases } from "../support/recordedCases.js";
import { rejection } from "../unit/http/answers.js";
import { refusal } from "../unit/support/groupService.js";
import { hooksOf, RecordingLog } from "../unit/support/hooks.js";
import { nock, useMockedNetwork } from "../unit/support/mockedNetwork.js";
import { respell } from "../unit/support/respell.js";
import { type Answer, type Case, casesIn, type RecordedError, recordedErrors } from "./cases.js";
import { fixtures } from "./fixtures.js";

/**
 * Every case takes the whole way: recorded request -> arguments -> `check` -> body (equal to the recorded one)
 * -> recorded answer -> outputs without a secret -> no difference, neither at once nor after a refresh.
 */

const ADDRESS = "https://service.test";
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
      for (const recorded of cases ?? []) testsOf(recorded);
    });
  }

  describe("fixtures of the project", () => {
    for (const fixture of fixtures) testsOf(fixture);
  });

  describe("recorded errors", () => {
    const errors = recordedErrors();
    if (errors === undefined) skipRecordedCases("errors of container groups");
    for (const error of errors ?? []) it(`${error.name} is quoted`, () => isQuoted(error));
  });

  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ provisioningPolls: 0 });
  });
  after(() => emulator.close());
  beforeEach(() => {
    emulator.log.clear();
  });
  useMockedNetwork(/^127\.0\.0\.1:/);

  function testsOf(published: Case): void {
    const recorded = corrected(published);
    if (!isSame(recorded, published)) {
      it(`${published.name}, as published with a misspelt name, is refused`, async () => {
        const { failures } = await (await hooks(ADDRESS)).check({}, inputs(argumentsOf(published)));
        expect(failures?.map(({ reason }) => reason)).to.deep.equal([
          "containers[accdemo].securityContext.priviliged: not a documented field; did you mean privileged?",
        ]);
      });
    }
    it(recorded.name, () => holds(recorded));
    if (isMalformed(recorded)) return;
    it(`${recorded.name}, answered in other spellings`, () => holdsRespelled(recorded));
    if (recorded.polls.length > 0) {
      it(`${recorded.name}, followed where the state is not known`, () => isFollowed(recorded));
    }
  }

  /** A value that the service spells in another way is no difference. */
  async function holdsRespelled(recorded: Case): Promise<void> {
    const args = argumentsOf(recorded);
    const program = inputs(args);
    const { inputs: checked } = await (await hooks(ADDRESS)).check({}, program);
    const respelled = toWire(schema, respell(schema, args)) as JsonObject;
    const body = { ...respelled, id: idOf(recorded).toUpperCase() } as nock.Body;
    expectNoGroup();
    nock(ADDRESS).put(/./).query(true).reply(201, body);
    nock(ADDRESS).get(/./).query(true).reply(200, body);
    await settles(ADDRESS, "in other spellings", [], checked, program);
  }

  /** The recorded operation is asked until it ends, then the group; and what it is then is no difference. */
  async function isFollowed(recorded: Case): Promise<void> {
    const { answers, polls } = recorded;
    const program = inputs({ ...argumentsOf(recorded), waitForProvisioning: true });
    const { inputs: checked } = await (await hooks(ADDRESS)).check({}, program);
    const [first] = Object.values(answers);
    const last = answers["final GET"] ?? first;
    const headers = { "cloud-AsyncOperation": `${ADDRESS}/operations/1` };
    expectNoGroup();
    nock(ADDRESS).put(/./).query(true).reply(201, inState(first, "Running"), headers);
    const followed = [
      ...polls.slice(0, -1),
      { status: 200, body: { ...polls.at(-1)?.body, status: "Succeeded" } },
    ];
    for (const { status, body } of followed) nock(ADDRESS).get("/operations/1").reply(status, body);
    nock(ADDRESS)
      .get(/containerGroups/)
      .times(2)
      .query(true)
      .reply(200, inState(last, "Succeeded"));
    await settles(ADDRESS, "after its operation", DRIFT[recorded.name] ?? [], checked, program);
  }

  async function isQuoted({ status_code: status, body }: RecordedError): Promise<void> {
    const { code, message } = body.error;
    const program = inputs({
      ...{ subscriptionId: "sub", resourceGroupName: "rg", containerGroupName: "group" },
      osType: "Linux",
      containers: [{ name: "web", image: "nginx", resources: { requests: { cpu: 1, memoryInGB: 1.5 } } }],
    });
    const { inputs: checked } = await (await hooks(ADDRESS)).check({}, program);
    expectNoGroup();
    if (body.status === undefined) {
      nock(ADDRESS)
        .persist()
        .put(/./)
        .query(true)
        .reply(status ?? 400, body);
    } else {
      const headers = { "cloud-AsyncOperation": `${ADDRESS}/operations/1` };
      nock(ADDRESS).put(/./).query(true).reply(201, inState(undefined, "Running"), headers);
      nock(ADDRESS)
        .get("/operations/1")
        .reply(status ?? 200, body);
      nock(ADDRESS).get(/./).query(true).reply(200, inState(undefined, "Failed"));
    }
    const error = await rejection((await hooks(ADDRESS)).create(received(checked)));
    const text = code === undefined ? message : `${code}: ${message}`;
    expect(errorText(error)).to.include(text.replace(/\s+/g, " "));
  }

  async function holds(recorded: Case): Promise<void> {
    const args = argumentsOf(recorded);
    emulator.containerGroups.delete(idOf(recorded));
    const program = inputs(args);
    const checked = await (await hooks(ADDRESS)).check({}, program);
    if (isMalformed(recorded)) {
      expect(checked.failures?.map(({ reason }) => reason)).to.include("osType: required");
      return;
    }
    expect(checked.failures, "check finds nothing wrong").to.equal(undefined);
    expect(toWire(schema, args), "the body is the recorded one").to.deep.equal(
      withoutResponseOnly(recorded.request),
    );

    for (const [name, answer] of Object.entries(recorded.answers)) {
      expectNoGroup();
      nock(ADDRESS)
        .put(/./, toWire(schema, args) as nock.DataMatcherMap)
        .query(true)
        .reply(answer.status, answer.body as nock.Body);
      nock(ADDRESS).get(/./).query(true).reply(200, answer.body);
      const drift = DRIFT[recorded.name] ?? [];
      await settles(ADDRESS, `answer "${name}"`, drift, checked.inputs, program);
    }
    await settles(emulator.url, "the emulator's answer", [], checked.inputs, program);
    const sent = emulator.log.filter({ method: "PUT" }, { secrets: true });
    expect(sent.map(({ body }) => body)).to.deep.equal([withoutResponseOnly(recorded.request)]);
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
});

/** A create under a name of the program's own begins with a read. */
function expectNoGroup(): void {
  nock(ADDRESS)
    .get(/containerGroups/)
    .query(true)
    .reply(404, refusal("ResourceNotFound"));
}

/** An answer with another provisioning state. */
function inState(answer: Answer | undefined, provisioningState: string): nock.Body {
  const body: Answer["body"] = answer?.body ?? { id: ID };
  return { ...body, properties: { ...(body.properties as JsonObject), provisioningState } } as nock.Body;
}

async function hooks(address: string) {
  const opened = await hooksOf(containerGroupLifecycle, {
    // A refusal that passes is waited for by few attempts.
    "vendorcloud:retryBaseDelayMs": "300000",
    "vendorcloud:retryMaxDelayMs": "300000",
    "vendorcloud:resourceManagerUrl": address,
    "vendorcloud:resourceManagerToken": "canary-token",
  });
  return opened.hooks;
}

function argumentsOf(recorded: Case): JsonObject {
  const args = pickArguments(schema, fromWire(schema, recorded.request)) as JsonObject;
  const [, , subscriptionId, , resourceGroupName, , , , containerGroupName] = idOf(recorded).split("/");
  return {
    ...args,
    subscriptionId,
    resourceGroupName,
    containerGroupName,
    waitForProvisioning: false,
  };
}

/** The group that the answers are about. */
function idOf({ answers }: Case): string {
  const [first] = Object.values(answers);
  return first === undefined ? ID : String(first.body.id);
}

/** Arguments as a resource's constructor hands them over. */
function inputs(args: JsonObject): JsonObject {
  const { value, secrets } = extractSecrets(schema, args);
  return { ...(value as JsonObject), [META.secrets]: secrets };
}

/** A body that was published for years with everything outside `properties`: to be refused, with the reason. */
function isMalformed({ request }: Case): boolean {
  return (request.properties as JsonObject).osType === undefined;
}

/** One example of the documents misspells a name in the request, and not in the response. */
function corrected(published: Case): Case {
  return JSON.parse(JSON.stringify(published).replaceAll('"priviliged"', '"privileged"')) as Case;
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

/** Samples whose request and answer are not of one group. */
const CONTRADICTORY = ["containergroups/spec-2017-10-01-preview", "containergroups/spec-2019-12-01-sample"];

/** A create that runs again after a crash has to recognise its own group by what the service answers. */
describe("contract: a group that an interrupted create has left", () => {
  const cases = casesIn("containergroups");
  if (cases === undefined) skipRecordedCases("groups that an interrupted create has left");
  for (const { name, request, answers } of cases ?? []) {
    const args = pickArguments(schema, fromWire(schema, request)) as ContainerGroupInputs;
    for (const [title, { status, body }] of Object.entries(answers)) {
      if (status !== 200 || body.properties === undefined || CONTRADICTORY.includes(name)) continue;
      it(`${name}, ${title}: is as declared`, () => {
        const { paths, undeclaredSecrets } = findDifferences(args, fromWire(schema, body) as JsonObject);
        expect([paths, undeclaredSecrets]).to.deep.equal([[], []]);
      });
    }
  }
});

/** A published answer that holds something else than was sent. */
const STORED_DIFFERENTLY: Record<string, string[]> = {
  "containergroups/spec-2019-12-01-sample": [
    "the service stored a different value than the one sent: location, containers[my-containergroup], containers[my-contianergroup].",
  ],
};

describe("contract: what a service kept of what it was sent", () => {
  const cases = casesIn("containergroups");
  if (cases === undefined) skipRecordedCases("what a service kept of what it was sent");
  const kind = new ResourceKind(containerGroupLifecycle);
  for (const { name, request, answers } of cases ?? []) {
    for (const [title, { status, body }] of Object.entries(answers)) {
      it(`${name}, ${title}`, () => {
        const log = new RecordingLog();
        const args = pickArguments(kind.schema, fromWire(kind.schema, request));
        const answer = fromWire(kind.schema, body);
        const operation = status === 201 ? "create" : "update";
        warnAboutDifferentValues(operation, kind, args, { id: "", answer }, { log });
        expect(log.warnings).to.deep.equal(STORED_DIFFERENTLY[name] ?? []);
      });
    }
  }
});
