import { readFileSync } from "node:fs";
import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import type { ContainerGroup } from "../../emulator/services/containerGroups/shape.js";
import { succeed } from "../support/goldenState.js";
import { groupId, Sandbox } from "../support/sandbox.js";
import { resources } from "./groups.js";

/** With a secret in each place where a group may hold one that is not answered. */
const shop: ContainerGroup = {
  properties: {
    osType: "Linux",
    containers: [
      {
        name: "web",
        properties: {
          image: "nginx:1",
          resources,
          environmentVariables: [{ name: "SECURE", secureValue: "canary-variable" }],
          volumeMounts: [
            { name: "certs", mountPath: "/certs" },
            { name: "share", mountPath: "/share" },
          ],
        },
      },
    ],
    volumes: [
      { name: "certs", secret: { "tls.key": "Y2FuYXJ5" } },
      {
        name: "share",
        cloudFile: { shareName: "s", storageAccountName: "a", storageAccountKey: "canary-storage" },
      },
    ],
    imageRegistryCredentials: [{ server: "r.example", username: "u", password: "canary-password" }],
    diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: "canary-workspace" } },
    extensions: [
      {
        name: "proxy",
        properties: { extensionType: "t", version: "1", protectedSettings: { token: "canary-settings" } },
      },
    ],
  },
};

const secrets = [
  "containers[web].environmentVariables[SECURE].secureValue",
  "diagnostics.logAnalytics.workspaceKey",
  "extensions[proxy].protectedSettings",
  "imageRegistryCredentials[r.example].password",
  "volumes[certs].secret",
  "volumes[share].cloudFile.storageAccountKey",
];

/** What a service may add anywhere, and no schema lists. */
const added = {
  tags: { team: "blue" },
  identity: { type: "UserAssigned", userAssignedIdentities: { "/ids/puller": { sparkle: "x" } } },
  properties: {
    provisioningTimeoutInSeconds: 900,
    ipAddress: { sparkle: "x" },
    containers: [
      {
        name: "web",
        configMap: { keyValuePairs: {} },
        properties: {
          image: "nginx:1",
          resources: { requests: { ...resources.requests, sparkle: 1 }, sparkle: {} },
          ports: [{ port: 80, protocol: "TCP", sparkle: [1] }],
          environmentVariables: [{ name: "DATABASE_PASSWORD", value: "canary-plain", sparkle: false }],
          command: [],
          livenessProbe: { httpGet: { port: 80, path: "/", sparkle: null }, periodSeconds: 10, sparkle: "x" },
        },
      },
    ],
    imageRegistryCredentials: [
      { server: "r.example", identity: "/ids/puller", username: "", isDelegatedIdentity: false },
    ],
  },
};

describe("e2e: imported container groups", () => {
  let sandbox: Sandbox;
  let code = "";
  const run = (...args: string[]) => succeed(sandbox, ...args, "--stack", "dev");
  const held = () => JSON.stringify(sandbox.emulator.containerGroups.get(groupId("shop")));
  const changes = () => sandbox.emulator.log.filter().filter(({ method }) => method !== "GET");

  /** Imports a group, and uses the code as it is printed, but for the protection. */
  async function importGroup(name: string): Promise<string> {
    const text = await run("import", "vendorcloud:index:ContainerGroup", name, groupId(name), "--yes");
    const printed = text.slice(text.indexOf("\nresources:\n") + 1);
    code = printed.replace(/ {4}options:\n {6}protect: true\n/, "");
    sandbox.writeYaml(code);
    return text;
  }

  /** The program with other lines in the place of some. */
  function edit(...replacements: [from: string, to: string][]): void {
    for (const [from, to] of replacements) {
      expect(code).to.include(from);
      code = code.replace(from, to);
    }
    sandbox.writeYaml(code);
  }

  before(async () => {
    sandbox = await Sandbox.openEmpty();
    sandbox.writeYaml("");
    await sandbox.newStack("dev");
    const { containerGroups } = sandbox.emulator;
    const { osType, containers } = shop.properties;
    containerGroups.put(groupId("plain"), {
      properties: { osType, containers, ipAddress: { type: "Public", ports: [{ port: 80 }] } },
    });
    containerGroups.patch(groupId("plain"), added);
    containerGroups.put(groupId("shop"), shop);
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox?.close());

  it("omit fields that the service adds, so that the printed code is no change, and mark plain credentials", async () => {
    const text = await importGroup("plain");
    expect(text).to.include("containers[web].environmentVariables[DATABASE_PASSWORD].value");
    expect(text).not.to.include("does not return secrets");
    expect(code).not.to.match(/sparkle|isDelegatedIdentity/);
    expect(code).to.match(/name: DATABASE_PASSWORD\n\s+value:\n\s+fn::secret: canary-plain\n/);
    expect(text.replace("fn::secret: canary-plain", "")).not.to.include("canary");
    expect(readFileSync(sandbox.stateFile("dev"), "utf8")).not.to.include("canary");
    await run("preview", "--expect-no-changes");
    await run("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    const urn = "urn:pulumi:dev::sandbox::vendorcloud:index:ContainerGroup::plain";
    await run("state", "delete", urn, "--force", "--yes");
  });

  it("name each secret that the program has to declare", async () => {
    const text = await importGroup("shop");
    expect(text).to.include(
      "To manage the resource after an import, declare each of them, or remove the object that it belongs to: ",
    );
    for (const path of secrets) expect(text).to.include(path);
    expect(text).not.to.match(/canary|almost certainly a bug|failed to validate/);
  });

  it("are not updated while the program lacks a secret, also after a refresh: the secret stays at the service", async () => {
    const before = held();
    edit(["      osType: Linux\n", "      osType: Linux\n      tags: { team: blue }\n"]);
    for (const command of [["preview"], ["up", "--yes", "--skip-preview", "--refresh"]]) {
      const { failed, text } = await sandbox.pulumi(...command, "--stack", "dev");
      expect(failed, text).to.equal(true);
      for (const path of secrets)
        expect(text).to.include(
          `${path}: the service may hold this secret, and an update without it would remove it.`,
        );
      expect(text).to.include("Declare it, or remove the object that it belongs to");
    }
    expect(changes()).to.deep.equal([]);
    expect(held()).to.equal(before);
  });

  it("are updated once each secret is declared or removed with its object", async () => {
    edit(
      ["- name: SECURE", "- { name: SECURE, secureValue: canary-own }"],
      ["secret: {}", "secret: { tls.key: b3du }"],
      [
        "            storageAccountName: a",
        "            storageAccountName: a\n            storageAccountKey: canary-own",
      ],
      [/ {6}imageRegistryCredentials:\n(?: {8}.*\n)+/.exec(code)?.[0] ?? "none", ""],
      [/ {6}diagnostics:\n(?: {8}.*\n)+/.exec(code)?.[0] ?? "none", ""],
      [/ {6}extensions:\n(?: {8}.*\n)+/.exec(code)?.[0] ?? "none", ""],
    );
    expect(await run("up", "--yes", "--skip-preview")).to.include("~ 1 updated");
    expect(changes().map(({ method }) => method)).to.deep.equal(["PUT"]);
    expect(held().match(/canary-\w+/g)).to.deep.equal(["canary-own", "canary-own"]);
    const state = readFileSync(sandbox.stateFile("dev"), "utf8");
    expect(state).not.to.include("__requiredSecrets").and.not.to.include("canary");
    await run("preview", "--expect-no-changes");
  });

  it("are not updated with the option `import` if the program only omits what the service fills in", async () => {
    const ports = [{ port: 80 }];
    const ipAddress = { type: "Public" as const, dnsNameLabel: "filled", ports };
    const containers = [{ name: "web", properties: { image: "nginx:1", resources, ports } }];
    sandbox.emulator.containerGroups.put(groupId("filled"), {
      properties: { osType: "Linux", containers, ipAddress },
    });
    const declare = (options: object): void => {
      const filled = {
        type: "vendorcloud:index:ContainerGroup",
        properties: {
          resourceGroupName: "demo",
          containerGroupName: "filled",
          osType: "Linux",
          containers: [{ name: "web", image: "nginx:1", resources, ports }],
          ipAddress,
        },
        options,
      };
      sandbox.writeYaml(`resources: ${JSON.stringify({ filled })}\n`);
    };
    declare({ import: groupId("filled") });
    expect(await run("up", "--yes", "--skip-preview", "--target", "**::filled")).to.include("= 1 imported");
    expect(changes()).to.deep.equal([]);
    declare({});
    await run("preview", "--expect-no-changes", "--target", "**::filled");
  });
});

describe("e2e: imported records", () => {
  let sandbox: Sandbox;
  const run = (...args: string[]) => succeed(sandbox, ...args, "--stack", "dev");
  before(async () => {
    sandbox = await Sandbox.openEmpty({ seed: "demo" });
    sandbox.writeYaml("");
    await sandbox.newStack("dev");
  });
  after(() => sandbox?.close());

  it("have no message about fields of the printed code that the program omits", async () => {
    const id = seedId("customers", 7);
    const text = await run("import", "vendorcloud:index:Customer", "bakery", id, "--yes");
    const code = text.slice(text.indexOf("\nresources:\n") + 1);
    const kept = code.split("\n").filter((line) => !/^ {6}(?!customerId|displayName|protect)/.test(line));
    sandbox.writeYaml(kept.join("\n"));
    sandbox.emulator.log.clear();
    const up = await run("up", "--yes", "--skip-preview");
    expect(up).to.include("~ 1 updated");
    expect(up).not.to.match(/managed|unchanged:/);
    expect(sandbox.emulator.log.count()).to.equal(0);
    sandbox.writeYaml(kept.filter((line) => !line.includes("displayName")).join("\n"));
    expect(await run("up", "--yes", "--skip-preview")).to.include(
      "no longer managed, left unchanged: displayName.",
    );
  });
});
