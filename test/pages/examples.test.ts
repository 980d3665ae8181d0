import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import { it } from "mocha";
import {
  type BusinessRecord,
  type Collection,
  type ErpInstance,
  type LogEntry,
  seedId,
  tokenHash,
} from "../../emulator/index.js";
import type { PageProject } from "../support/pageProject.js";
import { type PageFacts, testPages } from "../support/pageTests.js";

const SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";
const providers = (resourceGroup: string): string =>
  `/subscriptions/${SUBSCRIPTION}/resourceGroups/${resourceGroup}/providers`;
const group = (resourceGroup: string, name: string): string =>
  `${providers(resourceGroup)}/Vendor.ContainerInstance/containerGroups/${name}`;

/** Every request to the services. */
const log = async (project: PageProject): Promise<LogEntry[]> =>
  (await project.emulator<{ entries: LogEntry[] }>("log?secrets=true")).entries;
/** The operations that were asked for, alone or in a batch. */
const operations = async (project: PageProject) =>
  (await log(project)).flatMap<{ method: string; path: string; body?: unknown }>(
    (entry) => entry.operations ?? [entry],
  );
const changedLines = (text: string): string[] => [
  ...new Set([...text.matchAll(/^ *([~+-] \w+: .* => .*)$/gm)].map(([, line = ""]) => line)),
];

/** Fields of records that are not as they were before the page: the sandbox's own emulator has the same seed. */
async function changedFields(project: PageProject, collections: readonly Collection[]): Promise<string[]> {
  const changed: string[] = [];
  for (const collection of collections) {
    const { records } = await project.emulator<{ records: BusinessRecord[] }>(
      `records?collection=${collection}`,
    );
    const [before, now] = [project.sandbox.emulator.business.list(collection), records].map(
      (list) => new Map(list.map(({ id, fields }) => [id, fields])),
    ) as [Map<string, BusinessRecord["fields"]>, Map<string, BusinessRecord["fields"]>];
    for (const id of new Set([...before.keys(), ...now.keys()])) {
      const [one, other] = [before.get(id) ?? {}, now.get(id) ?? {}];
      for (const name of Object.keys({ ...one, ...other }))
        if (name !== "lastModifiedDateTime" && !isDeepStrictEqual(one[name], other[name]))
          changed.push(`${collection}.${name}: ${one[name]} => ${other[name]}`);
    }
  }
  return changed;
}

interface Instance {
  id: string;
  stops: number;
  body: ErpInstance;
}
const instances = async (project: PageProject): Promise<Instance[]> =>
  (await project.emulator<{ instances: Instance[] }>("instances")).instances;

interface Group {
  id: string;
  effects: object;
  body: object;
}

/** What was created beside the stack, and outputs. */
function showsOnce(project: () => PageProject, resources: number, outputs: Record<string, RegExp>): void {
  it("creates what it declares, and shows its outputs", () => {
    const { everything } = project();
    expect(everything).to.match(new RegExp(`Resources:\\n\\s+\\+ ${resources + 1} created`));
    for (const [name, { source }] of Object.entries(outputs))
      expect(everything).to.match(new RegExp(`${name} *: "${source}`));
  });
}

/** What the services saw of the examples. */
const facts: Record<string, PageFacts> = {
  "examples/quickstart/README.md": (project) => showsOnce(project, 1, { address: /198\./ }),

  "examples/business-records/README.md": (project) => {
    showsOnce(project, 5, { customerName: /\w/, quoteNumber: /\w/, projectNumber: /\w/ });
    it("leaves every record as it was, but for what another client has changed", async () => {
      const collections = ["customers", "items", "projects", "defaultDimensions", "salesQuotes"] as const;
      expect(await changedFields(project(), collections)).to.deep.equal([
        "customers.phoneNumber: +44 20 5550 0001 => +1 555 0100",
      ]);
    });
  },

  "examples/erp-nightly-stop/README.md": (project) => {
    showsOnce(project, 3, { stopped: /Succeeded"/, since: /\d{4}-/ });
    it("stops each instance once", async () => {
      const stops = (await instances(project())).map((instance) => instance.stops);
      expect(stops).to.deep.equal([1, 1, 1]);
    });
  },

  "examples/app-offboarding/README.md": (project) => {
    showsOnce(project, 4, { actingUser: /demo@example\.com"/ });
    it("leaves nobody of the list on an app", async () => {
      const { apps } = await project().emulator<{ apps: { users: { email: string }[] }[] }>("apps");
      expect(apps).not.to.deep.equal([]);
      for (const { users } of apps)
        expect(users.map(({ email }) => email)).not.to.include("grace@example.com");
    });
  },

  "examples/two-accounts/README.md": (project) => {
    const tokens = {
      harbour: "a-token-of-harbour",
      records: "another-token-of-harbour",
      southgate: "a-token-of-southgate",
    };
    showsOnce(project, 5, { harbourAddress: /harbour-shop\./, southgateAddress: /southgate-shop\./ });
    it("sends every request with its own account's token, and to its own account", async () => {
      const accounts = {
        harbour: "/subscriptions/aaaaaaaa-0000-0000-0000-000000000001/",
        southgate: "/subscriptions/bbbbbbbb-0000-0000-0000-000000000002/",
        "harbour's company": `/companies(${seedId("companies", 1)})/`,
      };
      const seen = (await log(project())).map(({ method, path, tokenHash }) => {
        const account = Object.entries(accounts).find(([, part]) => path.includes(part));
        return `${method} ${account?.[0] ?? path}: ${tokenHash}`;
      });
      expect([...new Set(seen)].sort()).to.deep.equal([
        `DELETE harbour: ${tokenHash(tokens.harbour)}`,
        `DELETE southgate: ${tokenHash(tokens.southgate)}`,
        `GET harbour's company: ${tokenHash(tokens.records)}`,
        `GET harbour: ${tokenHash(tokens.harbour)}`,
        `GET southgate: ${tokenHash(tokens.southgate)}`,
        `PATCH harbour's company: ${tokenHash(tokens.records)}`,
        `PUT harbour: ${tokenHash(tokens.harbour)}`,
        `PUT southgate: ${tokenHash(tokens.southgate)}`,
      ]);
    });
    it("keeps the tokens out of the state and its history", () => {
      const directory = join(project().sandbox.directory, "home/.vendorcloud-example");
      const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
        .map((path) => join(directory, path))
        .filter((path) => statSync(path).isFile());
      const text = files.map((path) => readFileSync(path, "utf8")).join("\n");
      expect(text).to.include("harbour-shop");
      for (const token of Object.values(tokens)) expect(text).not.to.include(token);
    });
    it("writes the shop's address into the customer's record, and restores it", async () => {
      const [written] = (await operations(project())).filter(({ method }) => method === "PATCH");
      expect(written?.body)
        .to.have.property("website")
        .that.matches(/^http:\/\/harbour-shop\./);
      expect(await changedFields(project(), ["customers"])).to.deep.equal([]);
    });
  },

  "examples/adopt-existing/README.md": (project) => {
    showsOnce(project, 1, { fqdn: /legacy-web\./, address: /198\./ });
    it("changes the running group in place, by its image alone, and leaves it running", async () => {
      const id = group("demo", "legacy-web");
      const { groups } = await project().emulator<{ groups: Group[] }>("groups?secrets=true");
      const found = groups.find((one) => one.id === id);
      expect(found?.effects).to.deep.equal({ creates: 0, updates: 2, deletes: 0 });
      expect(changedLines(project().everything)).to.deep.equal(['~ image: "nginx:1.27" => "nginx:1.28"']);
      /** A group without what it does at run time. */
      const settings = (body: unknown) =>
        JSON.parse(JSON.stringify(body, (name, value) => (name === "instanceView" ? undefined : value)));
      const before = settings(project().sandbox.emulator.containerGroups.get(id));
      before.properties.containers[0].properties.image = "nginx:1.28";
      expect(settings(found?.body)).to.deep.equal(before);
    });
  },

  "examples/private-network-confidential/README.md": (project) => {
    showsOnce(project, 2, { ledgerAddress: /10\./, reportsState: /Succeeded"/ });
    it("is updated in place for another policy and key, and replaced for another subnet", () => {
      const previews = project().everything.split("Previewing update");
      const inPlace = previews.at(-2) ?? "";
      expect(inPlace).to.match(/~ ccePolicy: "\w+=*" => "cGFja2FnZSBwb2xpY3kK"/);
      expect(inPlace).to.include('~ keyVersion: "804d3f1d5ce2456b9bc3dc9e35aaa67e" => "next"');
      expect(inPlace).to.include("~ 1 to update").and.not.include("replace");
      expect(previews.at(-1)).to.include("+-1 to replace");
    });
  },

  "examples/month-end/README.md": (project) => {
    showsOnce(project, 6, { stoppedAt: /\d{4}-/ });
    it("stops servers, then the database, and changes the records when all is down, once a month", async () => {
      const system = `${providers("erp-demo")}/Vendor.Workloads/erpVirtualInstances/X00`;
      const all = await operations(project());
      const stops = all
        .filter(({ method, path }) => method === "POST" && path.startsWith(system))
        .map(({ path }) => path.split("/").at(-2));
      const servers = ["app0", "app1"];
      expect([stops.slice(0, 2).sort(), stops[2], stops.slice(3, 5).sort(), stops[5]]).to.deep.equal([
        ...[servers, "db0"],
        ...[servers, "db0"],
      ]);
      expect(stops).to.have.length(6);
      const records = all.filter(({ path }) => path.includes("/companies("));
      // Created, refreshed once, and put back: no run in between asks for them.
      expect(records.map(({ method }) => method).sort()).to.deep.equal([
        ...Array(6).fill("GET"),
        ...Array(4).fill("PATCH"),
      ]);
      const firstRecord = all.findIndex(({ path }) => path.includes("/companies("));
      const lastStop = all.findIndex(({ path }) => path.includes("/databaseInstances/db0/stop"));
      expect(firstRecord).to.be.greaterThan(lastStop);
      const bodies = records.flatMap(({ body }) => (body ? [body] : []));
      expect(bodies.slice(0, 2)).to.have.deep.members([{ blocked: "Ship" }, { unitPrice: 24.5 }]);
      expect(project().everything).to.include("7 unchanged").and.to.include("~ 3 updated");
    });
    it("puts the records back, and leaves the instances stopped", async () => {
      expect(await changedFields(project(), ["customers", "items"])).to.deep.equal([]);
      const statuses = (await instances(project())).map(({ body }) => body.properties.status);
      expect(statuses).to.deep.equal(Array(3).fill("Offline"));
    });
  },
};

testPages("pages of the examples", (page) => page.startsWith("examples/"), facts);
