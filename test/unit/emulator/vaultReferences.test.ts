import { expect } from "chai";
import { describe, it } from "mocha";
import { readArguments } from "../../../emulator/arguments.js";
import { expectRefusal, group, useClient, WEB } from "./support.js";

describe("references to a key vault in the emulator", () => {
  const azure = useClient(
    readArguments(["--port", "0", "--profile", "azure", "--vault-secrets", "https://a/s,https://b/s"]),
  );
  const vendor = useClient();
  const version = "api-version=2025-09-01";
  const body = (secretReferenceUri: string) =>
    group({ secretReferences: [{ name: "token", identity: "shop", secretReferenceUri }] });
  const put = (address: string) =>
    azure.send("PUT", WEB.replace("Vendor", "Microsoft"), body(address), { version });

  for (const address of ["https://a/s", "https://b/s", "https://a/s/0123"])
    it(`resolve from its list: ${address}`, async () => {
      expect((await put(address)).status).to.equal(201);
    });

  for (const address of ["https://c/s", "https://a/s2"])
    it(`to other secrets are refused, and no group is made: ${address}`, async () => {
      const { body } = await expectRefusal(put(address), 400, "EmulatorVaultSecretNotFound");
      expect(body.error.target).to.equal("properties.secretReferences[0].secretReferenceUri");
      expect(azure.emulator().containerGroups.list()).to.deep.equal([]);
    });

  it("are not resolved with the names of the documents", async () => {
    expect((await vendor.send("PUT", WEB, body("https://c/s"), { version })).status).to.equal(201);
  });
});
