import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { Lifecycle } from "../../../../provider/contract/lifecycle.js";
import { containerGroupLifecycle } from "../../../../provider/services/containerGroups/lifecycle.js";
import { errorFields } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import {
  args,
  expectNoGroup,
  group,
  ID,
  lost,
  operation,
  refusal,
  service,
} from "../../support/groupService.js";
import { testContext } from "../../support/hooks.js";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";

const lifecycle: Lifecycle = containerGroupLifecycle;

const create = (context = testContext(), changes = {}) => lifecycle.create({ ...args, ...changes }, context);

describe("creating a container group", () => {
  useMockedNetwork();
  beforeEach(() => expectNoGroup());

  it("sends the whole body, secrets included, and logs nothing when it succeeds", async () => {
    service.put().reply(201, group());
    const context = testContext();
    const live = await create(context);
    expect(live.id).to.equal(ID);
    expect(live.answer).to.deep.include({ name: "web", osType: "Linux", provisioningState: "Succeeded" });
    expect([context.log.warnings, context.log.progressed, context.clock.waits]).to.deep.equal([[], [], []]);
  });

  it("warns when the group existed already and was taken over", async () => {
    service.put().reply(200, group());
    const context = testContext();
    await create(context);
    expect(context.log.warnings).to.deep.equal([
      `${ID} already existed. It was changed to match the program, and this stack now manages it.`,
    ]);
  });

  it("does not speak of another's group when an earlier attempt of its own may have made it", async () => {
    service.put().replyWithError(lost);
    service.put().reply(200, group());
    const context = testContext();
    await create(context);
    expect(context.log.warnings.join()).not.to.include("already existed");
  });

  it("encodes what stands in the path", async () => {
    const name = "a b#c?d%20é";
    const id = ID.replace(/web$/, encodeURIComponent(name));
    const path = ID.replace(/web$/, name);
    nock.cleanAll();
    expectNoGroup(id);
    service.put(id).reply(201, { ...group(), id: path, name });
    const live = await create(testContext(), { containerGroupName: name });
    expect(live.id).to.equal(path);
  });

  it("waits until provisioning is over, with progress on the row", async () => {
    service.put().reply(201, group("Pending"));
    service.get().reply(200, group("Creating"), { "Retry-After": "7" });
    service.get().reply(200, group("Succeeded", { ipAddress: { ip: "1.2.3.4" } }));
    const context = testContext();
    const live = await create(context);
    expect(live.answer).to.deep.include({ provisioningState: "Succeeded", ipAddress: { ip: "1.2.3.4" } });
    expect(context.log.progressed).to.deep.equal(["Pending, 0 s", "Creating, 1 s", "Succeeded, 8 s"]);
    expect(context.clock.waits).to.deep.equal([1000, 7000]);
  });

  it("follows the operation of a group in a state that is not known, then reads the group", async () => {
    service.put().reply(201, group("Running"), { ...operation, "Retry-After": "3" });
    service.operation().reply(202, { status: "InProgress", percentComplete: 40 }, { "Retry-After": "9" });
    service.operation().reply(200, { status: "Succeeded", properties: { events: [] } });
    service.get().reply(200, group("Running", { ipAddress: { ip: "1.2.3.4" } }));
    const context = testContext();
    const live = await create(context);
    expect(live.answer).to.deep.include({ provisioningState: "Running", ipAddress: { ip: "1.2.3.4" } });
    expect(context.log.progressed).to.deep.equal([
      "Accepted, 0 s",
      "InProgress, 40 %, 3 s",
      "Succeeded, 12 s",
    ]);
    expect([context.clock.waits, context.log.warnings]).to.deep.equal([[3000, 9000], []]);
  });

  for (const [fact, headers, prepare] of [
    ["is not announced", {}, () => {}],
    [
      "has an address that must not be asked",
      { "cloud-AsyncOperation": "http://service.example/1" },
      () => {},
    ],
    ["is not found", operation, () => service.operation().reply(404, refusal("NotFound"))],
    ["is refused", operation, () => service.operation().reply(403, refusal("Forbidden"))],
    ["is a page", operation, () => service.operation().reply(200, "<html></html>")],
  ] as const) {
    it(`reads the group in a state that is not known until it ends, where the operation ${fact}`, async () => {
      service.put().reply(201, group("Running"), headers);
      prepare();
      service.get().reply(200, group("Running"));
      service.get().reply(200, group());
      const context = testContext();
      expect((await create(context)).answer.provisioningState).to.equal("Succeeded");
      expect(context.log.warnings).to.deep.equal([]);
    });
  }

  it("takes a state that is not known when it no longer changes, and says so in one line", async () => {
    service.put().reply(201, group("Warm\nand \u001b[31modd"));
    service.get().times(6).reply(200, group("Warm\nand \u001b[31modd"));
    const context = testContext({ "vendorcloud:pollIntervalSeconds": "10" });
    await create(context);
    expect(context.clock.waits).to.have.length(6);
    expect(context.log.warnings).to.deep.equal([
      "the service reports the unknown provisioning state Warm and odd. It has not changed for 60 seconds and is treated as final.",
    ]);
  });

  it("follows the operation where the service does not answer questions about the group", async () => {
    service.put().reply(201, group("Pending"), operation);
    service.get().reply(405);
    service.operation().reply(200, { status: "Succeeded" });
    const context = testContext();
    await create(context);
    expect(context.log.warnings).to.deep.equal([]);
  });

  it("does not wait with `waitForProvisioning: false`", async () => {
    service.put().reply(201, group("Pending"));
    const live = await create(testContext(), { waitForProvisioning: false });
    expect(live.answer.provisioningState).to.equal("Pending");
    expect(live.untaken, "not known before the state is final").to.deep.equal([]);
  });

  it("leaves a final response to be compared with what was sent", async () => {
    service.put().reply(201, group());
    expect(await create(testContext(), { waitForProvisioning: false })).not.to.have.property("untaken");
  });

  it("continues with a warning where the service does not answer questions", async () => {
    service.put().reply(201, group("Pending"));
    service.get().reply(405);
    const context = testContext();
    expect((await create(context)).answer.provisioningState).to.equal("Pending");
    expect(context.log.warnings).to.have.length(1);
    expect(context.log.warnings[0]).to.include("its provisioning is not awaited");
  });

  for (const [code, message, seconds] of [
    ["ContainerGroupTransitioning", "The group is still transitioning.", 90],
    ["ServiceAssociationLinkNotReady", "Please try again later.", 20],
    ["RegistryErrorResponse", "An error response is received from the registry. Please retry later.", 20],
  ] as const) {
    it(`waits ${seconds} s while the service refuses the group with ${code}, and says so`, async () => {
      const context = testContext({
        "vendorcloud:retryStrategy": "fixed",
        "vendorcloud:retryMaxAttempts": "1",
      });
      service.put().times(seconds).reply(409, refusal(code, message));
      service.put().reply(201, group());
      expect((await create(context)).id).to.equal(ID);
      expect(context.clock.waits).to.deep.equal(Array(seconds).fill(1000));
      expect(context.log.progressed[0]).to.equal(`retrying in 1 s: 409 Conflict (${code})`);
    });
  }

  it("is asked for again while it does not show after its creation", async () => {
    service.put().reply(201, group("Pending"));
    service.get().reply(404, refusal("ResourceNotFound"));
    service.get().reply(404);
    service.get().reply(200, group());
    const context = testContext({ "vendorcloud:retryStrategy": "fixed" });
    expect((await create(context)).answer.provisioningState).to.equal("Succeeded");
    expect(context.log.progressed).to.deep.equal([
      "Pending, 0 s",
      "retrying in 1 s: 404 Not Found (ResourceNotFound)",
      "retrying in 1 s: 404 Not Found",
      "Succeeded, 3 s",
    ]);
  });

  it("does not try again after another conflict", async () => {
    service.put().reply(409, refusal("Taken"));
    expect(errorFields(await rejection(create()))).to.include({ status: 409, code: "Taken" });
  });
});
