import { expect } from "chai";
import { describe, it } from "mocha";
import { toWire } from "../../../provider/schema/wire.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";
import { CANARIES, completeGroup } from "../support/groups.js";
import { expectRefusal, group, useClient, WEB } from "./support.js";

describe("container groups of the emulator", () => {
  const { emulator, send } = useClient();

  it("show no secrets in a response to PUT, GET, list or DELETE", async () => {
    const answers = [];
    for (const [method, path, body] of [
      ["PUT", WEB, toWire(containerGroupSchema, completeGroup())],
      ["GET", WEB, undefined],
      ["GET", WEB.slice(0, WEB.lastIndexOf("/")), undefined],
      ["DELETE", WEB, undefined],
    ] as const)
      answers.push(await send(method, path, body, { version: "api-version=2026-07-01" }));
    for (const { status, body } of answers) {
      expect(status, JSON.stringify(body)).to.be.within(200, 201);
      const text = JSON.stringify(body);
      for (const canary of CANARIES) expect(text).to.not.include(canary);
    }
    const { volumes, diagnostics, imageRegistryCredentials, extensions } = answers[0]?.body.properties ?? {};
    expect(volumes).to.deep.include({ name: "files", secret: {} });
    expect(diagnostics).to.deep.equal({ logAnalytics: { workspaceId: "w" } });
    expect(imageRegistryCredentials[0]).to.have.keys("server", "username", "isDelegatedIdentity");
    expect(extensions[0].properties).to.have.keys("extensionType", "version", "settings");
  });

  it("have names that are neither empty nor several parts of an address", async () => {
    const all = WEB.slice(0, WEB.lastIndexOf("/") + 1);
    for (const name of ["", "a%2Fb"])
      await expectRefusal(send("PUT", all + name, group()), 400, "InvalidRequestContent");
    expect((await send("PUT", `${all}a%20b`, group())).body.name).to.equal("a b");
  });

  it("accept a large secret", async () => {
    const { properties, ...rest } = group();
    const put = (secret: string) => {
      const volumes = [{ name: "v", secret: { file: secret } }];
      return send("PUT", `${WEB}-large`, { ...rest, properties: { ...properties, volumes } });
    };
    expect((await put("QUJD".repeat(2_000_000))).status).to.equal(201);
    await expectRefusal(put("QUJDR"), 400, "InvalidRequestContent");
  });

  it("accept changes during provisioning, and refuse them during their deletion", async () => {
    await send("PUT", WEB, group());
    expect((await send("PUT", WEB, group())).status).to.equal(200);
    emulator().containerGroups.patch(WEB, { properties: { provisioningState: "Deleting" } });
    for (const [method, body] of [["PUT", group()], ["PATCH", { tags: {} }], ["DELETE"]] as const)
      await expectRefusal(send(method, WEB, body), 409, "ContainerGroupTransitioning");
  });
});

describe("container groups of an emulator that refuses changes during provisioning", () => {
  const { send } = useClient({ refuseWhileTransitioning: true });

  it("accept them once they are provisioned", async () => {
    const statuses = [];
    for (const method of ["PUT", "PUT", "GET", "GET", "PUT"])
      statuses.push((await send(method, WEB, method === "PUT" ? group() : undefined)).status);
    expect(statuses).to.deep.equal([201, 409, 200, 200, 200]);
  });
});
