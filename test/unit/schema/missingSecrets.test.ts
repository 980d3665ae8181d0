import { expect } from "chai";
import { describe, it } from "mocha";
import type { JsonObject } from "../../../provider/schema/json.js";
import {
  findGivenSecrets,
  findMissingSecrets,
  findUndeclaredSecrets,
} from "../../../provider/schema/missingSecrets.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";

describe("secrets that a response leaves out", () => {
  it("are the files of a volume of secrets, and none of a volume of another kind", () => {
    const volumes = [
      { name: "files", secret: {} },
      { name: "returned", secret: { a: "x" } },
      { name: "scratch", emptyDir: {} },
      { name: "share", cloudFile: { shareName: "s", storageAccountKey: "" } },
    ];
    expect(findMissingSecrets(schema, { volumes, sparkle: [{}] })).to.deep.equal(["volumes[files].secret"]);
    expect(findGivenSecrets(schema, { volumes })).to.deep.equal([
      "volumes[returned].secret",
      "volumes[share].cloudFile.storageAccountKey",
    ]);
  });

  it("are held only beside the field that they belong to", () => {
    const value = {
      imageRegistryCredentials: [
        { server: "anonymous", username: "" },
        { server: "managed", username: "u", identity: "/ids/a" },
        { server: "basic", username: "u", identity: "" },
      ],
      volumes: [
        { name: "a", cloudFile: { shareName: "s" } },
        { name: "b", cloudFile: { storageAccountName: "n" } },
      ],
      diagnostics: { logAnalytics: {} },
      extensions: [{ name: "e" }, { name: "f", protectedSettings: {} }],
    };
    expect(findMissingSecrets(schema, value)).to.deep.equal([
      "imageRegistryCredentials[basic].password",
      "volumes[b].cloudFile.storageAccountKey",
      "extensions[e].protectedSettings",
    ]);
  });
});

describe("secrets of an existing group that the program does not declare", () => {
  const credential = { server: "s", username: "u" };
  const files = { name: "files", secret: {} };
  const live = {
    containers: [{ name: "web", environmentVariables: [{ name: "KEY" }] }],
    imageRegistryCredentials: [credential],
    volumes: [files],
    diagnostics: { logAnalytics: { workspaceId: "w" } },
  };
  const diagnostics = {};
  const containers = [{ name: "web", environmentVariables: [{ name: "KEY", secureValue: "x" }] }];
  const declaring: [declared: JsonObject, ...paths: string[]][] = [
    [
      { containers: [{ name: "web" }], imageRegistryCredentials: [credential] },
      "containers[web].environmentVariables[KEY].secureValue",
      "imageRegistryCredentials[s].password",
      "volumes[files].secret",
      "diagnostics.logAnalytics.workspaceKey",
    ],
    [
      {
        containers,
        diagnostics,
        imageRegistryCredentials: [{ ...credential, password: "x" }],
        volumes: [{ name: "files", secret: { a: "x" } }],
      },
    ],
    [{ containers, diagnostics, imageRegistryCredentials: [], volumes: [{ name: "other", emptyDir: {} }] }],
    [{ containers, diagnostics, imageRegistryCredentials: [], volumes: [{ ...files, name: "new" }] }],
  ];
  for (const [declared, ...paths] of declaring)
    it(`are ${paths.join(", ") || "none"} beside ${JSON.stringify(declared)}`, () => {
      expect(findUndeclaredSecrets(schema, declared, live)).to.have.members(paths);
    });
});
