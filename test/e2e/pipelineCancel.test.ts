import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, afterEach, before, describe, it } from "mocha";
import { parse } from "yaml";
import { run, succeeded } from "../support/command.js";
import { isTestAll } from "../support/randomRuns.js";
import { RunningCommand } from "../support/runningCommand.js";
import { groupId, ROOT, Sandbox } from "../support/sandbox.js";

const PIPELINES = join(ROOT, "docs/pipelines");

// biome-ignore lint/suspicious/noExplicitAny: the files have three forms, and the test says what it takes of each
const read = (file: string): any => parse(readFileSync(join(PIPELINES, file), "utf8"));
const callsApply = (text = "") => text.includes("apply.sh");

/** The step that applies a plan, as it is in the file, and the first signal that its runner sends. */
const services: { name: string; lines: string; signal: NodeJS.Signals }[] = [
  {
    name: "GitHub",
    lines: read("github/apply.yml").jobs.apply.steps.find(({ run }: { run?: string }) => callsApply(run)).run,
    signal: "SIGINT",
  },
  { name: "GitLab", lines: read("gitlab/.gitlab-ci.yml").apply.script.join("\n"), signal: "SIGTERM" },
  {
    name: "Azure",
    lines: read("azure/azure-pipelines.yml")
      .stages.find(({ stage }: { stage: string }) => stage === "Apply")
      .jobs[0].strategy.runOnce.deploy.steps.find(({ bash }: { bash?: string }) => callsApply(bash))
      .bash.replace("$(Pipeline.Workspace)/plan", "preview"),
    signal: "SIGINT",
  },
];

/** Starts the CLI as its launcher on npm does: without passing signals on. */
const LAUNCHER = `#!/usr/bin/env node
const { spawn } = require("node:child_process");
const child = spawn(CLI, process.argv.slice(2), { stdio: "inherit" });
child.on("exit", (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)));
`;

const program = `
const { ContainerGroup } = require("pulumi-vendorcloud");
const group = (name, dependsOn) => new ContainerGroup(name, {
  resourceGroupName: "demo",
  containerGroupName: name,
  osType: "Linux",
  containers: [{ name: "web", image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } }],
}, { dependsOn });
group("second", [group("first", [])]);
`;

describe("e2e: an apply that is canceled", function () {
  this.timeout(180_000);

  let sandbox: Sandbox;
  const names = () =>
    ["first", "second"].filter((name) => sandbox.emulator.containerGroups.get(groupId(name)));
  const locks = () =>
    readdirSync(join(sandbox.directory, "state/.pulumi/locks"), { recursive: true, encoding: "utf8" }).filter(
      (path) => path.endsWith(".json"),
    );

  before(async () => {
    sandbox = await Sandbox.open();
    const commands = join(sandbox.project, "node_modules/.bin");
    mkdirSync(commands);
    const cli = succeeded(await run("which", ["pulumi"], ROOT, process.env)).stdout.trim();
    writeFileSync(join(commands, "pulumi"), LAUNCHER.replace("CLI", JSON.stringify(cli)));
    chmodSync(join(commands, "pulumi"), 0o755);
    symlinkSync(PIPELINES, join(sandbox.project, "pipelines"));
    mkdirSync(join(sandbox.project, "preview"));
    sandbox.write(program);
    await sandbox.initStack("production");
  });
  afterEach(async () => {
    sandbox.emulator.faults.clear();
    succeeded(await sandbox.pulumi("destroy", "--stack", "production", "--yes"));
  });
  after(() => sandbox?.close());

  /** Starts a step as a runner does: bash, with the lines in a file. */
  function start(lines: string): RunningCommand {
    const file = join(sandbox.directory, "step.sh");
    writeFileSync(file, lines);
    const env = sandbox.environment({ STACK: "production" });
    return new RunningCommand(["bash", "-e", file], { cwd: sandbox.project, env });
  }

  /** Cancels an apply while the first of two groups is being created, and then applies the same plan. */
  async function cancel(
    { lines, signal }: Pick<(typeof services)[number], "lines" | "signal">,
    onCancelling: (step: RunningCommand) => void,
  ): Promise<void> {
    succeeded(await sandbox.pulumi("preview", "--stack", "production", "--save-plan", "preview/plan.json"));
    const { faults } = sandbox.emulator;
    faults.add({ match: { method: "PUT", path: groupId("first") }, fault: { hold: "after" } });
    const step = start(lines);
    await faults.holds.wait();
    step.signal(signal);
    await step.prints(/received; cancel/);
    onCancelling(step);
    expect(await step.closed, step.text).not.to.equal(0);
    expect(step.text).to.include("apply.sh: not everything was applied");
    expect(readFileSync(join(sandbox.project, "preview/result"), "utf8")).to.match(
      /^canceled, not everything was applied\n/,
    );
    expect([names(), locks(), processes(sandbox.project)], step.text).to.deep.equal([["first"], [], []]);
    const again = start(lines);
    expect(await again.closed, again.text).to.equal(0);
    expect(names()).to.deep.equal(["first", "second"]);
  }

  // The others have other lines around the same script, and other signals.
  for (const service of isTestAll ? services : services.slice(0, 1))
    it(`${service.name}: the next change is not sent, nothing is left, and the same plan completes`, () =>
      cancel(service, () => sandbox.emulator.faults.holds.release()));

  it("twice, by a runner that waits no longer for an answer of the service: the same", () =>
    cancel({ lines: "exec pipelines/apply.sh preview/plan.json", signal: "SIGINT" }, (step) =>
      step.signal("SIGTERM"),
    ));
});

/** Processes that work in a directory. */
function processes(directory: string): string[] {
  if (!existsSync("/proc")) return [];
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(join("/proc", pid, "cwd")) === directory;
    } catch {
      return false;
    }
  });
}
