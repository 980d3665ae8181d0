import { expect } from "chai";
import { describe, it } from "mocha";
import { findMissingSecrets } from "../../../provider/schema/missingSecrets.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";

describe("secrets that a response leaves out", () => {
  it("are named beside the fields that it has", () => {
    const environmentVariables = [{ name: "KEY" }, { name: "PLAIN", value: "shown" }];
    const value = {
      containers: [{ name: "web", image: "nginx", environmentVariables }],
      imageRegistryCredentials: [{ server: "registry.example", username: "u" }],
    };
    expect(findMissingSecrets(schema, value)).to.deep.equal([
      "containers[web].environmentVariables[KEY].secureValue",
      "imageRegistryCredentials[registry.example].password",
    ]);
  });

  it("are none where the response has them", () => {
    expect(
      findMissingSecrets(schema, {
        imageRegistryCredentials: [{ server: "s", username: "u", password: "p" }],
      }),
    ).to.deep.equal([]);
  });

  it("are the files of a volume of secrets, and none of a volume of another kind", () => {
    const volumes = [
      { name: "files", secret: {} },
      { name: "returned", secret: { a: "x" } },
      { name: "scratch", emptyDir: {} },
      { name: "share", cloudFile: { shareName: "s", storageAccountKey: "" } },
    ];
    expect(findMissingSecrets(schema, { volumes, sparkle: [{}] })).to.deep.equal(["volumes[files].secret"]);
  });
});
