import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { run, succeeded } from "../support/command.js";
import { groupId, ROOT, Sandbox } from "../support/sandbox.js";

/** From the objects of a service to a program that declares them, on the real engine. */
describe("e2e: discovered objects", () => {
  const CUSTOMERS = 30;
  const GROUPS = 4;
  let sandbox: Sandbox;
  const discover = (...args: string[]) => {
    const command = [join(ROOT, "dist/cli/main.js"), "discover", ...args];
    return run(process.execPath, command, sandbox.project, sandbox.environment());
  };
  const pulumi = async (...args: string[]): Promise<string> => {
    const { text } = succeeded(await sandbox.pulumi(...args));
    return text;
  };

  before(async () => {
    sandbox = await Sandbox.openEmpty({ pageSize: 7 });
    for (let n = 1; n <= CUSTOMERS; n++) {
      const fields = { number: `C-${n}`, displayName: `Customer ${n}`, city: n % 2 === 0 ? "Ulm" : "Bonn" };
      sandbox.emulator.business.put("customers", fields);
    }
    for (let n = 1; n <= GROUPS; n++) {
      const resources = { requests: { cpu: 1, memoryInGB: 1 } };
      sandbox.emulator.containerGroups.put(groupId(`web${n}`), {
        location: "westus",
        properties: {
          osType: "Linux",
          containers: [{ name: "web", properties: { image: "nginx:1", resources } }],
        },
      });
    }
    sandbox.writeYaml("");
    await sandbox.newStack("discover");
  });
  after(() => sandbox.close());

  it("are listed from all pages, with progress on standard error", async () => {
    const found = succeeded(await discover("--collection", "customers", "--resource-group", "demo"));
    const { resources } = JSON.parse(found.stdout);
    expect(resources).to.have.length(CUSTOMERS + GROUPS);
    expect(resources[0]).to.include({ type: "vendorcloud:index:Customer", name: "customer-c-1" });
    expect(resources.at(-1)).to.deep.equal({
      type: "vendorcloud:index:ContainerGroup",
      name: "container-group-demo-web4",
      id: groupId("web4"),
    });
    expect(found.text).to.include(`customers: ${CUSTOMERS}\n`).and.include("container groups of demo: 4\n");
    expect(found.text).to.include(`objects: ${CUSTOMERS + GROUPS}\n`);
  });

  it("are selected by a filter, and include the groups of the whole subscription", async () => {
    const found = await discover("--collection", "customers", "--filter", "city eq 'Ulm'", "--all-groups");
    const { resources } = JSON.parse(found.stdout);
    expect(resources).to.have.length(CUSTOMERS / 2 + GROUPS);
  });

  it("are imported, and the program that the import writes shows no difference", async () => {
    const file = join(sandbox.project, "objects.json");
    const all = await discover("--collection", "customers", "--resource-group", "demo", "--out", file);
    expect(all.stdout).to.equal("");
    const program = join(sandbox.project, "imported.yaml");
    const text = await pulumi(
      ...["import", "--file", file, "--yes", "--skip-preview", "--protect=false", "--out", program],
      ...["--stack", "discover"],
    );
    expect(text).to.include(`= ${CUSTOMERS + GROUPS} imported`);
    sandbox.writeYaml(readFileSync(program, "utf8"));
    await pulumi("preview", "--expect-no-changes", "--stack", "discover");
  });

  it("need a service that responds, and a file that can be written", async () => {
    const wrong = await discover("--collection", "customers", "--filter", "nothing eq 1");
    expect(wrong.failed).to.equal(true);
    expect(wrong.text).to.match(/vendorcloud: list 'customers': read failed: 400 /);
    expect(wrong.stdout).to.equal("");
    const file = join(sandbox.project, "missing/objects.json");
    expect((await discover("--all-groups", "--out", file)).text).to.match(
      /vendorcloud: the file cannot be written: ENOENT.*\n$/,
    );
  });
});
