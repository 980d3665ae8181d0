import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { Customer } from "pulumi-vendorcloud";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { readCodeBlocks } from "../../tools/site/codeBlocks.js";
import { type CommandResult, run, succeeded } from "../support/command.js";
import { type HeldRun, NAME_LANGUAGE_HOST, startHeldRun } from "../support/heldRun.js";
import { SECRETS_PROVIDER } from "../support/keyServer.js";
import { count, operationsIn } from "../support/operations.js";
import { BENCH_OF_STATES } from "../support/pageCommands.js";
import { PostgreSql } from "../support/postgresql.js";
import { expectPrinted } from "../support/printedText.js";
import { ROOT, Sandbox } from "../support/sandbox.js";
import { FIRST_USE_MS } from "../support/tool.js";

const pageBlock = (language: string): string => {
  const block = readCodeBlocks("docs/shared-state.md").find((block) => block.language === language);
  if (block === undefined) throw new Error(`the page has no block of ${language}`);
  return block.text;
};

/** Stacks of a company, and records of a stack. */
const STACKS = 2;
const RECORDS = 25;

const customerId = seedId("customers", 7);
const program = (phoneNumber: string): string => `
const { Customer } = require("pulumi-vendorcloud");
${NAME_LANGUAGE_HOST}
new Customer("harbour", { customerId: "${customerId}", phoneNumber: "${phoneNumber}" });
`;

/** One state for several runners, in a real PostgreSQL. */
describe("e2e: a state in PostgreSQL", function () {
  this.timeout(600_000);

  let database: PostgreSql;
  let sandbox: Sandbox;

  const environment = () => sandbox.environment(database?.environment);
  const options = ["--non-interactive", "--color", "never", "--stack", "shared"];
  const pulumi = (args: string[], more: Record<string, string> = {}): Promise<CommandResult> =>
    run("pulumi", [...args, ...options], sandbox.project, { ...environment(), ...more });
  const up = (more?: Record<string, string>) => pulumi(["up", "--yes", "--skip-preview"], more);
  const phone = () => sandbox.emulator.business.get("customers", customerId)?.fields.phoneNumber;
  const writes = () =>
    sandbox.emulator.business
      .history("customers", customerId)
      .filter(({ by }) => by === "client")
      .map(({ fields }) => fields.phoneNumber);

  before(async function () {
    this.timeout(FIRST_USE_MS);
    database = await PostgreSql.startOrSkip(this);
    sandbox = await Sandbox.open({ seed: "demo" });
    sandbox.write(program("+1"));
    const init = ["stack", "init", "shared", "--secrets-provider", SECRETS_PROVIDER];
    succeeded(await run("pulumi", init, sandbox.project, environment()));
  });
  beforeEach(() => sandbox.emulator.faults.clear());
  after(async () => {
    await sandbox?.close();
    await database?.close();
  });

  it("works for `up`, refresh and update", async () => {
    expect((await up()).text).to.match(/\+ 2 created/);
    expect(phone()).to.equal("+1");
    sandbox.emulator.business.change("customers", customerId, { phoneNumber: "+9" });
    const refresh = await pulumi(["refresh", "--yes", "--skip-preview", "--diff"]);
    expect(refresh.text).to.match(/~ phoneNumber *: "\+1" => "\+9"/);
    const update = await up();
    expect(update.text).to.match(/~ 1 updated\n\s+1 unchanged/);
    expect(phone()).to.equal("+1");
  });

  describe("with two runners at once", () => {
    /** A runner that is in the middle of its update until `release`. */
    const runner = (more: Record<string, string> = {}): Promise<HeldRun> =>
      startHeldRun(sandbox, "PATCH", ["up", "--yes", "--skip-preview", ...options], {
        ...environment(),
        ...more,
      });
    const isLocked = ({ text, failed }: CommandResult): void => {
      expect(failed).to.equal(true);
      expectPrinted(pageBlock("text"), text);
    };

    it("one has the lock, the error of the other names its owner, and a preview needs no lock", async () => {
      const seen = writes().length;
      sandbox.write(program("+2"));
      const first = await runner();
      const second = await up();
      const preview = await pulumi(["preview"]);
      sandbox.emulator.faults.holds.release();
      expect(await first.ended).to.equal(0);
      isLocked(second);
      expect(preview.failed, preview.text).to.equal(false);
      expect(second.text).not.to.include(database.password);
      expect(writes().slice(seen), "nothing is done twice").to.deep.equal(["+2"]);
    });

    for (const [checkpoints, env, next, known] of [
      ["", {}, "+3", true],
      [", without checkpoints", { PULUMI_SKIP_CHECKPOINTS: "true" }, "+4", false],
    ] as const)
      it(`after \`kill -9\`${checkpoints} the lock stays until \`pulumi cancel\`, and the next run completes the first`, async () => {
        const seen = writes().length;
        sandbox.write(program(next));
        const first = await runner(env);
        first.kill();
        await first.ended;
        await sandbox.emulator.faults.holds.idle();
        isLocked(await up());
        succeeded(await pulumi(["cancel", "--yes"]));
        const { text } = succeeded(await up());
        expect(text.includes("harbour, interrupted while updating"), "the state knows of it").to.equal(known);
        expect(writes().slice(seen)).to.deep.equal([next]);
        succeeded(await pulumi(["preview", "--expect-no-changes"]));
      });
  });

  it("many stacks at once from one process update every record once, without a conflict", async () => {
    const { business, log } = sandbox.emulator;
    const parts = business.companies.flatMap((company) =>
      Array.from({ length: STACKS }, (_, n) => ({
        name: `${company.slice(0, 8)}-${n}`,
        company,
        ids: Array.from(
          { length: RECORDS },
          () => business.put("customers", { displayName: "Before" }, company).id,
        ),
      })),
    );
    log.clear();
    const outcomes = await Promise.all(
      parts.map(async ({ name, company, ids }) => {
        const records = async () =>
          ids.forEach((id, n) => void new Customer(`c${n}`, { customerId: id, displayName: `After ${n}` }));
        const env = { ...database.environment, VENDORCLOUD_COMPANY_ID: company };
        const stack = await sandbox.stack(name, records, env);
        return stack.up();
      }),
    );
    for (const { failed, operations, text } of outcomes) {
      expect(failed, text).to.equal(false);
      expect(operations).to.deep.equal({ create: RECORDS });
    }
    for (const { company, ids } of parts)
      for (const [n, id] of ids.entries())
        expect(business.get("customers", id, company)?.fields.displayName).to.equal(`After ${n}`);
    const operations = operationsIn(sandbox.emulator);
    expect(count(operations, "GET")).to.equal(parts.length * RECORDS);
    expect(count(operations, "PATCH")).to.equal(parts.length * RECORDS);
    expect(operations.filter(({ status }) => status >= 400)).to.deep.equal([]);
    console.log(`      ${parts.length} stacks, ${operations.length} operations in ${log.count()} requests`);
  });

  it("is measured beside files by the command of docs/measurements.md", async () => {
    const { stdout } = succeeded(await run("sh", ["-c", BENCH_OF_STATES], ROOT, process.env));
    const [first, ...others] = BENCH_OF_STATES.split(" ").at(-1)?.split(",") ?? [];
    expect(stdout).to.include(`| 1 resources, relative to ${first} | ${others.join(" | ")} |`);
  });

  it("is empty once the stack is destroyed", async () => {
    const { text } = await pulumi(["destroy", "--yes", "--skip-preview"]);
    expect(text).to.match(/- 2 deleted/);
    const { stdout } = await pulumi(["stack", "export"]);
    expect(JSON.parse(stdout).deployment).not.to.have.property("resources");
  });
});
