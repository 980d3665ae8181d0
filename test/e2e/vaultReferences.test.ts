import { expect } from "chai";
import { after, before, beforeEach, it } from "mocha";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox, SUBSCRIPTION } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";
import { groupArgs, web } from "./groups.js";

/** Secrets of a key vault: no secret is in the program, the requests or the state. Each step goes on from the one before. */
overBothProtocols("e2e: references to a key vault", (protocol) => {
  const scope = `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers`;
  const id = groupId("shop");
  const identity = `${scope}/Microsoft.ManagedIdentity/userAssignedIdentities/shop`;

  let sandbox: Sandbox;
  let stack: TestStack;
  const program = (secret: string) => async () => {
    new sandbox.vendorcloud.ContainerGroup("shop", {
      ...groupArgs("shop", { location: "westus" }),
      identity: { type: "UserAssigned", userAssignedIdentities: { [identity]: {} } },
      secretReferences: [
        { name: "token", identity, secretReferenceUri: `https://shop.vault.example/secrets/${secret}` },
      ],
      identityAcls: { acls: [{ identity, access: "System" }] },
      containers: [
        {
          ...{ ...web, image: "registry.example/web:1" },
          environmentVariables: [{ name: "TOKEN", secureValueReference: "token" }],
          volumeMounts: ["files", "share"].map((name) => ({ name, mountPath: `/${name}` })),
        },
      ],
      imageRegistryCredentials: [
        { server: "registry.example", username: "shop", passwordReference: "token" },
      ],
      volumes: [
        { name: "files", secretReference: { "token.txt": "token" } },
        {
          name: "share",
          cloudFile: { shareName: "a", storageAccountName: "b", storageAccountKeyReference: "token" },
        },
      ],
    });
  };
  const changes = () => sandbox.emulator.log.filter().filter(({ method }) => method !== "GET");
  const stored = () => sandbox.emulator.containerGroups.get(id)?.properties;

  before(async () => {
    const vaultSecrets = ["first", "second"].map((secret) => `https://shop.vault.example/secrets/${secret}`);
    sandbox = await protocol.open({ profile: "azure", vaultSecrets }, { VENDORCLOUD_PROFILE: "azure" });
    stack = await sandbox.stack("vault", program("first"));
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox.close());

  it("a group that an older API version made is the same for the newer one", async () => {
    const plain = async () => {
      new sandbox.vendorcloud.ContainerGroup("plain", groupArgs("plain", { location: "westus" }));
    };
    const other = await sandbox.stack("moved", plain);
    await other.stack.setConfig("vendorcloud:containerGroupsApiVersion", { value: "2023-05-01" });
    succeeded(await other.up());
    for (const value of ["2025-09-01", "2026-07-01"]) {
      await other.stack.setConfig("vendorcloud:containerGroupsApiVersion", { value });
      expect((await other.preview()).operations).to.deep.equal({ same: 1 });
      expect(succeeded(await other.refresh()).text).to.include("2 unchanged");
      expect((await other.preview()).operations).to.deep.equal({ same: 1 });
    }
    succeeded(await other.destroy());
  });

  it("are sent by their names", async () => {
    succeeded(await stack.up());
    expect(changes().map(({ method }) => method)).to.deep.equal(["PUT"]);
    const [container] = stored()?.containers ?? [];
    expect(container?.properties.environmentVariables?.[0]).to.deep.equal({
      name: "TOKEN",
      secureValueReference: "token",
    });
    expect(await stack.state()).not.to.include("ciphertext");
  });

  it("show no difference afterwards, nor after a refresh", async () => {
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
    expect(succeeded(await stack.refresh()).text).to.include("2 unchanged");
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
  });

  it("to a secret that no vault has are refused, and the group stays as it is", async () => {
    const { failed, text } = await stack.up(program("third"));
    expect(failed).to.equal(true);
    expect(text)
      .to.include("EmulatorVaultSecretNotFound")
      .and.to.include(
        "The secret reference 'token' cannot be resolved: no key vault of the emulator has the secret 'https://shop.vault.example/secrets/third'.",
      );
    expect(stored()?.secretReferences?.[0]?.secretReferenceUri).to.match(/first$/);
    expect(sandbox.emulator.containerGroups.restarts(id)).to.equal(0);
    expect(await stack.state())
      .to.include("secrets/first")
      .and.not.to.match(/secrets\/third|ciphertext/);
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
  });

  it("of another secret are an update, which the preview shows", async () => {
    const preview = await stack.preview(program("second"));
    expect(preview.operations).to.deep.equal({ update: 1 });
    succeeded(await stack.up(program("second")));
    expect(stored()?.secretReferences?.[0]?.secretReferenceUri).to.match(/second$/);
  });

  it("of a group that is as declared are adopted without a request that restarts its containers", async () => {
    const other = await sandbox.stack("adopting", program("second"));
    const { text } = succeeded(await other.up());
    expect(text).to.include("already existed as the program declares it. Nothing was sent");
    expect(changes()).to.deep.equal([]);
    expect(sandbox.emulator.containerGroups.restarts(id)).to.equal(1);
  });

  it("are deleted with the group", async () => {
    succeeded(await stack.destroy());
    expect(stored()).to.equal(undefined);
  });
});
