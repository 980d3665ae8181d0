import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, it } from "mocha";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, PLUGIN_PATH, type Sandbox } from "../support/sandbox.js";
import { vendorcloud } from "./commandLine.js";
import { resources } from "./groups.js";

/** From the objects of a service to a program that manages them: `discover`, `show`, `up` and an empty preview. */
overBothProtocols("e2e: adopting many objects", (protocol) => {
  const COUNT = 60;
  /** Only these groups have a secret, and are sent. */
  const SECRETS = 20;
  const language = protocol.name === "native" ? "yaml" : "typescript";
  const nameOf = (n: number) => `svc${String(n).padStart(2, "0")}`;
  const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);

  let sandbox: Sandbox;
  const secretOf = (n: number): unknown => {
    const group = sandbox.emulator.containerGroups.get(groupId(nameOf(n)));
    return JSON.stringify(group?.properties.containers).match(/canary-\d+/)?.[0];
  };
  const sum = (of: (id: string) => number): number =>
    numbers.reduce((total, n) => total + of(groupId(nameOf(n))), 0);

  before(async () => {
    sandbox = await protocol.open();
    for (const n of numbers) {
      const secret = { name: "TOKEN", secureValue: `canary-${n}` };
      const environmentVariables = n <= SECRETS ? [secret] : [];
      const properties = { image: "nginx:1", resources, environmentVariables };
      const containers = [{ name: "web", properties }];
      const group = { location: "westus", properties: { osType: "Linux", containers } };
      sandbox.emulator.containerGroups.put(groupId(nameOf(n)), group);
      const fields = { number: `C-${n}`, displayName: "A customer", website: "shop.example", city: "Ulm" };
      sandbox.emulator.business.put("customers", fields);
    }
    sandbox.write("");
    succeeded(await sandbox.initStack("dev"));
  });
  after(() => sandbox.close());

  it("ends with an empty preview, and sends only groups with a secret", async () => {
    const list = join(sandbox.project, "objects.json");
    const all = ["--collection", "customers", "--all-groups", "--out", list];
    succeeded(await vendorcloud(sandbox, "discover", ...all));
    sandbox.emulator.log.clear();
    const options = ["--from", list, "--fields", "website,blocked", "--language", language];
    const program = succeeded(await vendorcloud(sandbox, "show", ...options)).stdout;
    // The reads of the records are in batches.
    expect(sandbox.emulator.log.filter().length).to.be.at.most(COUNT + 10);
    for (const n of numbers) {
      expect(program)
        .to.include(`customer-c-${n}`)
        .and.include(`container-group-demo-${nameOf(n)}`);
      expect(program).not.to.include(`canary-${n}`);
    }
    expect(program).not.to.include("displayName");

    if (language === "yaml") {
      const plugins = /^plugins:\n.*\n.*\n.*path.*$/m;
      writeFileSync(
        join(sandbox.project, "Pulumi.yaml"),
        program.replace(/^name: .*$/m, "name: sandbox").replace(plugins, PLUGIN_PATH.trim()),
      );
    } else {
      rmSync(join(sandbox.project, "index.js"));
      const project = `name: sandbox\nruntime: nodejs\nmain: index.ts\n`;
      writeFileSync(join(sandbox.project, "Pulumi.yaml"), project);
      writeFileSync(join(sandbox.project, "index.ts"), program);
    }
    const [block = ""] = /pulumi config set-all(.*\\\n)*.*\n/.exec(program.replace(/^# /gm, "")) ?? [];
    expect(block.match(/--secret/g)).to.have.length(SECRETS);
    const forgotten = await sandbox.shell(block);
    expect(forgotten.text).to.include("config value must be in the form [key]=[value]");
    const filled = block.replace(/svc(\d\d)WebToken/g, (key, n) => `${key}=canary-${Number(n)}`);
    succeeded(await sandbox.shell(filled));

    sandbox.emulator.log.clear();
    const up = succeeded(await sandbox.shell("pulumi up --skip-preview"));
    expect(up.text).to.include(`+ ${2 * COUNT + 1} created`);
    const sent = sandbox.emulator.log.filter().map(({ method }) => method);
    expect(sent.filter((method) => method === "PUT")).to.have.length(SECRETS);
    expect(sent).not.to.include.any.members(["PATCH", "DELETE"]);
    expect(sum((id) => sandbox.emulator.containerGroups.restarts(id))).to.equal(SECRETS);
    expect(numbers.map(secretOf)).to.deep.equal(
      numbers.map((n) => (n <= SECRETS ? `canary-${n}` : undefined)),
    );
    succeeded(await sandbox.shell("pulumi preview --expect-no-changes"));
    expect(readFileSync(sandbox.stateFile("dev"), "utf8")).not.to.include("canary-1");
  });

  it("names an object that cannot be read, and prints the others", async () => {
    const shown = await vendorcloud(
      sandbox,
      "show",
      groupId(nameOf(1)),
      groupId("missing"),
      groupId(nameOf(2)),
    );
    expect(shown.code).to.equal(3);
    expect(shown.stdout.match(/new vendorcloud\./g)).to.have.length(2);
    expect(shown.text).to.include(
      `vendorcloud: ${groupId("missing")}: the service has no object with this id.`,
    );
  });
});
