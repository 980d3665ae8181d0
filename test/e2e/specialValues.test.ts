import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { groupId, Sandbox } from "../support/sandbox.js";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const ASSET = "c44067f5952c0a294b673a41bacd8c17";

/** Values that the engine interprets are plain data in a service's response: test/hostile/specialValues.test.ts has all of them. */
describe("e2e: the engine's special values in a response", function () {
  this.timeout(180_000);

  let sandbox: Sandbox;
  const container = { image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } };

  before(async () => {
    sandbox = await Sandbox.open();
  });
  after(() => sandbox.close());

  /** Every response about the group of this name has it, as the service sees it. */
  const respondWith = (name: string, instanceView: unknown): void => {
    const containers = [{ name: "web", properties: container }];
    const properties = { osType: "Linux", containers, provisioningState: "Succeeded", instanceView };
    const body = { id: groupId(name), name, properties };
    sandbox.emulator.faults.add({
      ...{ match: { path: `containerGroups/${name}` }, times: "always" },
      fault: { amend: { status: 200, body } },
    });
  };

  const stackOf = (name: string) =>
    sandbox.stack(name, async () => {
      const group = new sandbox.vendorcloud.ContainerGroup(name, {
        resourceGroupName: "demo",
        containerGroupName: name,
        adopt: true,
        osType: "Linux",
        containers: [{ name: "web", ...container }],
      });
      return { view: group.instanceView };
    });

  it("an asset that names a local file: the engine does not read it", async () => {
    const file = join(sandbox.directory, "canary.txt");
    const content = "canary-of-a-local-file";
    writeFileSync(file, content);
    respondWith("asset", { state: "Running", seen: { [SIGNATURE]: ASSET, path: file } });
    const stack = await stackOf("asset");
    const outcome = await stack.up();
    expect(outcome.failed, outcome.text).to.equal(false);
    const state = await stack.state();
    const hash = createHash("sha256").update(content).digest("hex");
    expect(state).to.not.include(hash);
    expect(state).to.not.include(ASSET);
    expect((await stack.resource("ContainerGroup"))?.outputs.instanceView).to.deep.equal({
      state: "Running",
      seen: { path: file },
    });
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
  });
});
