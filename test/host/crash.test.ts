import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { run, succeeded } from "../support/command.js";
import { RunningCommand } from "../support/runningCommand.js";
import { Facts } from "./facts.js";

/** A program for the plain CLI: a resource, and another one after it. */
const program = (kind: string): string => `
const { CustomResource } = require("@pulumi/pulumi");
const thing = (kind, options) => {
  const __provider = 'exports.handler=()=>require("facts").' + kind;
  return new CustomResource("pulumi-nodejs:dynamic/facts:" + kind, kind, { __provider }, options);
};
console.log("language host is", process.ppid);
thing("${kind}", { dependsOn: thing("First") });
`;

/** The state after an interrupted command. Runs the plain CLI, whose processes can be told apart. */
describe("host: interrupted commands", () => {
  let facts: Facts;
  let command: RunningCommand;
  let left: number[] = [];

  /** Runs `up` until the hook of a kind is in the middle of its work. */
  async function upUntil(kind: string, stack: string, env: Record<string, string> = {}): Promise<void> {
    const { sandbox } = facts;
    sandbox.write(program(kind));
    await sandbox.newStack(stack);
    const args = ["up", "--yes", "--skip-preview", "--non-interactive", "--color", "never", "--stack", stack];
    command = new RunningCommand(["pulumi", ...args], {
      cwd: sandbox.project,
      env: sandbox.environment(env),
    });
    left.push(Number(await command.prints(/language host is (\d+)/)));
    left.push(Number(await command.prints(/hook runs in (\d+)/)));
  }

  /** Whether the command ends by itself. */
  const endsWithin = (milliseconds: number): Promise<boolean> =>
    Promise.race([command.ended.then(() => true), delay(milliseconds, false, { ref: false })]);

  const state = (stack: string) =>
    JSON.parse(readFileSync(facts.sandbox.stateFile(stack), "utf8")).checkpoint.latest ?? {};
  const names = (resources: { urn: string }[] = []) => resources.map(({ urn }) => urn.split("::").at(-1));
  const again = (stack: string) => facts.sandbox.pulumi("up", "--yes", "--skip-preview", "--stack", stack);

  before(async () => {
    facts = await Facts.open({
      First: () => ({}),
      Stuck: ({ world }) => ({
        create: async (inputs) => {
          console.log(`hook runs in ${process.pid}`);
          console.log(`engine at port ${process.argv.at(-1)?.split(":")[1]} listens`);
          if (world().stuck) await new Promise((resolve) => setTimeout(resolve, 600_000));
          return { id: "stuck", outs: inputs };
        },
      }),
      Hanging: () => ({
        create: async () => {
          console.log(`hook runs in ${process.pid}`);
          const properties = { lost: undefined };
          throw Object.assign(new Error("half"), { id: "half", properties, reasons: ["half"] });
        },
      }),
    });
  });
  beforeEach(() => {
    facts.world({ stuck: true });
    facts.forget();
  });
  /** Ends the plugins of a killed command; those of the others have ended by themselves. */
  afterEach(async () => {
    await command.end("SIGKILL");
    for (const pid of left) end(pid);
    left = [];
  });
  after(() => facts.close());

  it("kill -9 leaves finished operations and a pending one in the state, and the hook running", async () => {
    await upUntil("Stuck", "killed");
    await command.end("SIGKILL");
    expect(names(state("killed").resources))
      .to.include("First")
      .and.not.to.include("Stuck");
    const [pending, ...more] = state("killed").pending_operations;
    expect(pending.type).to.equal("creating");
    expect(names([pending.resource])).to.deep.equal(["Stuck"]);
    expect(more).to.deep.equal([]);
    expect(isRunning(left[1])).to.equal(true);
  });

  it("afterwards the stack is locked until `pulumi cancel`, and the next `up` warns and creates again", async () => {
    expect((await again("killed")).text).to.include("the stack is currently locked by 1 lock(s)");
    expect(facts.calls()).to.deep.equal([]);
    facts.world({});
    await facts.sandbox.pulumi("cancel", "--yes", "--stack", "killed");
    const { text } = succeeded(await again("killed"));
    expect(text).to.include("1 pending operations").and.to.include("::Stuck, interrupted while creating");
    expect(facts.hooks("First")).to.deep.equal(["check", "diff"]);
    expect(facts.hooks("Stuck")).to.deep.equal(["check", "create"]);
    expect(names(state("killed").resources)).to.include("Stuck");
  });

  it("every later `up` warns, even without changes, until `pulumi refresh --clear-pending-creates`", async () => {
    const { text } = await facts.sandbox.pulumi("up", "--yes", "--stack", "killed");
    expect(text).to.include("1 pending operations");
    expect(facts.hooks("Stuck"), "of the preview and the update").to.deep.equal([
      "check",
      "diff",
      "check",
      "diff",
    ]);
    expect(new Set(facts.calls(undefined, "Stuck").map(({ pid }) => pid)).size, "processes").to.equal(2);
    const args = ["--yes", "--skip-preview", "--clear-pending-creates", "--stack", "killed"];
    succeeded(await facts.sandbox.pulumi("refresh", ...args));
    expect(state("killed")).not.to.have.property("pending_operations");
  });

  it("`pulumi refresh --import-pending-creates` removes the pending create, and imports nothing", async () => {
    await upUntil("Stuck", "forgotten");
    await command.end("SIGKILL");
    const { urn } = state("forgotten").pending_operations[0].resource;
    await facts.sandbox.pulumi("cancel", "--yes", "--stack", "forgotten");
    facts.forget();
    const imported = [urn, "stuck"].flatMap((value) => ["--import-pending-creates", value]);
    const args = ["--yes", "--skip-preview", ...imported, "--stack", "forgotten"];
    succeeded(await facts.sandbox.pulumi("refresh", ...args));
    expect(facts.hooks("Stuck")).to.deep.equal([]);
    expect(names(state("forgotten").resources)).not.to.include("Stuck");
    expect(state("forgotten")).not.to.have.property("pending_operations");
  });

  it("kill -9 of the hook's process alone is an error, and leaves nothing of the create in the state", async () => {
    await upUntil("Stuck", "orphaned");
    end(left[1] ?? 0);
    await command.prints(/error reading from server: EOF/);
    expect(await endsWithin(30_000)).to.equal(true);
    expect(names(state("orphaned").resources))
      .to.include("First")
      .and.not.to.include("Stuck");
    expect(state("orphaned")).not.to.have.property("pending_operations");
  });

  it("kill -9 closes the engine's port, whose address is the last argument of the host process", async () => {
    await upUntil("Stuck", "refused");
    const port = Number(await command.prints(/engine at port (\d+) listens/));
    expect(await answers(port)).to.equal(true);
    await command.end("SIGKILL");
    expect(await answers(port)).to.equal(false);
  });

  it("with PULUMI_SKIP_CHECKPOINTS the state is only written at the end: after kill -9 it contains nothing of the run", async () => {
    await upUntil("Stuck", "unsaved", { PULUMI_SKIP_CHECKPOINTS: "true" });
    await command.end("SIGKILL");
    expect(names(state("unsaved").resources)).to.deep.equal([]);
    expect(state("unsaved")).not.to.have.property("pending_operations");
    facts.world({});
    facts.forget();
    await facts.sandbox.pulumi("cancel", "--yes", "--stack", "unsaved");
    succeeded(await again("unsaved"));
    expect(facts.hooks("First")).to.deep.equal(["check", "create"]);
  });

  it("kill -9 may cut the file of a state's attributes, which hides the state; `?metadata=skip` needs no such file", async () => {
    const { sandbox } = facts;
    const directory = join(sandbox.directory, "attributes");
    mkdirSync(directory);
    const environment = sandbox.environment({ PULUMI_BACKEND_URL: `file://${directory}` });
    const pulumi = (...args: string[]) => run("pulumi", args, sandbox.project, environment);
    await pulumi("stack", "init", "cut", "--non-interactive");
    const attributes = join(directory, ".pulumi/stacks/sandbox/cut.json.attrs");
    expect(existsSync(attributes)).to.equal(true);
    writeFileSync(attributes, "");
    const cancel = () => pulumi("cancel", "--yes", "--stack", "cut", "--non-interactive");
    expect((await cancel()).text).to.include("failed to load checkpoint: EOF");
    rmSync(attributes);
    succeeded(await cancel());
    expect(existsSync(`${sandbox.stateFile("killed")}.attrs`)).to.equal(false);
  });

  it("`undefined` in the properties of a partial failure blocks the command", async () => {
    await upUntil("Hanging", "hanging");
    await command.prints(/Unexpected struct type/);
    expect(await endsWithin(3_000)).to.equal(false);
  });
});

/** Whether somebody listens at a port of this machine. */
async function answers(port: number): Promise<boolean> {
  const socket = connect({ host: "127.0.0.1", port });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function isRunning(pid = 0): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function end(pid: number): void {
  if (isRunning(pid)) process.kill(pid, "SIGKILL");
}
