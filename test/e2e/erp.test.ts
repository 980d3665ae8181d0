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
      expect(up.text).to.include("nothing is stopped now: the next stop uses softStopTimeoutSeconds.");
    });

    it("are not undone by a destroy, which prints a message and sends nothing", async () => {
      const destroy = kept(await stack.destroy());
      expect(destroy.requests).to.equal(0);
      expect(destroy.text).to.include(
        "DatabaseInstanceStop 'night': nothing to undo: the instance is left unchanged.",
      );
    });
  });

  describe("of several instances", () => {
    const at = (name: string): string => `${system}/databaseInstances/${name}`;
    const names = ["failed", "behind", "destroyed"];
    const declareAll = async () => {
      const { ApplicationServerInstanceStop, DatabaseInstanceStop } = sandbox.vendorcloud;
      const servers = ["a", "b"].map(
        (applicationInstanceName) =>
          new ApplicationServerInstanceStop(applicationInstanceName, { ...where, applicationInstanceName }),
      );
      const stop = (databaseInstanceName: string, args = {}, options = {}) =>
        new DatabaseInstanceStop(databaseInstanceName, { ...where, databaseInstanceName, ...args }, options);
      stop("failed");
      stop("behind", {}, { dependsOn: servers });
      stop("destroyed", { stopOn: "destroy" });
    };

    let several: TestStack;
    before(async () => {
      for (const id of [...names.map(at), server("a"), server("b")]) erp().put(id);
      several = await sandbox.stack("several", declareAll);
    });
    beforeEach(() => {
      stack = several;
    });

    it("stop application servers before their database with `dependsOn`; a failure quotes the service", async () => {
      const details = [
        { code: "ClusterMaintenance", message: `In maintenance, ${TOKEN}.`, target: "cluster" },
      ];
      const error = { code: "StopFailed", message: "The database did not stop.", target: "db", details };
      erp().plan(at("failed"), { outcome: "Failed", error });
      const up = kept(await stack.up(undefined, { continueOnError: true }));
      expect(up.failed).to.equal(true);
      expect(up.text)
        .to.include(
          "DatabaseInstanceStop 'failed': create failed: the stop failed: StopFailed: The database did",
        )
        .and.include("target: db")
        .and.include("ClusterMaintenance (cluster): In maintenance");
      const asked = sandbox.emulator.log.filter({ method: "POST" }).map(({ path }) => path.split("/").at(-2));
      expect(
        asked
          .filter((name) => name !== "failed")
          .slice(0, 2)
          .sort(),
      ).to.deep.equal(["a", "b"]);
      expect(asked).to.have.length(4);
    });

    it("that failed are sent again by the next `up`, which leaves the others alone", async () => {
      expect(kept(await stack.up()).failed).to.equal(false);
      expect(names.map((name) => erp().stops(at(name)))).to.deep.equal([2, 1, 0]);
      expect(erp().status(at("failed"))).to.equal("Offline");
    });

    it('with `stopOn: "destroy"` are sent when the resource is destroyed, and not before', async () => {
      expect(kept(await stack.destroy()).failed).to.equal(false);
      expect([erp().stops(at("destroyed")), erp().status(at("destroyed"))]).to.deep.equal([1, "Offline"]);
    });
  });

  it("with an invalid number of seconds are refused, with the path", async () => {
    const preview = kept(await stack.preview(program({ softStopTimeoutSeconds: -1 })));
    expect(preview.failed).to.equal(true);
    expect(preview.text).to.match(/softStopTimeoutSeconds: must be /);
  });
});
