import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { Lifecycle } from "../../../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../../../provider/services/containerGroups/lifecycle.js";
import { args, expectNoGroup, group, ID, lost, refusal, service } from "../../support/groupService.js";
import { testContext } from "../../support/hooks.js";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";

/** Creates a group: what it answers, and what its user sees meanwhile. */
async function created(changes: JsonObject = {}, configuration: Record<string, string> = {}) {
  const { log, clock, ...context } = testContext(configuration);
  const lifecycle: Lifecycle = containerGroupLifecycle;
  const live = await lifecycle.create({ ...args, ...changes }, { ...context, log });
  return { live, state: live.answer.provisioningState, ...log, waits: clock.waits };
}

const everySecond = { "vendorcloud:retryStrategy": "fixed" };
const once = { "vendorcloud:retryMaxAttempts": "1" };

describe("creating a container group", () => {
  useMockedNetwork();
  beforeEach(() => expectNoGroup());

  it("warns when the group existed already and was taken over", async () => {
    service.put().reply(200, group());
    expect((await created()).warnings).to.deep.equal([
      `the group 'web' in 'demo' already existed. It was changed to match the program. The whole group was sent, which may restart its containers. ` +
        "These secrets cannot be compared with those of the service: diagnostics.logAnalytics.workspaceKey. This stack now manages it.",
    ]);
  });

  it("does not speak of another's group when an earlier attempt of its own may have made it", async () => {
    service.put().replyWithError(lost);
    service.put().reply(200, group());
    expect((await created()).warnings.join()).not.to.include("already existed");
  });

  it("encodes what stands in the path", async () => {
    const name = "a b#c?d%20é";
    const id = ID.replace(/web$/, encodeURIComponent(name));
    const path = ID.replace(/web$/, name);
    nock.cleanAll();
    expectNoGroup(id);
    service.put(id).reply(201, { ...group(), id: path, name });
    expect((await created({ containerGroupName: name })).live.id).to.equal(path);
  });

  it("waits until provisioning is over, with progress on the row", async () => {
    service.put().reply(201, group("Pending"));
    service.get().reply(200, group("Creating"), { "Retry-After": "7" });
    service.get().reply(200, group("Succeeded", { ipAddress: { ip: "1.2.3.4" } }));
    const { live, progressed, waits } = await created();
    expect(live.answer).to.deep.include({ provisioningState: "Succeeded", ipAddress: { ip: "1.2.3.4" } });
    expect(progressed).to.deep.equal(["Pending, 0 s", "Creating, 1 s", "Succeeded, 8 s"]);
    expect(waits).to.deep.equal([1000, 7000]);
  });

  it("takes a state that is not known when it no longer changes, and says so in one line", async () => {
    service.put().reply(201, group("Warm\nand \u001b[31modd"));
    service.get().times(6).reply(200, group("Warm\nand \u001b[31modd"));
    const { waits, warnings } = await created({}, { "vendorcloud:pollIntervalSeconds": "10" });
    expect(waits).to.have.length(6);
    expect(warnings).to.deep.equal([
      "the service reports the unknown provisioning state Warm and odd. It has not changed for 60 seconds and is treated as final.",
    ]);
  });

  it("does not wait with `waitForProvisioning: false`", async () => {
    service.put().reply(201, group("Pending"));
    const { live, state } = await created({ waitForProvisioning: false });
    expect(state).to.equal("Pending");
    expect(live.storedDifferently, "not known before the state is final").to.deep.equal([]);
  });

  it("leaves a final response to be compared with what was sent", async () => {
    service.put().reply(201, group());
    expect((await created({ waitForProvisioning: false })).live).not.to.have.property("storedDifferently");
  });

  it("continues with a warning where the service does not answer questions", async () => {
    service.put().reply(201, group("Pending"));
    service.get().reply(405);
    const { state, warnings } = await created();
    expect([state, warnings.length]).to.deep.equal(["Pending", 1]);
    expect(warnings[0]).to.include("its provisioning is not awaited");
  });

  it("waits while the service refuses the group for a time, whatever the number of attempts, and says so", async () => {
    const code = "ContainerGroupTransitioning";
    service.put().times(90).reply(409, refusal(code));
    service.put().reply(201, group());
    const { live, waits, progressed } = await created({}, { ...everySecond, ...once });
    expect(live.id).to.equal(ID);
    expect(waits).to.deep.equal(Array(90).fill(1000));
    expect(progressed[0]).to.equal(`retrying in 1 s: 409 Conflict (${code})`);
  });

  it("is asked for again while it does not show after its creation", async () => {
    service.put().reply(201, group("Pending"));
    service.get().reply(404, refusal("ResourceNotFound"));
    service.get().reply(404);
    service.get().reply(200, group());
    const { state, progressed } = await created({}, everySecond);
    expect(state).to.equal("Succeeded");
    expect(progressed).to.deep.equal([
      "Pending, 0 s",
      "retrying in 1 s: 404 Not Found (ResourceNotFound)",
      "retrying in 1 s: 404 Not Found",
      "Succeeded, 3 s",
    ]);
  });
});
