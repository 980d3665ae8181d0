import { expect } from "chai";
import { describe, it } from "mocha";
import { group, groupWith, useClient, WEB } from "./support.js";

describe("how the emulator answers a container group", () => {
  const { send } = useClient();
  const put = (body: unknown) => send("PUT", WEB, body);

  it("completes the address of a key vault", async () => {
    for (const [sent, answered] of [
      ["https://KV.example", "https://kv.example/"],
      ["https://kv.example/a", "https://kv.example/a"],
    ]) {
      const answer = await put(group({ encryptionProperties: { vaultBaseUrl: sent, keyVersion: "1" } }));
      expect(answer.body.properties.encryptionProperties.vaultBaseUrl).to.equal(answered);
    }
  });

  it("lets no secret out, by PUT, GET, list or DELETE", async () => {
    const secret = "c2VjcmV0";
    const body = groupWith(
      { environmentVariables: [{ name: "KEY", secureValue: secret }] },
      {
        initContainers: [
          {
            name: "init",
            properties: { image: "busybox", environmentVariables: [{ name: "KEY", secureValue: secret }] },
          },
        ],
        volumes: [
          { name: "s", secret: { key: secret } },
          {
            name: "f",
            cloudFile: { shareName: "share", storageAccountName: "account", storageAccountKey: secret },
          },
        ],
        imageRegistryCredentials: [{ server: "r.cloudcr.io", username: "me", password: secret }],
        diagnostics: {
          logAnalytics: {
            workspaceId: "w",
            workspaceKey: secret,
            logType: "containerInsights",
            metadata: { a: "b" },
          },
        },
        extensions: [
          {
            name: "e",
            properties: {
              extensionType: "t",
              version: "1",
              settings: { a: 1 },
              protectedSettings: { secret },
            },
          },
        ],
      },
    );
    const answers = [
      await put(body),
      await send("GET", WEB),
      await send("GET", WEB.slice(0, WEB.lastIndexOf("/"))),
      await send("DELETE", WEB),
    ];
    for (const answer of answers) {
      expect(JSON.stringify(answer.body)).to.include("cloudcr.io").and.not.include(secret);
    }
    expect(answers[0]?.body.properties).to.deep.include({
      volumes: [
        { name: "s", secret: {} },
        { name: "f", cloudFile: { shareName: "share", storageAccountName: "account" } },
      ],
      imageRegistryCredentials: [{ server: "r.cloudcr.io", username: "me", isDelegatedIdentity: false }],
      diagnostics: { logAnalytics: { workspaceId: "w" } },
      extensions: [{ name: "e", properties: { extensionType: "t", version: "1", settings: { a: 1 } } }],
    });
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
