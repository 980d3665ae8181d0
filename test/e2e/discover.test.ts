import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { succeeded } from "../support/command.js";
import { succeed } from "../support/goldenState.js";
import { groupId, Sandbox } from "../support/sandbox.js";
import { vendorcloud } from "./commandLine.js";
import { resources } from "./groups.js";

/** From the objects of a service to a program that declares them, on the real engine. */
describe("e2e: discovered objects", () => {
  const CUSTOMERS = 10;
  let sandbox: Sandbox;
  const discover = (...args: string[]) =>
    vendorcloud(sandbox, "discover", "--collection", "customers", ...args);

  before(async () => {
    sandbox = await Sandbox.openEmpty({ pageSize: 7 });
    for (let n = 1; n <= CUSTOMERS; n++)
      sandbox.emulator.business.put("customers", { number: `C-${n}`, displayName: `Customer ${n}` });
    const containers = [{ name: "web", properties: { image: "nginx:1", resources } }];
    const group = { location: "westus", properties: { osType: "Linux" as const, containers } };
    sandbox.emulator.containerGroups.put(groupId("web"), group);
    sandbox.writeYaml("");
    await sandbox.newStack("discover");
  });
  after(() => sandbox.close());

  it("are listed from all pages and imported, and the program that the import writes shows no difference", async () => {
    const file = join(sandbox.project, "objects.json");
    const found = succeeded(await discover("--resource-group", "demo", "--out", file));
    expect(found.stdout).to.equal("");
    expect(found.text)
      .to.include(`customers: ${CUSTOMERS}\n`)
      .and.include("container groups of demo: 1\n")
      .and.include(`objects: ${CUSTOMERS + 1}`);
    const program = join(sandbox.project, "imported.yaml");
    const options = ["--yes", "--skip-preview", "--protect=false", "--stack", "discover"];
    const imported = await succeed(sandbox, "import", "--file", file, "--out", program, ...options);
    expect(imported).to.include(`= ${CUSTOMERS + 1} imported`);
    sandbox.writeYaml(readFileSync(program, "utf8"));
    await succeed(sandbox, "preview", "--expect-no-changes", "--stack", "discover");
  });

  it("are not listed if the service refuses the filter, whose error is printed", async () => {
    const wrong = await discover("--filter", "nothing eq 1");
    expect(wrong.failed).to.equal(true);
    expect(wrong.text).to.match(/vendorcloud: list 'customers': read failed: 400 /);
    expect(wrong.stdout).to.equal("");
  });
});
