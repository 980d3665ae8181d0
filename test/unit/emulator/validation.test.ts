import { expect } from "chai";
import { describe, it } from "mocha";
import { container, group, groupWith, useClient, WEB } from "./support.js";

describe("what the emulator accepts as a container group", () => {
  const { emulator, send } = useClient();
  const put = (body: unknown) => send("PUT", WEB, body);
  const ip = { type: "Public", ports: [{ port: 80 }] };

  /** One of each form of path: test/unit/services/containerGroups/rules.test.ts has the rules of every field. */
  const refused: [body: unknown, target: string][] = [
    [{}, "properties"],
    [{ ...group(), tags: { a: 1 } }, "tags['a']"],
    [group({ containers: [container("a"), container("a")] }), "properties.containers[1].name"],
    [group({ volumes: [{ name: "v", secret: { key: "%" } }] }), "properties.volumes[0].secret['key']"],
  ];
  for (const [body, target] of refused) {
    it(`refuses a wrong ${target}`, async () => {
      const answer = await put(body);
      expect(answer.status).to.equal(400);
      expect(answer.body.error).to.include({ code: "InvalidRequestContent", target });
      expect(emulator().containerGroups.get(WEB)).to.equal(undefined);
    });
  }

  it("names every problem of a request, each with its path", async () => {
    const answer = await put({
      properties: { containers: [{ name: "a" }, container("b", { image: 1 })], sku: "?" },
    });
    expect(answer.body.error.details.map((detail: { target: string }) => detail.target)).to.deep.equal([
      "properties.sku",
      "properties.containers[0].properties",
      "properties.containers[1].properties.image",
      "properties.osType",
    ]);
  });

  it("names a variable that it refuses, its container and its group, and shows no value", async () => {
    const variable = { name: "KEY", value: "plain-text", secureValue: "hidden-text" };
    const answer = await put(groupWith({ environmentVariables: [{ name: "OK", value: "" }, variable] }));
    expect(answer.status).to.equal(400);
    expect(answer.body.error).to.include({
      code: "InvalidEnvironmentVariable",
      target: "properties.containers[0].properties.environmentVariables[1]",
    });
    expect(answer.body.error.message).to.include("'KEY'").and.include("'app'").and.include("'web'");
    expect(JSON.stringify(answer.body)).to.not.match(/plain-text|hidden-text/);
  });

  it("names what the public service refuses with the public service's codes", async () => {
    const resources = { requests: { cpu: 1, memoryInGB: 1 }, limits: { cpu: 2 } };
    const answer = await put(groupWith({ resources }, { ipAddress: { ...ip, dnsNameLabel: "label" } }));
    expect(answer.status).to.equal(400);
    const { details } = answer.body.error;
    expect(details.map(({ code, target }: { code: string; target: string }) => [code, target])).to.deep.equal(
      [
        ["UnreferencedIpAddressPorts", "properties.ipAddress.ports[0]"],
        [
          "ContainerLimitGreaterThanContainerGroupTotalRequest",
          "properties.containers[0].properties.resources.limits.cpu",
        ],
      ],
    );
  });

  it("accepts empty values and empty secure values", async () => {
    const environmentVariables = [
      { name: "A", value: "" },
      { name: "B", secureValue: "" },
    ];
    const answer = await put(groupWith({ environmentVariables }));
    expect(answer.status).to.equal(201);
    expect(answer.body.properties.containers[0].properties.environmentVariables).to.deep.equal([
      { name: "A", value: "" },
      { name: "B" },
    ]);
  });

  it("takes choices in any case and answers them in its own", async () => {
    const answer = await put({
      ...groupWith(
        { ports: [{ port: 80, protocol: "Tcp" }] },
        { restartPolicy: "always", sku: "STANDARD", osType: "linux", ipAddress: { ...ip, type: "public" } },
      ),
      identity: { type: "systemassigned,userassigned", userAssignedIdentities: { "/id": {} } },
    });
    expect(answer.body.properties).to.include({ restartPolicy: "Always", sku: "Standard", osType: "Linux" });
    expect(answer.body.properties.ipAddress.type).to.equal("Public");
    expect(answer.body.properties.containers[0].properties.ports).to.deep.equal([
      { protocol: "TCP", port: 80 },
    ]);
    expect(answer.body.identity.type).to.equal("SystemAssigned, UserAssigned");
  });

  it("accepts values it does not know where the list of values is not complete", async () => {
    const resources = { requests: { cpu: 1, memoryInGB: 1, gpu: { count: 1, sku: "H100" } } };
    const answer = await put(groupWith({ resources }, { osType: "Haiku" }));
    expect(answer.status).to.equal(201);
    expect(answer.body.properties.osType).to.equal("Haiku");
  });

  it("drops fields it does not know and fields that only it may set", async () => {
    const body = groupWith({ imagee: "x" }, { provisioningState: "Broken", additional: {} });
    const answer = await put({ ...body, id: "/mine", name: "mine", extra: 1 });
    expect(answer.status).to.equal(201);
    expect(answer.body).to.include({ id: WEB, name: "web" }).and.not.have.property("extra");
    expect(answer.body.properties)
      .to.include({ provisioningState: "Pending" })
      .and.not.have.property("additional");
    expect(answer.body.properties.containers[0].properties).to.not.have.property("imagee");
  });
});

describe("what the emulator accepts as a container group with the profile `azure`", () => {
  const { send } = useClient({ profile: "azure" });
  const id = WEB.replace("Vendor.", "Microsoft.");

  it("needs a location", async () => {
    const refused = await send("PUT", id, { ...group(), location: undefined });
    expect(refused.status).to.equal(400);
    expect(refused.body.error).to.include({ code: "LocationRequired", target: "location" });
    expect((await send("PUT", id, { ...group(), location: "westus" })).status).to.equal(201);
  });
});
