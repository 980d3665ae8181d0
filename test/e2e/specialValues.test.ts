import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, it } from "mocha";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const ASSET = "c44067f5952c0a294b673a41bacd8c17";
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Values that the engine interprets are plain data in a service's response. */
overBothProtocols("e2e: the engine's special values in a response", function (protocol) {
  this.timeout(180_000);

  let sandbox: Sandbox;
  const resources = { requests: { cpu: 1, memoryInGB: 1 } };
  let server: Server;
  let address: string;
  let instanceView: unknown;
  let created = false;

  before(async () => {
    sandbox = await protocol.open();
    server = createServer((request, response) => {
      created ||= request.method === "PUT";
      request.resume().on("end", () => {
        const name = (request.url ?? "").split("?")[0]?.split("/").at(-1);
        const properties = {
          osType: "Linux",
          containers: [{ name: "web", properties: { image: "nginx:1", resources } }],
          provisioningState: "Succeeded",
          instanceView,
        };
        response.writeHead(request.method === "PUT" ? 201 : 200, { "content-type": "application/json" });
        response.end(JSON.stringify({ id: groupId(String(name)), name, properties }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await sandbox.close();
  });

  const stackOf = (name: string) =>
    sandbox.stack(
      name,
      async () => {
        const group = new sandbox.vendorcloud.ContainerGroup(name, {
          resourceGroupName: "demo",
          containerGroupName: name,
          adopt: true,
          osType: "Linux",
          containers: [{ name: "web", image: "nginx:1", resources }],
        });
        return { view: group.instanceView };
      },
      { VENDORCLOUD_RESOURCE_MANAGER_URL: address },
    );

  it("an asset that names a local file: the engine does not read it", async () => {
    const file = join(sandbox.directory, "canary.txt");
    const content = "canary-of-a-local-file";
    writeFileSync(file, content);
    instanceView = { state: "Running", seen: { [SIGNATURE]: ASSET, path: file } };
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

  it("an asset that names a file which is not there: the resource is kept all the same", async () => {
    instanceView = { [SIGNATURE]: ASSET, path: "/no/such/file" };
    const stack = await stackOf("missing-asset");
    const outcome = await stack.up();
    expect(outcome.failed, outcome.text).to.equal(false);
    expect((await stack.resource("ContainerGroup"))?.id).to.equal(groupId("missing-asset"));
  });

  it("an unknown value after a PUT: the resource is in the state, and the value is a text", async () => {
    instanceView = { state: UNKNOWN };
    const stack = await stackOf("unknown");
    const outcome = await stack.up();
    expect(created).to.equal(true);
    expect(outcome.failed, outcome.text).to.equal(false);
    const group = await stack.resource("ContainerGroup");
    expect(group?.id).to.equal(groupId("unknown"));
    expect(JSON.stringify(group?.outputs)).to.include("04da6b54-80e4-46f7-96ec_b56ff0331ba9");
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
  });
});
