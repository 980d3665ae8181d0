import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

const KEY = "s3cret";
const requests = { cpu: 1, memoryInGB: 1 };
const web = { name: "web", image: "nginx:1", ports: [{ port: 80 }], resources: { requests } };
const address = { type: "Public", ports: [{ port: 80 }], dnsNameLabel: "web-1" };

/** What is wrong with the two programs, and where. */
const invalid: { change: object; problems: [path: string, problem: string][] }[] = [
  {
    change: { ipAddress: { type: "Private" }, subnetIds: [{ id: "/subnets/a" }] },
    problems: [["ipAddress.ports", "required"]],
  },
  {
    change: {
      containers: [
        web,
        { name: "bare", image: "nginx:1" },
        { ...web, name: "half", resources: { requests: { cpu: 1 } } },
        { ...web, name: "mounted", volumeMounts: [{ name: "data", mountPath: "/data" }] },
        { ...web, name: "twice", ports: [{ port: 80 }, { port: 80, protocol: "tcp" }] },
      ],
      initContainers: [{ name: "web", image: "a" }],
      volumes: [
        { name: "files", secret: { key: KEY } },
        { name: "share", cloudFile: { shareName: "a", storageAccountKey: KEY } },
      ],
      dnsConfig: { searchDomains: "a" },
      diagnostics: { logAnalytics: { workspaceId: "w" } },
      encryptionProperties: { keyName: "k", keyVersion: "1" },
    },
    problems: [
      ["containers[bare].resources", "required"],
      ["containers[half].resources.requests.memoryInGB", "required"],
      ["volumes[files].secret.key", "must be a text in base64"],
      ["volumes[share].cloudFile.storageAccountName", "required"],
      ["dnsConfig.nameServers", "required"],
      ["diagnostics.logAnalytics.workspaceKey", "required"],
      ["encryptionProperties.vaultBaseUrl", "required"],
      ["initContainers[web]", "has the name of an item of containers"],
      ["containers[mounted].volumeMounts[/data].name", "does not match any item of volumes"],
      ["containers[twice].ports[80/tcp]", "declared twice"],
    ],
  },
  {
    change: {
      // Higher requests replace the group, and its limits no longer fit.
      containers: [
        { ...web, resources: { requests: { cpu: 2, memoryInGB: 1 }, limits: { cpu: 1, memoryInGB: 1.5 } } },
      ],
      ipAddress: { ...address, ports: [{ port: 443 }], dnsNameLabel: "Web" },
      imageRegistryCredentials: [
        { server: "both", username: "u", password: KEY, identity: "/ids/a" },
        { server: "neither" },
      ],
      priority: "Spot",
      sku: "Dedicated",
    },
    problems: [
      ["containers[web].resources.limits.cpu", "must be at least requests.cpu"],
      [
        "containers[web].resources.limits.memoryInGB",
        "must be at most the sum of containers[].resources.requests.memoryInGB",
      ],
      ["ipAddress.ports[443]", "does not match any item of containers[].ports"],
      ["ipAddress.dnsNameLabel", "must have 5 to 63 lower-case letters"],
      ["imageRegistryCredentials[both]", "takes only one of username, identity"],
      ["imageRegistryCredentials[both].password", "cannot be set together with `identity`"],
      [
        "imageRegistryCredentials[both].identity",
        "does not match any item of identity.userAssignedIdentities",
      ],
      ["imageRegistryCredentials[neither]", "one of username, identity is required"],
      ["ipAddress", "cannot be set where `priority` is Spot"],
      ["sku", "must be Standard where `priority` is Spot"],
    ],
  },
];

/** A replacement deletes the running group first: a program that the service would refuse must not get that far. */
overBothProtocols("e2e: replacing a container group", function (protocol) {
  this.timeout(180_000);

  let sandbox: Sandbox;
  let stack: TestStack;

  const group = (name: string, change: object = {}) =>
    new sandbox.vendorcloud.ContainerGroup(name, {
      ...{ resourceGroupName: "demo", containerGroupName: name, location: "westus", osType: "Linux" },
      ...{ containers: [web], ipAddress: address, ...change },
    } as ContainerGroupArgs);
  const program =
    (change: object = {}) =>
    async () =>
      void group("web", change);
  const effects = (name: string) => sandbox.emulator.containerGroups.effects(groupId(name));

  before(async () => {
    sandbox = await protocol.open();
    stack = await sandbox.stack("running", program());
    await stack.up();
  });
  after(() => sandbox.close());

  it("is refused in the preview and by `up`, with every problem, and the group keeps running", async () => {
    for (const { change, problems } of invalid)
      for (const run of ["preview", "up"] as const) {
        const outcome = await stack[run](program({ osType: "Windows", ...change }));
        expect(outcome.failed).to.equal(true);
        for (const [path, problem] of problems)
          expect(outcome.text).to.include(` has a problem: ${path}: ${problem}`).and.not.include(KEY);
        expect(outcome.requests).to.equal(0);
      }
    expect(effects("web")).to.deep.equal({ creates: 1, updates: 0, deletes: 0 });
  });

  it("is required by another location or another scope of the label", async () => {
    const scoped = (autoGeneratedDomainNameLabelScope: string) => ({
      location: "East US",
      ipAddress: { ...address, autoGeneratedDomainNameLabelScope },
    });
    const preview = await stack.preview(program({ location: "East US" }));
    expect(preview.operations).to.deep.equal({ replace: 1 });
    expect((await stack.up(program(scoped("Unsecure")))).operations).to.deep.equal({ replace: 1 });
    const again = await stack.up(program({ ...scoped("NoReuse"), location: "eastus" }));
    expect(again.operations).to.deep.equal({ replace: 1 });
    expect(sandbox.emulator.containerGroups.get(groupId("web"))).to.have.nested.property(
      "properties.ipAddress.autoGeneratedDomainNameLabelScope",
      "NoReuse",
    );
    expect(effects("web")).to.deep.equal({ creates: 3, updates: 0, deletes: 2 });
  });

  it("does not need fields that an older state lacks", async () => {
    const { version, deployment } = await stack.stack.exportStack();
    const { inputs, outputs } = deployment.resources.find(({ id = "" }) => id.endsWith("/web"));
    for (const { ipAddress, containers } of [inputs, outputs]) {
      delete ipAddress.ports;
      delete containers[0].resources;
    }
    await stack.stack.importStack({ version, deployment });
    const refresh = await stack.refresh();
    expect(refresh.code, refresh.text).to.equal(0);
    expect((await stack.destroy()).operations).to.deep.equal({ delete: 1 });
    expect(effects("web")).to.deep.equal({ creates: 3, updates: 0, deletes: 3 });
  });

  it("accepts unknown values in the preview, and refuses them in `up` as soon as they are known", async () => {
    const dependent =
      (initName: string, key = "a2V5") =>
      async () => {
        const state = group("first").provisioningState;
        const later = <T>(value: T): pulumi.Output<T> => state.apply(() => value);
        group("second", {
          containers: [{ ...web, volumeMounts: [{ name: later("share"), mountPath: "/share" }] }],
          initContainers: [{ name: later(initName), image: "a" }],
          ipAddress: later({ type: "Public", ports: [{ port: 80 }] }),
          dnsConfig: { nameServers: later(["1.1.1.1"]) },
          diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: later(KEY) } },
          encryptionProperties: { vaultBaseUrl: later("https://kv.example"), keyName: "k", keyVersion: "1" },
          volumes: [
            { name: later("files"), secret: { key: pulumi.secret(later(key)) } },
            {
              name: later("share"),
              cloudFile: { shareName: "a", storageAccountName: later("b"), storageAccountKey: later(KEY) },
            },
          ],
        });
        group("third", {
          containers: [
            {
              ...web,
              resources: { requests: { cpu: 1, memoryInGB: later(1) } },
              volumeMounts: [{ name: "work", mountPath: "/work" }],
            },
          ],
          volumes: later([{ name: "work", emptyDir: {} }]),
        });
      };
    const unknown = await sandbox.stack("unknown", dependent("web", KEY));
    const preview = await unknown.preview();
    expect(preview.operations).to.deep.equal({ create: 3 });
    expect(preview.requests).to.equal(0);

    const refused = await unknown.up();
    expect(refused.failed).to.equal(true);
    expect(refused.text).to.include("initContainers[web]: has the name of an item of containers");
    expect(refused.text).to.include("volumes[files].secret.key: must be a text in base64");
    expect(effects("second")).to.deep.equal({ creates: 0, updates: 0, deletes: 0 });

    const taken = await unknown.up(dependent("init"));
    expect(taken.failed).to.equal(false);
    expect(effects("second").creates).to.equal(1);
    expect(effects("third").creates).to.equal(1);
  });
});
