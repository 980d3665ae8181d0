import { expect } from "chai";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import type { DatabaseInstanceStopArgs } from "pulumi-vendorcloud";
import type { CommandResult } from "../support/command.js";
import { alwaysOverBothProtocols } from "../support/programProtocols.js";
import { type Sandbox, SUBSCRIPTION, TOKEN } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";

const system = `/subscriptions/${SUBSCRIPTION}/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00`;
const database = `${system}/databaseInstances/db`;
const server = (name: string): string => `${system}/applicationInstances/${name}`;
const where = { resourceGroupName: "erp", erpVirtualInstanceName: "X00" };

/** Stops of ERP instances on the real engine, with addresses that are signed for one look. */
alwaysOverBothProtocols("e2e: stops of ERP instances", (protocol) => {
  let sandbox: Sandbox;
  let stack: TestStack;
  let stacks = 0;
  /** Stops before the test. */
  let begun = 0;
  let outcomes: (Outcome | CommandResult)[] = [];
  const kept = <T extends Outcome | CommandResult>(result: T): T => {
    outcomes.push(result);
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
    outcomes = [];
    erp().put(database);
    begun = erp().stops(database);
    sandbox.emulator.log.clear();
    sandbox.emulator.faults.clear();
    stack = await sandbox.stack(`erp${++stacks}`, program());
  });

  /** Neither the token nor a part of a signed address in the state, in anything printed or in what was recorded. */
  const expectSecretsKept = async (stack: TestStack, outcomes: { text: string }[]): Promise<void> => {
    const state = await stack.state();
    const signatures = sandbox.emulator.log
      .filter({}, { secrets: true })
      .flatMap(({ query }) => [...new URLSearchParams(query as Record<string, string>)])
      .filter(([name]) => ["t", "c", "s", "h"].includes(name))
      .map(([, value]) => value);
    const printed = outcomes.map(({ text }) => text).join("\n");
    for (const secret of [TOKEN, ...new Set(signatures)]) {
      expect(state, "state").not.to.include(secret);
      expect(printed, "printed").not.to.include(secret);
    }
    expect(JSON.stringify(sandbox.emulator.log.filter()), "recorded").not.to.include(TOKEN);
  };
  afterEach(() => expectSecretsKept(stack, outcomes));

  const stops = (): number => erp().stops(database) - begun;

  describe("in consecutive runs", () => {
    let life: TestStack;
    before(async () => {
      life = await sandbox.stack("life", program());
    });
    beforeEach(() => {
      stack = life;
    });
    const bodies = () => sandbox.emulator.log.filter({ method: "POST" }).map(({ body }) => body);

    it("are sent once", async () => {
      const up = kept(await stack.up());
      expect(up.failed, up.text).to.equal(false);
      expect(bodies()).to.deep.equal([{}]);
      expect([stops(), erp().status(database)]).to.deep.equal([1, "Offline"]);
      expect((await stack.resource("DatabaseInstanceStop"))?.outputs.status).to.equal("Succeeded");
    });

    it("are previewed with their soft stop, and are sent again when `triggers` change", async () => {
      const next = program({ triggers: { night: "2" }, softStopTimeoutSeconds: 300 });
      const preview = kept(await stack.preview(next));
      expect(preview.operations).to.deep.equal({ update: 1 });
      expect(preview.text).to.include("+ softStopTimeoutSeconds: 300");
      expect([preview.requests, stops()]).to.deep.equal([0, 0]);
      expect(kept(await stack.up(next)).failed).to.equal(false);
      expect([stops(), erp().status(database)]).to.deep.equal([1, "Offline"]);
      expect(bodies()).to.deep.equal([{ softStopTimeoutSeconds: 300 }]);
    });

    it("are not sent again for a change that applies to the next stop", async () => {
      const up = kept(await stack.up(program({ triggers: { night: "2" }, softStopTimeoutSeconds: 60 })));
      expect([up.operations, up.requests, stops()]).to.deep.equal([{ update: 1 }, 0, 0]);
      expect(up.text).to.include("nothing is stopped now: softStopTimeoutSeconds applies to the next stop.");
    });

    it("are not undone by a destroy, which prints a message and sends nothing", async () => {
      const destroy = kept(await stack.destroy());
      expect(destroy.requests).to.equal(0);
      expect(destroy.text).to.include(
        "DatabaseInstanceStop 'night': nothing to undo: the instance is left unchanged.",
      );
    });
  });

  // What becomes of a stop is decided below the protocol.
  const describeFates = protocol.name === "dynamic" ? describe : () => undefined;
  describeFates("of several instances with different results", () => {
    const at = (name: string): string => `${system}/databaseInstances/${name}`;
    const names = ["shown", "failed", "canceled", "slow", "swallowed", "lost", "cut", "destroyed", "behind"];
    const fates =
      (change: Record<string, Partial<DatabaseInstanceStopArgs>>, isWhole = true) =>
      async () => {
        const { ApplicationServerInstanceStop, DatabaseInstanceStop } = sandbox.vendorcloud;
        const servers = ["a", "b"].map(
          (applicationInstanceName) =>
            new ApplicationServerInstanceStop(applicationInstanceName, { ...where, applicationInstanceName }),
        );
        for (const name of isWhole ? names : [...names, "missing"]) {
          const dependsOn = name === "behind" ? servers : [];
          const stopOn = name === "destroyed" ? "destroy" : undefined;
          const args = { ...where, databaseInstanceName: name, ...(stopOn && { stopOn }), ...change[name] };
          new DatabaseInstanceStop(name, args as DatabaseInstanceStopArgs, { dependsOn });
        }
      };
    const counts = () => Object.fromEntries(names.map((name) => [name, erp().stops(at(name))]));
    const statusOf = async (name: string): Promise<string> => {
      const { resources } = JSON.parse(await several.state()).checkpoint.latest;
      return resources.find(({ urn }: { urn: string }) => urn.endsWith(`::${name}`)).outputs.status;
    };

    let several: TestStack;
    let first: Outcome;
    let second: Outcome;
    let third: Outcome;
    let progress = "";
    /** The order in which instances were asked to stop. */
    let asked: (string | undefined)[];
    let looksAtCut: number;
    let afterFirst: { stops: Record<string, number>; failedStatus: string };
    let afterSecond: Record<string, number>;

    before(async () => {
      for (const name of names) erp().put(at(name));
      for (const name of ["a", "b"]) erp().put(server(name));
      const suboperations = [
        { name: "Drain", status: "Succeeded" },
        { name: "StopProcesses", status: "InProgress" },
      ];
      erp().plan(at("shown"), { polls: 2, percents: [20, 60, 100], suboperations });
      const message = `The cluster is in maintenance, ${TOKEN}.`;
      const details = [{ code: "ClusterMaintenance", message, target: "cluster" }];
      const error = { code: "StopFailed", message: "The database did not stop.", target: "db", details };
      erp().plan(at("failed"), { outcome: "Failed", error });
      erp().plan(at("canceled"), { outcome: "Canceled" });
      for (const name of ["slow", "swallowed"]) erp().plan(at(name), { outcome: "stuck" });
      sandbox.emulator.faults.add({
        match: { method: "POST", path: "databaseInstances/lost/" },
        fault: { drop: "after" },
      });
      sandbox.emulator.faults.add({
        match: { method: "POST", path: "databaseInstances/cut/" },
        fault: { truncate: true },
      });

      const brief = { timeoutSeconds: 1 };
      several = await sandbox.stack("several", fates({}));
      first = await several.up(fates({ slow: brief, swallowed: { ...brief, triggers: "Monday" } }, false), {
        continueOnError: true,
        onEvent: ({ diagnosticEvent }) => {
          if (diagnosticEvent?.ephemeral) progress += diagnosticEvent.message;
        },
      });
      asked = sandbox.emulator.log.filter({ method: "POST" }).map(({ path }) => path.split("/").at(-2));
      const looks = sandbox.emulator.log.filter({ method: "GET" });
      looksAtCut = looks.filter(({ path }) => path.split("?")[0] === at("cut")).length;
      expect(sandbox.emulator.faults.list().map(({ taken }) => taken)).to.deep.equal([1, 1]);
      afterFirst = { stops: counts(), failedStatus: await statusOf("failed") };

      erp().finish(at("slow"));
      second = await several.up(fates({ swallowed: { ...brief, triggers: "Tuesday" } }), {
        continueOnError: true,
      });
      afterSecond = counts();

      erp().finish(at("swallowed"));
      erp().start(at("swallowed"));
      third = await several.up(fates({ swallowed: { triggers: "Tuesday" } }));
      await expectSecretsKept(several, [first, second, third]);
    });
    beforeEach(() => {
      stack = several;
    });

    it("report their progress, with parts and percentage", () => {
      expect(progress).to.match(/60 %, 1 of 2 done, StopProcesses: InProgress, \d+ s/);
    });

    it("that fail quote the service, stay in the state, and are sent again by the next `up`", () => {
      expect(first.failed).to.equal(true);
      expect(first.text).to.include(
        "DatabaseInstanceStop 'failed': create failed: the stop failed: StopFailed: The database did not stop.",
      );
      expect(first.text)
        .to.include("target: db")
        .and.include("ClusterMaintenance (cluster): The cluster is in");
      expect(afterFirst.failedStatus).to.equal("Failed");
      expect([afterSecond.failed, erp().status(at("failed"))]).to.deep.equal([2, "Offline"]);
    });

    it("that were canceled at the service are not sent again without a change", () => {
      expect(first.text).to.include("DatabaseInstanceStop 'canceled': create failed");
      expect(second.text).to.match(/'canceled': .*was canceled at the service/);
      expect(counts().canceled).to.equal(1);
    });

    it("that take too long are polled by the next `up`", () => {
      expect(first.text).to.match(/'slow': .*the stop did not end within 1 s \(/);
      expect([afterSecond.slow, erp().status(at("slow"))]).to.deep.equal([1, "Offline"]);
    });

    it("that took too long are followed by the stop that changed `triggers` request", () => {
      expect(second.failed).to.equal(true);
      expect(second.text).to.match(/'swallowed': .*did not end within 1 s/);
      expect(afterSecond.swallowed).to.equal(1);
      expect(counts().swallowed).to.equal(2);
    });

    it("whose response is lost are looked up before another one is sent", () => {
      expect(first.text).not.to.match(/'lost': .*failed/);
      expect([afterFirst.stops.lost, erp().status(at("lost"))]).to.deep.equal([1, "Offline"]);
    });

    it("whose response breaks off after its headers are polled by these headers, without a read of the instance", () => {
      expect([afterFirst.stops.cut, erp().status(at("cut"))]).to.deep.equal([1, "Offline"]);
      expect(looksAtCut).to.equal(1);
    });

    it("stop application servers before their database with `dependsOn`", () => {
      const order = asked.filter((name) => ["a", "b", "behind"].includes(name ?? ""));
      expect(order.slice(0, 2).sort()).to.deep.equal(["a", "b"]);
      expect(order.slice(2)).to.deep.equal(["behind"]);
      for (const id of [server("a"), server("b"), at("behind")]) expect(erp().status(id)).to.equal("Offline");
    });

    it("name an instance that does not exist, and the settings to check", () => {
      expect(first.text)
        .to.include("the service reports that the instance does not exist: 404 ResourceNotFound: ")
        .and.include("what to do: check the names of the instance");
    });

    it("show no difference after all have ended, and send nothing", async () => {
      expect(third.failed, third.text).to.equal(false);
      const preview = kept(await stack.preview(fates({ swallowed: { triggers: "Tuesday" } })));
      expect([preview.operations, preview.requests]).to.deep.equal([{ same: names.length + 2 }, 0]);
    });

    it('with `stopOn: "destroy"` are sent when the resource is destroyed, and not before', async () => {
      expect(counts().destroyed).to.equal(0);
      const destroy = kept(await stack.destroy());
      expect(destroy.failed, destroy.text).to.equal(false);
      expect([counts().destroyed, erp().status(at("destroyed"))]).to.deep.equal([1, "Offline"]);
    });
  });

  it("with an invalid number of seconds are refused, with the path", async () => {
    const preview = kept(await stack.preview(program({ softStopTimeoutSeconds: -1 })));
    expect(preview.failed).to.equal(true);
    expect(preview.text).to.match(/softStopTimeoutSeconds: must be /);
  });
});
