import { expect } from "chai";
import { describe, it } from "mocha";
import { groupWith, useClient, WEB } from "./support.js";

describe("secrets of a container group at the emulator", () => {
  const { send } = useClient();
  const put = (body: unknown) => send("PUT", WEB, body);

  it("are in no response to PUT, GET, list or DELETE", async () => {
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
});
