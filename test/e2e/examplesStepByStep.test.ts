import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { seedId, tokenHash } from "../../emulator/index.js";
import { Example, TRANSPILED } from "../support/example.js";
import { ROOT, Sandbox } from "../support/sandbox.js";

const SEED_SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";
const providers = (resourceGroup: string, subscription = SEED_SUBSCRIPTION): string =>
  `/subscriptions/${subscription}/resourceGroups/${resourceGroup}/providers`;

/** The examples whose READMEs tell a story: its steps, one after the other, and what the services saw of them. */
describe("e2e: examples, step by step", function () {
  this.timeout(300_000);

  const tokens = {
    HARBOUR_RESOURCE_MANAGER_TOKEN: "canary-harbour-groups",
    HARBOUR_BUSINESS_TOKEN: "canary-harbour-records",
  };
  const southgateToken = "canary-southgate-groups";

  let sandbox: Sandbox;
  before(async () => {
    const variables = { VENDORCLOUD_SUBSCRIPTION_ID: undefined, ...tokens, ...TRANSPILED };
    sandbox = await Sandbox.open({ provisioningPolls: 1, seed: "demo" }, variables);
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox.close());

  const group = (resourceGroup: string, name: string): string =>
    `${providers(resourceGroup)}/Vendor.ContainerInstance/containerGroups/${name}`;
  const changedLines = (preview: string): string[] =>
    preview
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => /^[~+-] \w+: .* => /.test(line));

  it("their READMEs name the emulator's companies, customers and items", () => {
    const ids = {
      "two-accounts": [seedId("companies", 1)],
      "month-end": [seedId("companies", 1), seedId("customers", 1), seedId("items", 2)],
    };
    for (const [example, named] of Object.entries(ids)) {
      const readme = readFileSync(join(ROOT, "examples", example, "README.md"), "utf8");
      for (const id of named) expect(readme).to.include(id);
    }
  });

  it("examples/two-accounts: every request has its own account's token, and goes to its own account", async () => {
    const harbour = "aaaaaaaa-0000-0000-0000-000000000001";
    const southgate = "bbbbbbbb-0000-0000-0000-000000000002";
    const company = seedId("companies", 1);
    const customer = () => sandbox.emulator.business.get("customers", seedId("customers", 1))?.fields;
    const website = customer()?.website;
    const example = await Example.open(sandbox, "examples/two-accounts", {
      config: {
        harbourSubscription: harbour,
        harbourCompany: company,
        southgateSubscription: southgate,
      },
      secrets: { southgateToken },
    });
    await example.settles({
      resources: 5,
      outputs: { harbourAddress: /^harbour-shop\./, southgateAddress: /^southgate-shop\./ },
    });
    expect(customer()?.website).to.match(/^http:\/\/harbour-shop\./);
    const state = await example.pulumi("stack", "export");
    for (const token of Object.values(tokens)) expect(state).not.to.include(token);
    await example.destroy();
    expect(customer()?.website).to.equal(website);

    const accounts = {
      harbour: `/subscriptions/${harbour}/`,
      southgate: `/subscriptions/${southgate}/`,
      "harbour's company": `/companies(${company})/`,
    };
    const seen = sandbox.emulator.log.filter().map(({ method, path, tokenHash }) => {
      const account = Object.entries(accounts).find(([, part]) => path.includes(part));
      return `${method} ${account?.[0] ?? path}: ${tokenHash}`;
    });
    const used = {
      harbour: tokenHash(tokens.HARBOUR_RESOURCE_MANAGER_TOKEN),
      southgate: tokenHash(southgateToken),
      records: tokenHash(tokens.HARBOUR_BUSINESS_TOKEN),
    };
    expect([...new Set(seen)].sort()).to.deep.equal([
      `DELETE harbour: ${used.harbour}`,
      `DELETE southgate: ${used.southgate}`,
      `GET harbour's company: ${used.records}`,
      `GET harbour: ${used.harbour}`,
      `GET southgate: ${used.southgate}`,
      `PATCH harbour's company: ${used.records}`,
      `PUT harbour: ${used.harbour}`,
      `PUT southgate: ${used.southgate}`,
    ]);
  });

  it("examples/adopt-existing: taken over as it runs, changed in place, and left running", async () => {
    const id = group("demo", "legacy-web");
    /** The group without what it does at run time. */
    const settings = () => {
      const withoutView = (name: string, value: unknown) => (name === "instanceView" ? undefined : value);
      return JSON.parse(JSON.stringify(sandbox.emulator.containerGroups.get(id), withoutView));
    };
    const running = settings();
    const example = await Example.open(sandbox, "examples/adopt-existing", {
      config: { "vendorcloud:subscriptionId": SEED_SUBSCRIPTION },
      secrets: { sessionKey: "not-a-real-key" },
    });
    expect(await example.pulumi("preview")).to.include("+ 2 to create");
    expect(sandbox.emulator.log.count()).to.equal(0);
    const up = await example.settles({ resources: 1, outputs: { fqdn: /^legacy-web\./, address: /^198\./ } });
    expect(up).to.include(
      `${id} already existed. It was changed to match the program, and this stack now manages it.`,
    );
    expect(settings()).to.deep.equal(running);

    await example.pulumi("config", "set", "image", "nginx:1.28");
    const preview = await example.pulumi("preview", "--diff");
    expect(changedLines(preview)).to.deep.equal(['~ image: "nginx:1.27" => "nginx:1.28"']);
    await example.up();
    const [web] = sandbox.emulator.containerGroups.get(id)?.properties.containers ?? [];
    expect(web?.properties.image).to.equal("nginx:1.28");
    await example.destroy();
    expect(sandbox.emulator.containerGroups.effects(id)).to.deep.equal({
      creates: 0,
      updates: 2,
      deletes: 0,
    });
    expect(sandbox.emulator.containerGroups.get(id)).not.to.equal(undefined);
  });

  it("examples/private-network-confidential: what is sent, updated in place, and replaced", async () => {
    const example = await Example.open(sandbox, "examples/private-network-confidential", {
      config: { "vendorcloud:subscriptionId": SEED_SUBSCRIPTION },
    });
    await example.settles({
      resources: 2,
      outputs: { ledgerAddress: /^10\./, reportsState: /^Succeeded$/ },
    });
    const sent = (name: string): unknown =>
      sandbox.emulator.log.filter({ method: "PUT", path: group("finance", name) }, { secrets: true }).at(-1)
        ?.body;
    const subnet = `${providers("network")}/Vendor.Network/virtualNetworks/inside/subnets/finance`;
    const identity = `${providers("finance")}/Vendor.ManagedIdentity/userAssignedIdentities/key-reader`;
    expect(sent("ledger"))
      .to.have.nested.property("properties.subnetIds")
      .that.deep.equals([{ id: subnet, name: "finance" }]);
    expect(sent("ledger")).to.deep.include({
      identity: { type: "UserAssigned", userAssignedIdentities: { [identity]: {} } },
    });
    expect(sent("ledger"))
      .to.have.property("properties")
      .that.deep.includes({
        sku: "Confidential",
        ipAddress: { type: "Private", ports: [{ port: 8443, protocol: "TCP" }] },
        encryptionProperties: {
          vaultBaseUrl: "https://finance.vault.example/",
          keyName: "ledger",
          keyVersion: "804d3f1d5ce2456b9bc3dc9e35aaa67e",
          identity,
        },
      });
    expect(sent("reports")).to.have.property("properties").that.deep.includes({
      priority: "Spot",
      restartPolicy: "Never",
    });

    await example.pulumi("config", "set", "keyVersion", "next");
    writeFileSync(join(sandbox.project, "policy.rego"), "package policy\n");
    const inPlace = await example.pulumi("preview", "--diff");
    expect(inPlace).to.match(/~ ccePolicy: "\w+=*" => "cGFja2FnZSBwb2xpY3kK"/);
    expect(inPlace).to.include('~ keyVersion: "804d3f1d5ce2456b9bc3dc9e35aaa67e" => "next"');
    expect(inPlace).to.include("~ 1 to update").and.not.include("replace");
    await example.up();
    expect(sent("ledger")).to.have.nested.property(
      "properties.confidentialComputeProperties.ccePolicy",
      "cGFja2FnZSBwb2xpY3kK",
    );
    await example.pulumi("config", "set", "subnet", "audit");
    expect(await example.pulumi("preview", "--diff")).to.include("+-1 to replace");
    await example.destroy();
  });

  it("examples/month-end: in its order, once, and the records put back", async () => {
    const { business, erp, log } = sandbox.emulator;
    const ids = { customers: seedId("customers", 1), items: seedId("items", 2) };
    const records = () =>
      (["customers", "items"] as const).map((collection) => {
        const { lastModifiedDateTime, ...fields } = business.get(collection, ids[collection])?.fields ?? {};
        return fields;
      });
    const before = records();
    const system = `${providers("erp-demo")}/Vendor.Workloads/erpVirtualInstances/X00`;
    const servers = ["app0", "app1"].map((name) => `${system}/applicationInstances/${name}`);
    const database = `${system}/databaseInstances/db0`;
    const stops = () => [...servers, database].map((id) => erp.stops(id));
    const example = await Example.open(sandbox, "examples/month-end", {
      config: {
        "vendorcloud:subscriptionId": SEED_SUBSCRIPTION,
        customerId: ids.customers,
        itemId: ids.items,
      },
    });
    await example.settles({ resources: 6, outputs: { stoppedAt: /^\d{4}-/ } });
    /** The requested operations, alone or in a batch. */
    const operations = () =>
      log.filter().flatMap<{ method: string; path: string }>((entry) => entry.operations ?? [entry]);
    const about = (id: string): string[] => [id, ...erp.operations(id).map(({ name }) => name)];
    const subjects = { servers: servers.flatMap(about), database: about(database), records: ["/companies("] };
    const asked = operations().map(({ path }) => {
      const subject = Object.entries(subjects).find(([, parts]) => parts.some((part) => path.includes(part)));
      return subject?.[0] ?? path;
    });
    const order = asked.filter((subject, index) => subject !== asked[index - 1]);
    expect(order).to.deep.equal(["servers", "database", "records"]);
    expect(stops()).to.deep.equal([1, 1, 1]);
    expect(records()).to.deep.equal([
      { ...before[0], blocked: "Ship" },
      { ...before[1], unitPrice: 24.5 },
    ]);

    log.clear();
    expect(await example.up()).to.include("7 unchanged");
    expect(log.count()).to.equal(0);

    for (const id of [...servers, database]) erp.start(id);
    await example.pulumi("config", "set", "month", "2026-12");
    expect(await example.up()).to.include("~ 3 updated");
    expect(stops()).to.deep.equal([2, 2, 2]);

    log.clear();
    await example.destroy();
    const methods = operations().map(({ method }) => method);
    expect(methods).to.have.members(["GET", "GET", "PATCH", "PATCH"]);
    expect(records()).to.deep.equal(before);
    expect([...servers, database].map((id) => erp.status(id))).to.deep.equal(Array(3).fill("Offline"));
  });
});
