import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, beforeEach, type Context, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { type CommandResult, run, succeeded } from "../support/command.js";
import { ObjectStore } from "../support/objectStore.js";
import { PostgreSql } from "../support/postgresql.js";
import { isTestAll } from "../support/randomRuns.js";
import { groupId, ROOT, Sandbox } from "../support/sandbox.js";
import type { StateStore } from "../support/stateStore.js";
import { FIRST_USE_MS } from "../support/tool.js";

const SECRET = "canary-configured";
const TOKENS = {
  VENDORCLOUD_RESOURCE_MANAGER_TOKEN: undefined,
  VENDORCLOUD_BUSINESS_TOKEN: undefined,
  VENDORCLOUD_APPS_TOKEN: undefined,
};
const customerId = seedId("customers", 7);

/** A group, and a record that is changed after it. */
const program = (image: string, phoneNumber: string): string => `
const { Config } = require("@pulumi/pulumi");
const { ContainerGroup, Customer } = require("pulumi-vendorcloud");
const group = new ContainerGroup("shop", {
  resourceGroupName: "demo",
  containerGroupName: "shop",
  osType: "Linux",
  containers: [{
    name: "web",
    image: "${image}",
    resources: { requests: { cpu: 1, memoryInGB: 1 } },
    environmentVariables: [
      { name: "KEY", secureValue: "canary-secure" },
      { name: "MARKED", value: new Config().getSecret("key") ?? "none" },
      { name: "OPEN", value: "open-value" },
    ],
  }],
});
new Customer("harbour", { customerId: "${customerId}", phoneNumber: "${phoneNumber}" }, { dependsOn: group });
`;

/** Where states are kept; undefined: in files, where the sandbox keeps them. */
const states: Record<string, (suite: Context) => Promise<StateStore | undefined>> = {
  files: async () => undefined,
  ...(isTestAll && {
    "an object store": (suite: Context) => ObjectStore.startOrSkip(suite),
    PostgreSQL: (suite: Context) => PostgreSql.startOrSkip(suite),
  }),
};

/** The scripts that pipelines run, one step after the other, as a pull request goes. */
for (const [where, openStore] of Object.entries(states))
  describe(`e2e: the scripts of the pipelines, with the state in ${where}`, function () {
    this.timeout(180_000);

    let store: StateStore | undefined;
    let sandbox: Sandbox;

    /** A step of a pipeline, as its service runs it: in the project's directory, with what it needs in variables. */
    function step(
      script: string,
      args: string[] = [],
      env: Record<string, string | undefined> = {},
    ): Promise<CommandResult> {
      const file = join(ROOT, "docs/pipelines", script);
      return run(file, args, sandbox.project, sandbox.environment({ STACK: "production", ...env }));
    }
    const preview = (env: Record<string, string | undefined> = {}) =>
      step("preview.sh", ["out"], { ...TOKENS, ...env });
    const apply = (env: Record<string, string | undefined> = {}) => step("apply.sh", ["out/plan.json"], env);
    const output = (file: string) => readFileSync(join(sandbox.project, "out", file), "utf8");
    const steps = () =>
      (JSON.parse(output("preview.json")).steps ?? [])
        .filter(({ op }: { op: string }) => op !== "same")
        .map(({ op, urn }: { op: string; urn: string }) => `${op} ${urn.split("::").at(-1)}`);
    /** The stack and what was done to it; files with their times, and a directory's changes when a file comes or goes. */
    const stored = async () => {
      const state = join(sandbox.directory, "state");
      const files = ["", ...readdirSync(state, { recursive: true, encoding: "utf8" })];
      const told = async (...args: string[]) => {
        const { stdout } = succeeded(await sandbox.pulumi("stack", ...args, "--stack", "production"));
        return stdout;
      };
      const [stack, history] = [await told("export"), await told("history", "--json")];
      return [stack, history, ...files.map((path) => `${path} ${statSync(join(state, path)).mtimeMs}`)];
    };
    /** A test of what the scripts and the engine decide, wherever the state is: in files only. */
    const itOnce = (title: string, test: () => Promise<void>): void => {
      if (where === "files") it(title, test);
    };
    const writes = () => sandbox.emulator.log.filter(({ method }) => method !== "GET").length;
    const effects = () => sandbox.emulator.containerGroups.effects(groupId("shop"));
    const image = () =>
      sandbox.emulator.containerGroups.get(groupId("shop"))?.properties.containers[0]?.properties.image;
    const phone = () => sandbox.emulator.business.get("customers", customerId)?.fields.phoneNumber;

    before(async function () {
      this.timeout(FIRST_USE_MS);
      store = await openStore(this);
      sandbox = await Sandbox.open({ seed: "demo" }, store?.environment);
      const commands = join(sandbox.project, "node_modules/.bin");
      mkdirSync(commands);
      symlinkSync(join(ROOT, "dist/cli/main.js"), join(commands, "vendorcloud"));
      sandbox.write(program("nginx:1", "+1"));
      await sandbox.initStack("production");
      await sandbox.pulumi("config", "set", "--secret", "key", SECRET, "--stack", "production");
    });
    beforeEach(() => {
      sandbox.emulator.faults.clear();
      sandbox.emulator.log.clear();
    });
    after(async () => {
      await sandbox?.close();
      await store?.close();
    });

    it("a preview writes Markdown and a plan, without a token and without a request", async () => {
      succeeded(await preview());
      expect(steps()).to.include.members(["create shop", "create harbour"]);
      expect(output("preview.md"))
        .to.include("### Create `ContainerGroup` `shop`")
        .and.to.include("### Create `Customer` `harbour`");
      expect(sandbox.emulator.log.count()).to.equal(0);
    });

    it("the preview's JSON, from which the comment is rendered, contains no secret", () => {
      expect(output("preview.json")).not.to.include("canary").and.not.to.include("ciphertext");
    });

    it("the plan contains every secret encrypted and everything else in plain text", () => {
      const plan = output("plan.json");
      expect(plan).not.to.include("canary");
      expect(plan).to.include("ciphertext").and.to.include("open-value");
      expect(Object.keys(JSON.parse(plan).config)).to.deep.equal(["sandbox:key"]);
    });

    it("the apply follows the plan", async () => {
      const { text } = succeeded(await apply());
      expect(text).to.match(/\+ 2 created|\+ 3 created/);
      expect(output("result")).to.equal("applied\n");
      expect([image(), phone()]).to.deep.equal(["nginx:1", "+1"]);
    });

    it("the next preview has no changes, and writes nothing to the state", async () => {
      const before = await stored();
      succeeded(await preview());
      expect(steps()).to.deep.equal([]);
      expect(await stored()).to.deep.equal(before);
    });

    itOnce(
      "a plan that no longer fits the last resource is refused, and nothing is sent for the first",
      async () => {
        sandbox.write(program("nginx:2", "+2"));
        await preview();
        sandbox.write(program("nginx:2", "+3"));
        const { failed, text } = await apply();
        expect(failed).to.equal(true);
        expect(text).to.include("::harbour violates plan: properties changed").and.to.include("phoneNumber");
        expect(output("result")).to.match(
          /^refused, nothing was applied\n.*error: .*harbour violates plan: properties changed/,
        );
        expect(sandbox.emulator.log.count()).to.equal(0);
        expect([image(), phone()]).to.deep.equal(["nginx:1", "+1"]);
      },
    );

    itOnce("without a plan nothing is sent", async () => {
      const { failed } = await step("apply.sh", ["out/there-is-none.json"]);
      expect(failed).to.equal(true);
      expect(sandbox.emulator.log.count()).to.equal(0);
    });

    itOnce(
      "a run that failed half-way, with nothing replaced, is completed under the same plan",
      async () => {
        sandbox.write(program("nginx:2", "+2"));
        await preview();
        sandbox.emulator.faults.add({ match: { method: "PATCH" }, fault: { status: 400 } });
        const half = await apply();
        expect(half.failed).to.equal(true);
        expect(output("result")).to.match(
          /^failed, not everything was applied\n *error: Customer 'harbour': update failed: /,
        );
        expect([image(), phone()]).to.deep.equal(["nginx:2", "+1"]);
        const { updates } = effects();
        succeeded(await apply());
        expect([image(), phone()]).to.deep.equal(["nginx:2", "+2"]);
        expect(effects().updates).to.equal(updates);
      },
    );

    itOnce("a plan made before a secret was changed is refused", async () => {
      await preview();
      await sandbox.pulumi("config", "set", "--secret", "key", "canary-rotated", "--stack", "production");
      const { failed, text } = await apply();
      expect(failed).to.equal(true);
      expect(text).to.include("violates plan").and.not.to.include("canary");
      expect(writes()).to.equal(0);
      await sandbox.pulumi("config", "set", "--secret", "key", SECRET, "--stack", "production");
    });

    itOnce("a preview with an error writes it, and has another exit code", async () => {
      sandbox.write(program("", "+2"));
      const { failed } = await preview();
      expect(failed).to.equal(true);
      expect(output("preview.md")).not.to.equal("");
      expect(existsSync(join(sandbox.project, "out/plan.json"))).to.equal(false);
      sandbox.write(program("nginx:2", "+2"));
    });

    itOnce("a change that FAIL_ON names ends the preview with 3, and everything is written", async () => {
      sandbox.write("export const nothing = true;");
      const { code, text } = await preview({ FAIL_ON: "replace,delete" });
      expect(code, text).to.equal(3);
      expect(text).to.include("vendorcloud: delete: Delete `ContainerGroup` `shop`");
      expect(output("preview.md")).to.include("### Delete `ContainerGroup` `shop`");
      const ofPlan = (gates: string) =>
        step("../../dist/cli/main.js", ["explain", "--fail-on", gates, "out/plan.json"]);
      const plan = await ofPlan("replace,delete");
      expect(plan.code, plan.text).to.equal(3);
      expect(plan.stdout).to.equal("");
      expect(plan.text).to.include("vendorcloud: delete: Delete `ContainerGroup` `shop`");
      expect((await ofPlan("replace,stop")).code).to.equal(0);
      expect((await ofPlan("secret")).code).to.equal(2);
      succeeded(await preview({ FAIL_ON: "replace,stop,secret" }));
      sandbox.write(program("nginx:2", "+2"));
    });

    describe("after a change by another client", () => {
      const changedElsewhere = () =>
        sandbox.emulator.business.change("customers", customerId, { phoneNumber: "+9" });
      before(() => sandbox.write(program("nginx:3", "+3")));
      after(async () => {
        sandbox.write(program("nginx:2", "+2"));
        succeeded(await preview());
        succeeded(await apply());
      });

      itOnce(
        "CHECK_DRIFT ends the apply before anything is sent, and without a change it applies",
        async () => {
          succeeded(await preview());
          changedElsewhere();
          const { code, text } = await apply({ CHECK_DRIFT: "true" });
          expect(code, text).to.equal(7);
          expect(text)
            .to.match(/~ phoneNumber *: "\+2" => "\+9"/)
            .and.to.include("nothing was applied");
          expect(output("result")).to.equal(
            "refused, nothing was applied\nerror: another client has changed a resource that the plan changes\n",
          );
          expect(writes()).to.equal(0);
        },
      );

      itOnce("REFRESH shows it in the preview, and applies what the preview has shown", async () => {
        expect((await preview({ REFRESH: "true" })).failed).to.equal(true);
        succeeded(await step("preview.sh", ["out"], { REFRESH: "true" }));
        expect(output("preview.md")).to.include('`phoneNumber`: `"+2"` → `"+9"`');
        succeeded(await apply({ REFRESH: "true" }));
        expect([image(), phone()]).to.deep.equal(["nginx:3", "+3"]);
        succeeded(await preview());
        succeeded(await apply({ CHECK_DRIFT: "true" }));
      });
    });

    describe("drift", () => {
      const drift = (env: Record<string, string | undefined> = {}) => step("drift.sh", ["out"], env);

      it("does not exist: 0, and nothing is written to the state", async () => {
        const before = await stored();
        const { code, text } = await drift();
        expect(code, text).to.equal(0);
        expect(await stored()).to.deep.equal(before);
        expect(writes()).to.equal(0);
      });

      itOnce("does not exist, and the program has changes that are not applied: 8", async () => {
        sandbox.write(program("nginx:2", "+3"));
        const { code, text } = await drift();
        expect(code, text).to.equal(8);
        expect(text).to.include("the program has changes that are not applied. No other client");
        expect(existsSync(join(sandbox.project, "out/drift.md"))).to.equal(false);
        sandbox.write(program("nginx:2", "+2"));
      });

      itOnce("exists: 7, its field is named, and neither the service nor the state is changed", async () => {
        const before = await stored();
        sandbox.emulator.business.change("customers", customerId, { phoneNumber: "+9", city: "Elsewhere" });
        const { code, text } = await drift();
        expect(code, text).to.equal(7);
        expect(text).to.match(/~ phoneNumber *: "\+2" => "\+9"/);
        expect(text).to.match(/~ phoneNumber *: "\+9" => "\+2"/);
        expect(text).not.to.include("not applied");
        expect(output("drift.md")).to.match(/^## Refresh of stack `production`: 1 changed at the service\n/);
        expect(output("drift.md")).to.include('`phoneNumber`: `"+2"` → `"+9"`');
        expect(await stored()).to.deep.equal(before);
        expect(writes()).to.equal(0);
        expect(phone()).to.equal("+9");
      });

      itOnce("exists beside changes of the program that are not applied: 7, and both are named", async () => {
        sandbox.write(program("nginx:3", "+2"));
        const { code, text } = await drift();
        expect(code, text).to.equal(7);
        expect(text).to.include("another client has changed").and.to.include("not applied, too");
        sandbox.write(program("nginx:2", "+2"));
      });

      itOnce("cannot be detected: another code", async () => {
        const { code, text } = await drift(TOKENS);
        expect(code).to.equal(1);
        expect(text).to.include("VENDORCLOUD_RESOURCE_MANAGER_TOKEN");
      });
    });

    itOnce("a fork without secrets is previewed in an empty state, and gets no plan", async () => {
      succeeded(
        await preview({
          WITHOUT_STATE: "true",
          STACK: "fork",
          PULUMI_BACKEND_URL: undefined,
          PULUMI_CONFIG_PASSPHRASE: undefined,
        }),
      );
      expect(steps()).to.include.members(["create shop", "create harbour"]);
      expect(output("preview.md")).to.match(/^Previewed without the state of a stack/);
      expect(existsSync(join(sandbox.project, "out/plan.json"))).to.equal(false);
      expect(sandbox.emulator.log.count()).to.equal(0);
      const stacks = await sandbox.pulumi("stack", "ls", "--json");
      expect(JSON.parse(stacks.stdout).map(({ name }: { name: string }) => name)).to.deep.equal([
        "production",
      ]);
    });
  });
