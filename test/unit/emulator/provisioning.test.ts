import { expect } from "chai";
import { describe, it } from "mocha";
import { container, group, useClient, WEB } from "./support.js";

describe("provisioning of a container group", () => {
  const { emulator, send } = useClient({ provisioningPolls: 2 });
  const put = () => send("PUT", WEB, group());
  const operationOf = (answer: { headers: Headers }) => answer.headers.get("cloud-AsyncOperation") ?? "";
  const statusOf = async (operation: string) => (await send("GET", operation)).body;
  const stateOf = async () => (await send("GET", WEB)).body.properties.provisioningState;
  /** States at the next reads. */
  const statesOf = async (reads: number) => {
    const states: string[] = [];
    for (let read = 0; read < reads; read++) states.push(await stateOf());
    return states.join();
  };

  it("ends after as many reads of the group as were configured", async () => {
    await put();
    expect(await statesOf(3)).to.equal("Pending,Pending,Succeeded");
    const { body } = await send("GET", WEB);
    expect(body.properties.instanceView.state).to.equal("Running");
  });

  it("ends after as many reads of the operation, or of both together", async () => {
    const operation = operationOf(await put());
    expect((await statusOf(operation)).status).to.equal("Pending");
    expect(await stateOf()).to.equal("Pending");
    const done = await statusOf(operation);
    expect(done).to.include({ id: WEB, status: "Succeeded" }).and.not.have.property("error");
    expect(new Date(done.startTime).toISOString()).to.equal(done.startTime);
    expect(done.properties.events.map(({ name }: { name: string }) => name)).to.deep.equal([
      "Pulling",
      "Pulled",
      "Started",
    ]);
    expect(await stateOf()).to.equal("Succeeded");
  });

  it("is not moved on by a list", async () => {
    const operation = operationOf(await put());
    for (let reads = 0; reads < 5; reads++) {
      await send("GET", WEB.slice(0, WEB.lastIndexOf("/")));
    }
    expect((await statusOf(operation)).status).to.equal("Pending");
  });

  it("begins anew with an update, and the operation before is cancelled", async () => {
    const first = operationOf(await put());
    const second = operationOf(await put());
    expect(await statusOf(first)).to.include({ status: "Canceled" });
    expect((await statusOf(first)).error.code).to.equal("OperationPreempted");
    expect((await statusOf(second)).status).to.equal("Pending");
  });

  it("is cancelled when the group is deleted", async () => {
    const operation = operationOf(await put());
    await send("DELETE", WEB);
    expect((await statusOf(operation)).status).to.equal("Canceled");
  });

  it("can fail, with an error that has no code, and leaves the group behind", async () => {
    emulator().faults.add({ match: { method: "PUT" }, fault: { provisioning: "Failed" } });
    const operation = operationOf(await put());
    await statesOf(2);
    const failed = await statusOf(operation);
    expect(failed.status).to.equal("Failed");
    expect(failed.error).to.have.all.keys("message");
    expect(failed.properties.events).to.have.length(1);
    expect(failed.properties.events[0]).to.include({ name: "InsufficientCapacity.", type: "Warning" });
    expect(await stateOf()).to.equal("Failed");
    await put();
    expect(await statesOf(3)).to.equal("Pending,Pending,Succeeded");
  });

  it("can end in any other state", async () => {
    emulator().faults.add({ fault: { provisioning: "Unhealthy" } });
    await put();
    expect(await statesOf(3)).to.equal("Pending,Pending,Unhealthy");
  });

  it("can show another state until then, which its operation does not", async () => {
    emulator().faults.add({ fault: { provisioning: "Succeeded", meanwhile: "Running" } });
    const created = await put();
    expect(created.body.properties.provisioningState).to.equal("Running");
    expect((await statusOf(operationOf(created))).status).to.equal("Pending");
    expect(await statesOf(2)).to.equal("Running,Succeeded");
  });

  it("can be stuck", async () => {
    emulator().faults.add({ fault: { stuck: true } });
    const operation = operationOf(await put());
    expect(await statesOf(10)).to.equal(Array(10).fill("Pending").join());
    expect((await statusOf(operation)).status).to.equal("Pending");
  });

  it("knows no other operations", async () => {
    const answer = await send(
      "GET",
      operationOf(await put()).replace(/operations\/[^?]+/, "operations/none"),
    );
    expect(answer.status).to.equal(404);
  });
});

describe("provisioning without polls", () => {
  const { send } = useClient({ provisioningPolls: 0 });

  it("is done when the PUT is answered", async () => {
    const ipAddress = { type: "Private", ports: [{ port: 80 }] };
    const answer = await send(
      "PUT",
      WEB,
      group({
        containers: [container("app", { ports: ipAddress.ports })],
        ipAddress,
        subnetIds: [{ id: "/net/a" }],
      }),
    );
    expect(answer.status).to.equal(201);
    expect(answer.body.properties).to.include({ provisioningState: "Succeeded" });
    expect(answer.body.properties.ipAddress.ip).to.match(/^10\./);
  });
});

describe("the request quota of container groups in the emulator", () => {
  let now = 0;
  const quota = { requests: 2, seconds: 10 };
  const LEFT = "x-ms-ratelimit-remaining-subscription-resource-requests";
  const azure = useClient({ containerGroupsQuota: quota, profile: "azure", now: () => now });
  const { send } = useClient({ containerGroupsQuota: quota, now: () => now });

  it("refuses what goes beyond it, says when to come back, and does nothing", async () => {
    const other = WEB.replace(/web$/, "other");
    expect((await send("PUT", WEB, group())).status).to.equal(201);
    now = 4000;
    expect((await send("GET", WEB)).status).to.equal(200);
    now = 4001;
    const refused = await send("PUT", other, group());
    expect([refused.status, refused.body.error.code, refused.headers.get("retry-after")]).to.deep.equal([
      429,
      "TooManyRequests",
      "6",
    ]);
    now = 10_000;
    const last = await send("GET", other);
    expect([last.status, last.headers.has(LEFT)]).to.deep.equal([404, false]);
  });

  it("is in the responses of the profile azure", async () => {
    const path = WEB.replace("Vendor", "Microsoft");
    const answers = [
      await azure.send("GET", path),
      await azure.send("GET", path),
      await azure.send("GET", path),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get(LEFT)])).to.deep.equal([
      [404, "1"],
      [404, "0"],
      [429, "0"],
    ]);
  });
});
