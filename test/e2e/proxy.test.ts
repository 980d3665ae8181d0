import { expect } from "chai";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { ContainerGroup } from "pulumi-vendorcloud";
import { answering, startProxy, type TestProxy, tunnelTo } from "../support/proxyServer.js";
import { groupId, Sandbox } from "../support/sandbox.js";
import { AUTHORITY, startTlsServer, type TlsServer } from "../support/tlsServer.js";

/** The service is reached through a proxy only; what the proxy itself answers is never taken for the service's. */
describe("e2e: behind a proxy", function () {
  this.timeout(300_000);

  const PASSWORD = "canary-proxy-password";
  const program = (name: string) => async () =>
    void new ContainerGroup(name, {
      resourceGroupName: "demo",
      containerGroupName: name,
      adopt: true,
      osType: "Linux",
      containers: [{ name: "web", image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } }],
    });

  let sandbox: Sandbox;
  let service: TlsServer;
  let proxy: TestProxy;
  const stackFor = (name: string, variables: Record<string, string> = {}) =>
    sandbox.stack(name, program(name), {
      VENDORCLOUD_RESOURCE_MANAGER_URL: "https://service.example",
      HTTPS_PROXY: `http://me:${PASSWORD}@${proxy.name}`,
      NODE_EXTRA_CA_CERTS: AUTHORITY,
      ...variables,
    });

  before(async () => {
    sandbox = await Sandbox.open();
    service = await startTlsServer(Number(new URL(sandbox.emulator.url).port));
  });
  beforeEach(async () => {
    proxy = await startProxy(tunnelTo(service.port));
  });
  afterEach(() => proxy.close());
  after(async () => {
    await service.close();
    await sandbox.close();
  });

  it("a proxy that responds to CONNECT with 404 removes nothing from the state", async () => {
    const stack = await stackFor("proxied-404");
    const created = await stack.up();
    expect(created.failed, created.text).to.equal(false);
    expect(created.operations).to.deep.equal({ create: 1 });
    proxy.answer = answering("404 Not Found", '{"error":{"code":"ResourceNotFound","message":"gone"}}');
    const refreshed = await stack.stack.refresh({ color: "never" }).then(
      ({ stdout }) => stdout,
      ({ message }: Error) => message,
    );
    expect(refreshed).to.include(`the proxy ${proxy.name} (HTTPS_PROXY) responded with 404`);
    expect((await stack.resource("ContainerGroup"))?.id).to.equal(groupId("proxied-404"));
    proxy.answer = tunnelTo(service.port);
    expect((await stack.up()).operations).to.deep.equal({ same: 1 });
    expect((await stack.destroy()).failed).to.equal(false);
  });

  it("a host in NO_PROXY, and this machine, are reached without the proxy", async () => {
    const here = await stackFor("proxied-not", { VENDORCLOUD_RESOURCE_MANAGER_URL: sandbox.emulator.url });
    expect((await here.up()).operations).to.deep.equal({ create: 1 });
    // 0.0.0.0 leads to this machine, and is not loopback.
    const other = await stackFor("proxied-no", {
      VENDORCLOUD_RESOURCE_MANAGER_URL: `https://0.0.0.0:${service.port}`,
      NO_PROXY: "0.0.0.0",
    });
    expect((await other.up()).operations).to.deep.equal({ create: 1 });
    expect(proxy.connects).to.deep.equal([]);
  });
});
