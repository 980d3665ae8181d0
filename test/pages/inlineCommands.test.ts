import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { readCodeBlocks } from "../../tools/site/codeBlocks.js";
import { listPages, ROOT } from "../../tools/site/pages.js";
import { type CommandResult, run, succeeded } from "../support/command.js";
import { freePort } from "../support/freePort.js";
import { VERSION } from "../support/goldenState.js";
import { NAME_LANGUAGE_HOST, startHeldRun } from "../support/heldRun.js";
import { MESSAGE_COMMANDS } from "../support/messageCommands.js";
import * as pageCommands from "../support/pageCommands.js";
import { RunningCommand } from "../support/runningCommand.js";
import { groupId, Sandbox, type Variables } from "../support/sandbox.js";
import { BROWSER, signedOut } from "../support/signedOut.js";

/*
 * Each command within a sentence of a page runs as it is printed. Most of them are also in a block of a page or in a message, or
 * in test/support/pageCommands.ts, and other tests run those. The others run here, in the situation that the page describes.
 */

const COMMAND =
  /(?<!`)`((?:eval "\$\()?(?:npx -p pulumi-vendorcloud )?(?:pulumi|vendorcloud|npm run) [^`]+)`/g;

/** The pages of each command. */
function readCommands(): Map<string, Set<string>> {
  const commands = new Map<string, Set<string>>();
  for (const page of listPages()) {
    const sentences = readFileSync(join(ROOT, page), "utf8").replace(/^ *```.*?^ *```$/gms, "");
    for (const [, printed = ""] of sentences.matchAll(COMMAND)) {
      const command = printed.replace(/\s+/g, " ");
      commands.set(command, (commands.get(command) ?? new Set()).add(page));
    }
  }
  return commands;
}

/** The commands of the blocks, which test/support/pageTests.ts and the tests that it names run. */
function readBlockCommands(): string[] {
  const blocks = listPages()
    .filter((page) => !page.startsWith("docs/reference/"))
    .flatMap(readCodeBlocks)
    .filter(({ language }) => language === "sh");
  return blocks.flatMap(({ text }) =>
    text
      .replace(/ \\\n/g, " ")
      .split(/\n| \| | \|\| | && /)
      .map((command) => command.replace(/ +#.*/, "").trim()),
  );
}

/**
 * Whether running `command` shows that `printed` works. In what is printed, `<…>` and `…` stand for any word, and further arguments
 * may be missing.
 */
function covers(command: string, printed: string): boolean {
  const plain = (text: string) => text.replace("npx -p pulumi-vendorcloud ", "");
  const literal = plain(printed).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`^${literal.replace(/<[^>]*>|…/g, "\\S+")}(?= |$)`).test(plain(command));
}

describe("commands within sentences", function () {
  this.timeout(120_000);

  const commands = readCommands();
  /** What has run so far. */
  const ran = [...readBlockCommands(), ...MESSAGE_COMMANDS.map((start) => `${start} '…'`)];
  let sandbox: Sandbox;

  /** Runs a command of a page in the project's directory. It has to succeed. */
  async function runPrinted(command: string, more?: Variables, input?: string): Promise<CommandResult> {
    noteRun(command);
    return succeeded(await sandbox.shell(command, more, input));
  }
  function noteRun(command: string): void {
    if (![...commands.keys()].some((printed) => covers(command, printed)))
      throw new Error(`no page prints \`${command}\` within a sentence: remove it`);
    ran.push(command);
  }
  const explain = async (args: string): Promise<string> =>
    succeeded(await sandbox.shell(`npx -p pulumi-vendorcloud vendorcloud explain ${args}`)).stdout;

  const group = (name: string, fields: object = {}, value = "canary-first") => {
    const environmentVariables = [{ name: "TOKEN", secureValue: value }];
    const container = { name: "web", image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } };
    const args = {
      ...{ resourceGroupName: "demo", osType: "Linux", containers: [{ ...container, environmentVariables }] },
      ...fields,
    };
    return `new v.ContainerGroup("${name}", ${JSON.stringify({ containerGroupName: name, ...args })});\n`;
  };
  const write = (...resources: string[]) =>
    sandbox.write(`const v = require("pulumi-vendorcloud");\n${NAME_LANGUAGE_HOST}\n${resources.join("")}`);
  const up = async () => succeeded(await sandbox.shell("pulumi up --skip-preview"));
  const service = () => sandbox.emulator.containerGroups;
  const exists = (name: string) => service().get(groupId(name)) !== undefined;
  const urn = (name: string) =>
    `urn:pulumi:production::sandbox::pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::${name}`;
  const state = () => readFileSync(sandbox.stateFile("production"), "utf8");

  describe("in a project with dynamic resources", () => {
    before(async () => {
      sandbox = await Sandbox.open({ seed: "demo" });
      sandbox.linkCommand();
      write(group("shop", { tags: { team: "green" } }));
      succeeded(await sandbox.initStack("production"));
      await up();
    });
    after(() => sandbox.close());

    it("a secret changes", async () => {
      write(group("shop", { tags: { team: "green" } }, "canary-second"));
      await runPrinted("pulumi config set vendorcloud:secretChanges update");
      const changed = await runPrinted("pulumi up --parallel 100");
      expect(changed.text).to.include("~ 1 updated");
      expect(JSON.stringify(service().get(groupId("shop")))).to.include("canary-second");
      const events = await runPrinted("pulumi up --json");
      expect(events.stdout).to.match(/^\{.*"summaryEvent":.*\}$/m);
    });

    it("another client changes the group", async () => {
      service().patch(groupId("shop"), { tags: { team: "blue" } });
      const before = state();
      // The CLI refuses it together with `--yes`.
      const asked = { PULUMI_SKIP_CONFIRMATIONS: undefined };
      const drift = await runPrinted("pulumi refresh --preview-only --diff", asked);
      expect(drift.text).to.match(/team *: "green" => "blue"/);
      for (const command of ["pulumi refresh --preview-only --json", "pulumi preview --refresh --json"]) {
        writeFileSync(join(sandbox.project, "preview.json"), (await runPrinted(command, asked)).stdout);
        expect(await explain("preview.json"), command).to.match(/team.*"blue"/);
      }
      expect(state()).to.equal(before);
      await runPrinted("pulumi preview --save-plan plan.json");
      expect(await explain("--fail-on delete,replace,stop plan.json")).to.equal("");
      await runPrinted("pulumi up --refresh");
      expect(service().get(groupId("shop"))?.tags).to.deep.equal({ team: "green" });
    });

    it("resources are renamed without an alias", async () => {
      const names = ["target-destroy", "target-up", "kept"];
      write(...names.map((name) => group(name)));
      await up();
      write(...names.map((name) => group(`renamed-${name}`, { containerGroupName: name })));
      await runPrinted(`pulumi destroy --target '${urn("target-destroy")}'`);
      await runPrinted(`pulumi up --target '${urn("target-up")}'`);
      expect(names.map(exists)).to.deep.equal([false, false, true]);
      await runPrinted(`pulumi state delete '${urn("kept")}'`);
      expect((await up()).text).to.include("+ 3 created");
      expect(names.map((name) => service().effects(groupId(name)))).to.deep.equal([
        { creates: 2, updates: 0, deletes: 1 },
        { creates: 2, updates: 0, deletes: 1 },
        { creates: 1, updates: 1, deletes: 0 },
      ]);
    });

    it("a replacement is one that the public service refuses", async () => {
      const limited = (cpu: number) => {
        const resources = { requests: { cpu, memoryInGB: 1 }, limits: { cpu: 2 } };
        return group("limited", { containers: [{ name: "web", image: "nginx:1", resources }] });
      };
      write(limited(2));
      await up();
      write(limited(1));
      const refused = await sandbox.shell("pulumi preview");
      expect(refused.text).to.include("the replacement would delete the existing resource first");
      await runPrinted(`pulumi destroy --target '${urn("limited")}'`);
      expect(exists("limited")).to.equal(false);
      const { log } = sandbox.emulator;
      log.clear();
      await sandbox.shell("pulumi up --skip-preview");
      expect(log.count({ method: "PUT", path: groupId("limited") })).to.equal(1);
    });

    it("a run is killed", async () => {
      write(group("killed"));
      const killed = await startHeldRun(sandbox, "PUT", ["up", "--yes", "--skip-preview"]);
      killed.kill();
      await killed.ended;
      await sandbox.emulator.faults.holds.idle();
      expect((await sandbox.shell("pulumi up")).text).to.include("the stack is currently locked");
      await runPrinted("pulumi cancel --stack production", {}, "production\n");
      await up();
      expect(service().effects(groupId("killed")).creates).to.equal(1);
      expect((await up()).text).to.include("pending operations");
      await runPrinted("pulumi refresh --clear-pending-creates");
      expect((await up()).text).not.to.include("pending operations");
    });
  });

  describe("in a project of somebody without a token", () => {
    before(async () => {
      sandbox = await Sandbox.open();
      sandbox.linkCommand();
      write(group("shop"));
      succeeded(await sandbox.initStack("production"));
    });
    after(() => sandbox.close());

    it("the browser is on another machine", async () => {
      const printed = "npx -p pulumi-vendorcloud vendorcloud login --no-browser --port 8400";
      noteRun(printed);
      const command = printed.replace("8400", String(await freePort()));
      const login = new RunningCommand(["sh", "-c", command], {
        cwd: sandbox.project,
        env: sandbox.environment(signedOut(sandbox)),
      });
      const address = await login.prints(/^ {2}(https?:\S+)$/m);
      void run(process.execPath, [BROWSER, address], ROOT, process.env);
      expect(await login.ended, login.text).to.equal(0);
      const signedIn = { VENDORCLOUD_RESOURCE_MANAGER_TOKEN: undefined };
      succeeded(await sandbox.shell("pulumi up --skip-preview", signedIn));
    });

    it("the token is only for the shell", async () => {
      const command = 'eval "$(npx -p pulumi-vendorcloud vendorcloud login --print)"';
      noteRun(command);
      succeeded(await sandbox.shell("pulumi config rm vendorcloud:resourceManagerToken"));
      succeeded(await sandbox.shell(`${command} && pulumi preview`, signedOut(sandbox)));
    });
  });

  describe("in a project that gets another backend", () => {
    before(async () => {
      sandbox = await Sandbox.open();
      sandbox.linkCommand();
      write(group("shop"));
      succeeded(await sandbox.shell("pulumi stack init production"));
      await up();
    });
    after(() => sandbox.close());

    it("the stack moves, and the group stays", async () => {
      const elsewhere = join(sandbox.directory, "elsewhere");
      mkdirSync(elsewhere);
      const more = { PULUMI_BACKEND_URL: `file://${elsewhere}` };
      await runPrinted("pulumi stack export --file state.json");
      await runPrinted("pulumi stack init production", more);
      await runPrinted("pulumi stack import --file state.json", more);
      succeeded(await sandbox.shell("pulumi preview --expect-no-changes", more));
      await runPrinted("pulumi stack change-secrets-provider passphrase", more, "other\nother\n");
      const changed = { ...more, PULUMI_CONFIG_PASSPHRASE: "other" };
      succeeded(await sandbox.shell("pulumi preview --expect-no-changes", changed));
      await runPrinted("pulumi stack rm --force --preserve-config");
      expect(existsSync(sandbox.stateFile("production"))).to.equal(false);
      expect(existsSync(join(sandbox.project, "Pulumi.production.yaml"))).to.equal(true);
      expect(exists("shop")).to.equal(true);
      write();
      succeeded(await sandbox.shell("pulumi up --skip-preview", changed));
      const exported = await runPrinted("pulumi stack export", changed);
      expect(exported.stdout).not.to.include("vendorcloud");
    });
  });

  describe("in a project of the native plugin", () => {
    before(async () => {
      sandbox = await Sandbox.open();
      sandbox.linkCommand();
      writeFileSync(join(sandbox.project, "Pulumi.yaml"), "name: sandbox\nruntime: yaml\n");
      const plugin = join(ROOT, "dist/plugin/pulumi-resource-vendorcloud");
      await runPrinted(`pulumi plugin install resource vendorcloud ${VERSION} --file ${plugin}`);
      succeeded(await sandbox.initStack("production"));
    });
    after(() => sandbox.close());

    it("objects are imported", async () => {
      const customer = "a186de1a-26c5-0e2b-34fb-f0bb5bbf5e69";
      sandbox.emulator.business.put("customers", { id: customer, number: "C-1", displayName: "Bakery" });
      sandbox.emulator.business.put("customers", { number: "C-2", displayName: "Joinery" });
      const resources = { requests: { cpu: 1, memoryInGB: 1 } };
      const environmentVariables = [{ name: "TOKEN", secureValue: "canary" }];
      const ids = ["web", "shop"].map((name) => groupId(name).replace("/demo/", "/production/"));
      for (const id of ids)
        service().put(id, {
          properties: {
            osType: "Linux",
            containers: [{ name: "web", properties: { image: "nginx:1", resources, environmentVariables } }],
          },
        });
      const imported = (text: string) => expect(text).to.match(/= \d+ imported/);
      imported((await runPrinted(`pulumi import vendorcloud:index:ContainerGroup web ${ids[0]}`)).text);
      imported((await runPrinted(`pulumi import vendorcloud:index:Customer bakery ${customer}`)).text);
      await runPrinted(
        "npx -p pulumi-vendorcloud vendorcloud discover --collection customers --resource-group production --out objects.json",
      );
      imported((await runPrinted("pulumi import --file objects.json --out imported.yaml")).text);
      const show = "npx -p pulumi-vendorcloud vendorcloud show --from objects.json --language yaml";
      const { stdout } = succeeded(await sandbox.shell(show));
      const [setAll = ""] = /pulumi config set-all(?:.*\\\n)*.*/.exec(stdout.replace(/^# /gm, "")) ?? [];
      await runPrinted(setAll.replaceAll("Token", "Token=canary"));
      const config = succeeded(await sandbox.shell("pulumi config --json --show-secrets"));
      const values = Object.values<{ value: string }>(JSON.parse(config.stdout)).map(({ value }) => value);
      expect(values).to.deep.equal(["canary", "canary"]);
    });
  });

  // Mocha runs a suite within this one after its tests.
  describe("of all pages", () => {
    it("have all run", () => {
      expect(commands.size).to.be.above(50);
      for (const command of Object.values(pageCommands)) noteRun(command);
      const missing = [...commands]
        .filter(([printed]) => !ran.some((command) => covers(command, printed)))
        .map(([printed, pages]) => `\`${printed}\` of ${[...pages].join(", ")}`);
      expect(missing, "run them above, in the situation that the page describes").to.deep.equal([]);
    });
  });
});
