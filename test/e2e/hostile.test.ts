import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, it } from "mocha";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";

/** A service that quotes secrets: none is at the terminal or in the state in the clear. */
overBothProtocols("e2e: a service that repeats secrets", function (protocol) {
  this.timeout(120_000);

  const lines = Array.from({ length: 24 }, (_, index) =>
    Buffer.from(`canary line ${index} of a private key, which is long`).toString("base64").slice(0, 64),
  );
  const key = `-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n-----END PRIVATE KEY-----\n`;
  const name = "quoted";

  let sandbox: Sandbox;
  let service: Server;

  before(async () => {
    sandbox = await protocol.open();
    let isCreated = false;
    service = createServer((request, response) => {
      const host = `http://${request.headers.host}`;
      const send = (status: number, body: object, headers: Record<string, string> = {}): void => {
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(JSON.stringify(body));
      };
      if (request.url?.startsWith("/operations/")) {
        const message = `cannot start: KEY=${key}`;
        return send(200, {
          status: "Failed",
          error: { code: "ContainerFailed", message, details: [{ code: "Key", message: key }] },
        });
      }
      // Nothing is there before the create.
      if (request.method === "GET" && !isCreated) return send(404, { error: { code: "ResourceNotFound" } });
      isCreated = true;
      const events = [{ name: "Failed", type: "Warning", message: key }];
      const properties = {
        provisioningState: "Failed",
        instanceView: { state: lines[3], events },
        ipAddress: { fqdn: `${lines[4]}.example` },
      };
      send(201, { id: groupId(name), name, properties }, { "cloud-asyncoperation": `${host}/operations/1` });
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  });
  after(async () => {
    service.close();
    service.closeAllConnections();
    await sandbox.close();
  });

  it("a key in the error of an operation is masked in errors, and sealed in outputs", async () => {
    const program = async () =>
      void new sandbox.vendorcloud.ContainerGroup(name, {
        resourceGroupName: "demo",
        containerGroupName: name,
        adopt: true,
        osType: "Linux",
        containers: [
          {
            name: "web",
            image: "nginx:1",
            resources: { requests: { cpu: 1, memoryInGB: 1 } },
            environmentVariables: [{ name: "KEY", secureValue: pulumi.secret(key) }],
          },
        ],
      });
    const { port } = service.address() as AddressInfo;
    const stack = await sandbox.stack(name, program, {
      VENDORCLOUD_RESOURCE_MANAGER_URL: `http://127.0.0.1:${port}`,
    });
    const outcome = await stack.up();
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.contain("provisioning failed: ContainerFailed: cannot start: KEY=[secret]\n");
    const state = await stack.state();
    const resource = await stack.resource("ContainerGroup");
    expect(resource?.id).to.equal(groupId(name));
    expect(JSON.stringify(resource)).to.contain("[secret]");
    const shown = lines.filter((line) => outcome.text.includes(line) || state.includes(line));
    expect(shown).to.deep.equal([]);
  });
});
