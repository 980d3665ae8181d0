import { expect } from "chai";
import { after, before, it } from "mocha";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox, SUBSCRIPTION } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";

const system = `/subscriptions/${SUBSCRIPTION}/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00`;
const database = (name: string): string => `${system}/databaseInstances/${name}`;

/** Services whose reads lag behind their writes, and that refuse a change for a time. One command has all of them. */
overBothProtocols("e2e: late responses and temporary refusals", function (protocol) {
  this.timeout(120_000);

  const groups = ["late", "joining", "registry", "outlasting"];
  const stops = ["lagging", "elsewhere", "relative", "other-header", "result-only", "refused"];
  let sandbox: Sandbox;
  let stack: TestStack;
  let up: Outcome;
  let destroy: Outcome;
  let progress = "";

  const program = (isBusy: boolean) => async () => {
    const { ContainerGroup, DatabaseInstanceStop } = sandbox.vendorcloud;
    const container = { name: "web", image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } };
    const group = (name: string, customTimeouts = {}) =>
      new ContainerGroup(
        name,
        { resourceGroupName: "demo", containerGroupName: name, osType: "Linux", containers: [container] },
        { customTimeouts },
      );
    for (const name of groups) group(name, name === "registry" ? { read: "1s" } : {});
    // Dynamic resources do not receive the option.
    if (isBusy && protocol.name === "native") group("slow", { create: "1s" });
    for (const databaseInstanceName of stops)
      new DatabaseInstanceStop(databaseInstanceName, {
        resourceGroupName: "erp",
        erpVirtualInstanceName: "X00",
        databaseInstanceName,
      });
  };
  const statuses = (method: string, path: string) =>
    sandbox.emulator.log.filter({ method, path }).map(({ status }) => status);

  before(async () => {
    sandbox = await protocol.open({ provisioningPolls: 1 });
    const { erp, faults, url } = sandbox.emulator;
    const refused = (code: string, more: object = {}) => ({
      ...{ status: 409, body: { error: { code, message: "Please try again later." } } },
      ...more,
    });
    const missing = { status: 404, body: { error: { code: "ResourceNotFound", message: "Not here." } } };
    const get = (path: string) => ({ method: "GET", path });
    const put = (name: string) => ({ method: "PUT", path: groupId(name) });

    // The first read finds out whether the group exists already.
    faults.add({ match: get(groupId("late")), fault: { latencyMs: 0 } });
    faults.add({ match: get(groupId("late")), fault: missing });
    faults.add({ match: get(groupId("late")), fault: { empty: 404 } });
    const joining = refused("ServiceAssociationLinkNotReady", { retryAfter: 1 });
    faults.add({ match: put("joining"), seconds: 1, fault: joining });
    faults.add({ match: put("registry"), times: 7, fault: refused("RegistryErrorResponse") });
    const outlasting = refused("ContainerGroupTransitioning", { retryAfter: 3600 });
    faults.add({ match: put("outlasting"), fault: outlasting });
    faults.add({ match: put("slow"), fault: { stuck: true } });

    for (const name of stops) erp.put(database(name), { location: name });
    faults.add({ match: get("locations/lagging/"), times: 2, fault: missing });
    erp.plan(database("elsewhere"), { statusOrigin: url.replace("127.0.0.1", "localhost") });
    erp.plan(database("relative"), { statusOrigin: "" });
    erp.plan(database("other-header"), { statusHeader: "Operation-Location" });
    erp.plan(database("result-only"), { statusHeader: "location" });
    const stopping = refused("ContainerGroupTransitioning");
    faults.add({ match: { method: "POST", path: database("refused") }, times: 7, fault: stopping });

    stack = await sandbox.stack("late", program(true));
    up = await stack.up(program(true), {
      continueOnError: true,
      onEvent: ({ diagnosticEvent }) => {
        if (diagnosticEvent?.ephemeral) progress += diagnosticEvent.message;
      },
    });
  });
  after(() => sandbox.close());

  it("a group that the service does not find right after its creation is read again", () => {
    expect(up.text).not.to.include("ContainerGroup 'late'");
    expect(statuses("GET", groupId("late")).slice(0, 3)).to.deep.equal([404, 404, 404]);
    expect(sandbox.emulator.containerGroups.effects(groupId("late")).creates).to.equal(1);
  });

  it("a group is sent again until a temporary refusal ends, with progress messages", () => {
    for (const name of ["joining", "registry"]) {
      expect(up.text).not.to.include(`ContainerGroup '${name}': create failed`);
      expect(sandbox.emulator.containerGroups.effects(groupId(name)).creates).to.equal(1);
    }
    expect(statuses("PUT", groupId("registry"))).to.deep.equal([...Array(7).fill(409), 201]);
    expect(progress).to.include("retrying in 1 s: 409 Conflict (ServiceAssociationLinkNotReady)");
  });

  it("a temporary refusal that outlasts the operation is an error that says to run the command again", () => {
    expect(up.text).to.match(
      /ContainerGroup 'outlasting': create failed: 409 ContainerGroupTransitioning: .+?Run `pulumi up` again/s,
    );
    expect(statuses("PUT", groupId("outlasting"))).to.deep.equal([409]);
  });

  if (protocol.name === "native")
    it("an error states a time-out of one second", () => {
      expect(up.text).to.include(
        "ContainerGroup 'slow': create failed: the group is still in state Pending after 1 s.",
      );
    });

  it("a stop is followed to its end at the address of its status or its result, whatever header names it", () => {
    expect(up.text).not.to.match(/DatabaseInstanceStop '[\w-]+': create failed/);
    for (const name of stops)
      expect([
        name,
        sandbox.emulator.erp.status(database(name)),
        sandbox.emulator.erp.stops(database(name)),
      ]).to.deep.equal([name, "Offline", 1]);
    expect(statuses("GET", "locations/lagging/")).to.deep.equal([404, 404, 202, 202, 200]);
    expect(statuses("GET", "locations/relative/")).to.deep.equal([202, 202, 200]);
    expect(statuses("GET", "locations/other-header/")).to.deep.equal([202, 202, 200]);
    expect(statuses("GET", "operationResults")).to.deep.equal([202, 202, 200]);
  });

  it("if a status at another host requires a token, the instance is polled instead", () => {
    const asked = sandbox.emulator.log.filter({ method: "GET", path: "locations/elsewhere/" });
    expect(asked.map(({ status, tokenHash }) => [status, tokenHash])).to.deep.equal([[401, undefined]]);
    expect(up.text).not.to.include("it may have expired");
    expect(statuses("GET", database("elsewhere")).length).to.be.above(1);
  });

  it("the next run repeats only the failed operations", async () => {
    const isReady = program(false);
    const next = await stack.up(isReady);
    expect(next.failed, next.text).to.equal(false);
    const last = await stack.preview(isReady);
    expect([last.operations, last.requests]).to.deep.equal([{ same: groups.length + stops.length }, 0]);
  });

  if (protocol.name === "native")
    it("a read with a time-out of a second waits no longer", async () => {
      const fault = { status: 429, retryAfter: 3 };
      for (const name of ["registry", "joining"])
        sandbox.emulator.faults.add({ match: { method: "GET", path: groupId(name) }, fault });
      const { failed, text } = await stack.refresh();
      expect(failed).to.equal(true);
      // It is refused, or not sent at all, where the service has asked for the delay before.
      expect(text).to.match(/ContainerGroup 'registry': read failed: (429|.*not sent)/);
      expect(text).not.to.include("ContainerGroup 'joining': read failed");
      expect((await stack.preview(program(false))).operations).to.deep.equal({
        same: groups.length + stops.length,
      });
    });

  it("a deletion is sent again after a temporary refusal, and needs no body in its response", async () => {
    const { faults } = sandbox.emulator;
    const error = { code: "ContainerGroupTransitioning", message: "Later." };
    const match = (name: string) => ({ method: "DELETE", path: groupId(name) });
    faults.add({ match: match("late"), times: 7, fault: { status: 409, body: { error } } });
    faults.add({ match: match("joining"), fault: { amend: { body: null } } });
    destroy = await stack.destroy();
    expect(destroy.failed, destroy.text).to.equal(false);
    expect(statuses("DELETE", groupId("late"))).to.deep.equal([...Array(7).fill(409), 200]);
    expect(sandbox.emulator.containerGroups.list()).to.deep.equal([]);
  });
});
