import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { Facts, handler } from "./facts.js";

describe("host: interrupted commands", function () {
  this.timeout(60_000);

  let facts: Facts;

  before(async () => {
    facts = await Facts.open({
      First: () => ({}),
      Stuck: ({ world }) => ({
        create: async (inputs) => {
          if (world().stuck) await new Promise((resolve) => setTimeout(resolve, 600_000));
          return { id: "stuck", outs: inputs };
        },
      }),
      Hanging: () => ({ create: async () => { throw Object.assign(new Error("half"), { id: "half", properties: { lost: undefined }, reasons: ["half"] }); } }),
    });
    writeFileSync(join(facts.sandbox.project, "Pulumi.yaml"), "name: sandbox\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n");
    writeFileSync(join(facts.sandbox.project, "index.js"), `
const { CustomResource } = require("@pulumi/pulumi");
require("node:fs").appendFileSync(__dirname + "/program.jsonl", JSON.stringify([process.pid, process.ppid]) + "\\n");
const thing = (kind, options) => new CustomResource("pulumi-nodejs:dynamic/facts:" + kind, kind, { __provider: 'exports.handler=()=>require("facts").' + kind }, options);
const first = thing("First");
if (process.env.HANGING) thing("Hanging", {dependsOn: first}); else
thing("Stuck", { dependsOn: first });
`);
  });
  after(() => facts.close());

  it("debug", async () => {
    const env = facts.sandbox.environment();
    console.log((await facts.sandbox.pulumi("stack", "init", "crash")).text);
    facts.world({ stuck: true });
    const child = spawn("pulumi", ["up", "--yes", "--stack", "crash", "--non-interactive", "--color", "never"], { cwd: facts.sandbox.project, env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", d => console.log(String(d)));
    child.stderr.on("data", d => console.log(String(d)));
    while (facts.calls("create", "Stuck").length === 0) await new Promise(r => setTimeout(r, 100));
    child.kill("SIGKILL");
    await new Promise(r => child.on("exit", r));
    const call = facts.calls("create", "Stuck")[0];
    console.log(call?.pid, call?.parent);
    await new Promise(r => setTimeout(r, 3000));
    console.log(readFileSync(join(facts.sandbox.project, "program.jsonl"), "utf8"));
    const ps = spawn("ps", ["-eo", "pid,ppid,pgid,lstart,args"], { stdio: ["ignore", "pipe", "pipe"] });
    let t = ""; ps.stdout.on("data", d => t += d); await new Promise(r => ps.on("close", r));
    console.log(t.split("\n").filter(l => /pulumi|dynamic-provider/.test(l)).join("\n"));
    console.log(readFileSync(join(facts.sandbox.directory, "state/.pulumi/stacks/sandbox/crash.json"), "utf8"));
    facts.world({});
    console.log((await facts.sandbox.pulumi("up", "--yes", "--stack", "crash")).text);
    console.log((await facts.sandbox.pulumi("cancel", "--yes", "crash")).text);
    facts.forget();
    console.log((await facts.sandbox.pulumi("up", "--yes", "--stack", "crash")).text);
    console.log(facts.calls().map(c => [c.kind, c.hook, c.pid]));
    if (call) try { process.kill(call.pid, "SIGKILL"); } catch (e) { console.log(e); }
  });
});
