import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import type { DatabaseInstanceStopArgs } from "pulumi-vendorcloud";
import type { CommandResult } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { type Sandbox, SUBSCRIPTION, TOKEN } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";

const system = `/subscriptions/${SUBSCRIPTION}/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00`;
const database = `${system}/databaseInstances/db`;
const server = (name: string): string => `${system}/applicationInstances/${name}`;
const where = { resourceGroupName: "erp", erpVirtualInstanceName: "X00" };

/** Stops of ERP instances on the real engine, with addresses that are signed for one look. */
overBothProtocols("e2e: stops of ERP instances", function (protocol) {
  this.timeout(120_000);

  let sandbox: Sandbox;
  let stack: TestStack;
  let stacks = 0;
  /** Stops before the test. */
  let begun = 0;
  let printed: string[] = [];
  const kept = <T extends Outcome | CommandResult>(result: T): T => {
    printed.push(result.text);
    return result;
  };
  const erp = () => sandbox.emulator.erp;
  const program =
    (args: Partial<DatabaseInstanceStopArgs> = {}) =>
    async () => {
      const stop = new sandbox.vendorcloud.DatabaseInstanceStop("night", {
        ...where,
        databaseInstanceName: "db",
        ...args,
      });
      return { status: stop.status, operation: stop.operationId };
    };

  before(async () => {
    sandbox = await protocol.open({ erpSignedStatus: true });
  });
  after(() => sandbox.close());

  beforeEach(async () => {
    printed = [];
    erp().put(database);
    begun = erp().stops(database);
    sandbox.emulator.log.clear();
    sandbox.emulator.faults.clear();
    stack = await sandbox.stack(`erp${++stacks}`, program());
  });

  /** Neither the token nor a part of a signed address in the state, in anything printed or in what was recorded. */
  afterEach(async () => {
    const state = await stack.state();
    const signatures = sandbox.emulator.log
      .filter({}, { secrets: true })
      .flatMap(({ query }) => [...new URLSearchParams(query as Record<string, string>)])
      .filter(([name]) => ["t", "c", "s", "h"].includes(name))
      .map(([, value]) => value);
    for (const secret of [TOKEN, ...new Set(signatures)]) {
      expect(state, "state").not.to.include(secret);
      expect(printed.join("\n"), "printed").not.to.include(secret);
    }
    expect(JSON.stringify(sandbox.emulator.log.filter()), "recorded").not.to.include(TOKEN);
  });

  const stops = (): number => erp().stops(database) - begun;

  describe("from one state to the next", () => {
    let life: TestStack;
    before(async () => {
      life = await sandbox.stack("life", program());
    });
    beforeEach(() => {
      stack = life;
    });
    const bodies = () => sandbox.emulator.log.filter({ method: "POST" }).map(({ body }) => body);

    it("is done once, and unchanged sends nothing", async () => {
      const up = kept(await stack.up());
      expect(up.failed, up.text).to.equal(false);
      expect(bodies()).to.deep.equal([{}]);
      expect(erp().status(database)).to.equal("Offline");
      expect((await stack.resource("DatabaseInstanceStop"))?.outputs.status).to.equal("Succeeded");
      const again = kept(await stack.up());
      expect([again.operations, again.requests, stops()]).to.deep.equal([{ same: 1 }, 0, 1]);
    });

    it("is previewed with its soft stop, and stops again when `triggers` change", async () => {
      const next = program({ triggers: { night: "2" }, softStopTimeoutSeconds: 300 });
      const preview = kept(await stack.preview(next));
      expect(preview.operations).to.deep.equal({ update: 1 });
      expect(preview.text).to.include("+ softStopTimeoutSeconds: 300");
      expect([preview.requests, stops()]).to.deep.equal([0, 0]);
      expect(kept(await stack.up(next)).failed).to.equal(false);
      expect([stops(), erp().status(database)]).to.deep.equal([1, "Offline"]);
      expect(bodies()).to.deep.equal([{ softStopTimeoutSeconds: 300 }]);
    });

    it("is not done again for a change that is for the next stop", async () => {
      const up = kept(await stack.up(program({ triggers: { night: "2" }, softStopTimeoutSeconds: 60 })));
      expect([up.operations, up.requests, stops()]).to.deep.equal([{ update: 1 }, 0, 0]);
      expect(up.text).to.include("nothing is stopped now: softStopTimeoutSeconds applies to the next stop.");
    });

    it("is not undone by destroying it, which says so and sends nothing", async () => {
      const destroy = kept(await stack.destroy());
      expect(destroy.requests).to.equal(0);
      expect(destroy.text).to.include(
        "DatabaseInstanceStop 'night': nothing to undo: the instance is left unchanged.",
      );
    });
  });

  it("shows on its row how far it is, with parts and percentage", async () => {
    const suboperations = [
      { name: "Drain", status: "Succeeded" },
      { name: "StopProcesses", status: "InProgress" },
    ];
    erp().plan(database, { polls: 2, percents: [20, 60, 100], suboperations });
    const events: string[] = [];
    const up = kept(
      await stack.up(undefined, {
        onEvent: ({ diagnosticEvent }) =>
          void (diagnosticEvent?.ephemeral && events.push(diagnosticEvent.message)),
      }),
    );
    expect(up.failed, up.text).to.equal(false);
    expect(events.join("\n")).to.match(/60 %, 1 of 2 done, StopProcesses: InProgress, \d+ s/);
  });

  it("that failed shows the service's words, stays, and is tried again by the next up", async () => {
    const details = [
      { code: "ClusterMaintenance", message: `The cluster is in maintenance, ${TOKEN}.`, target: "cluster" },
    ];
    const error = { code: "StopFailed", message: "The database did not stop.", target: "db", details };
    erp().plan(database, { outcome: "Failed", error });
    const failed = kept(await stack.up());
    expect(failed.failed).to.equal(true);
    expect(failed.text).to.include(
      "DatabaseInstanceStop 'night': create failed: the stop failed: StopFailed: The database did not stop.",
    );
    expect(failed.text)
      .to.include("target: db")
      .and.include("ClusterMaintenance (cluster): The cluster is in");
    expect((await stack.resource("DatabaseInstanceStop"))?.outputs.status).to.equal("Failed");

    expect(kept(await stack.up()).failed).to.equal(false);
    expect([stops(), erp().status(database)]).to.deep.equal([2, "Offline"]);
    expect(kept(await stack.preview()).operations).to.deep.equal({ same: 1 });
  });

  it("that was canceled at the service is not repeated unasked", async () => {
    erp().plan(database, { outcome: "Canceled" });
    expect(kept(await stack.up()).failed).to.equal(true);
    const next = kept(await stack.up());
    expect(next.failed, next.text).to.equal(false);
    expect(next.text).to.include("was canceled at the service");
    expect(stops()).to.equal(1);
  });

  it("that took too long does not swallow the one that changed `triggers` ask for", async () => {
    erp().plan(database, { outcome: "stuck" });
    kept(await stack.up(program({ timeoutSeconds: 1, triggers: "Monday" })));
    const early = kept(await stack.up(program({ timeoutSeconds: 1, triggers: "Tuesday" })));
    expect(early.text).to.include("did not end within 1 s");
    erp().finish(database);
    erp().start(database);
    const next = kept(await stack.up(program({ triggers: "Tuesday" })));
    expect(next.failed, next.text).to.equal(false);
    expect(stops()).to.equal(2);
  });

  it("that takes too long is taken up by the next up", async () => {
    erp().plan(database, { outcome: "stuck" });
    const up = kept(await stack.up(program({ timeoutSeconds: 1 })));
    expect(up.text).to.include("the stop did not end within 1 s (");
    erp().finish(database);
    const next = kept(await stack.up(program({ timeoutSeconds: 60 })));
    expect(next.failed, next.text).to.equal(false);
    expect(stops()).to.equal(1);
    expect(kept(await stack.preview(program({ timeoutSeconds: 60 }))).operations).to.deep.equal({ same: 1 });
  });

  for (const [what, prepare] of [
    ["by what the instance does", () => undefined],
    [
      "where instances cannot be read: by the service's conflict",
      () =>
        sandbox.emulator.faults.add({
          match: { method: "GET", path: "databaseInstances" },
          times: 1,
          fault: { status: 405 },
        }),
    ],
  ] as const) {
    it(`\`kill -9\` while it is waited for: the next up takes it up, ${what}`, async () => {
      const { name } = stack.stack;
      const args = JSON.stringify({ ...where, databaseInstanceName: "db" });
      sandbox.write(`new (require("pulumi-vendorcloud").DatabaseInstanceStop)("night", ${args});`);
      erp().plan(database, { polls: 10 });
      const cli = spawn("pulumi", ["up", "--yes", "--skip-preview", "--non-interactive", "--stack", name], {
        cwd: sandbox.project,
        env: sandbox.environment(),
        detached: true,
        stdio: "ignore",
      });
      // The third look at the operation: it is under way, and waited for.
      sandbox.emulator.faults.add({
        match: { path: "operationStatuses" },
        times: 2,
        fault: { latencyMs: 0 },
      });
      sandbox.emulator.faults.add({ match: { path: "operationStatuses" }, fault: { hold: "after" } });
      await sandbox.emulator.faults.holds.wait();
      process.kill(-(cli.pid as number), "SIGKILL");
      await once(cli, "exit");
      await sandbox.emulator.faults.holds.idle();
      expect([stops(), erp().status(database)]).to.deep.equal([1, "Stopping"]);

      await sandbox.pulumi("cancel", "--yes", "--stack", name);
      prepare();
      const up = kept(await sandbox.pulumi("up", "--yes", "--skip-preview", "--stack", name));
      expect(up.failed, up.text).to.equal(false);
      expect(up.text).to.include(
        "a stop is already in progress (Stopping): waiting for it; no second one is sent.",
      );
      expect([stops(), erp().status(database)]).to.deep.equal([1, "Offline"]);
      const preview = kept(await sandbox.pulumi("preview", "--expect-no-changes", "--stack", name));
      expect(preview.failed, preview.text).to.equal(false);
    });
  }

  it("whose response is lost is looked for before another one is sent", async () => {
    sandbox.emulator.faults.add({ match: { method: "POST" }, fault: { drop: "after" } });
    const up = kept(await stack.up());
    expect(up.failed, up.text).to.equal(false);
    expect([stops(), erp().status(database)]).to.deep.equal([1, "Offline"]);
  });

  it("on destroy: stops when the resource is destroyed, and not before", async () => {
    const declared = program({ stopOn: "destroy", softStopTimeoutSeconds: 10 });
    expect(kept(await stack.up(declared)).requests).to.equal(0);
    const destroy = kept(await stack.destroy());
    expect(destroy.failed, destroy.text).to.equal(false);
    expect([stops(), erp().status(database)]).to.deep.equal([1, "Offline"]);
  });

  it("stops application servers before their database through `dependsOn`", async () => {
    for (const name of ["a", "b"]) erp().put(server(name));
    const whole = async () => {
      const servers = ["a", "b"].map(
        (applicationInstanceName) =>
          new sandbox.vendorcloud.ApplicationServerInstanceStop(applicationInstanceName, {
            ...where,
            applicationInstanceName,
          }),
      );
      new sandbox.vendorcloud.DatabaseInstanceStop(
        "database",
        { ...where, databaseInstanceName: "db" },
        { dependsOn: servers },
      );
    };
    const up = kept(await stack.up(whole));
    expect(up.failed, up.text).to.equal(false);
    const asked = sandbox.emulator.log.filter({ method: "POST" }).map(({ path }) => path.split("/").at(-2));
    expect(asked.slice(0, 2).sort()).to.deep.equal(["a", "b"]);
    expect(asked[2]).to.equal("db");
    for (const id of [server("a"), server("b"), database]) expect(erp().status(id)).to.equal("Offline");
  });

  it("refuses what is no number of seconds, with the path", async () => {
    for (const softStopTimeoutSeconds of [-1, 1.5, 2 ** 53]) {
      const up = kept(await stack.preview(program({ softStopTimeoutSeconds })));
      expect(up.failed).to.equal(true);
      expect(up.text).to.match(/softStopTimeoutSeconds: must be /);
    }
  });

  it("says which instance is not there, and what to check", async () => {
    const up = kept(await stack.up(program({ databaseInstanceName: "missing" })));
    expect(up.text).to.include(
      "the service reports that the instance does not exist: 404 ResourceNotFound: ",
    );
    expect(up.text).to.include("what to do: check the names of the instance");
  });
});
