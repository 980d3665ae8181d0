import { expect } from "chai";
import { after, afterEach, before, beforeEach, it } from "mocha";
import type { DatabaseInstanceStopArgs } from "pulumi-vendorcloud";
import { alwaysOverBothProtocols } from "../support/programProtocols.js";
import { type Sandbox, SUBSCRIPTION, TOKEN } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";

const where = { resourceGroupName: "erp", erpVirtualInstanceName: "X00" };
const system = `/subscriptions/${SUBSCRIPTION}/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00`;
const database = (name: string): string => `${system}/databaseInstances/${name}`;
const server = (name: string): string => `${system}/applicationInstances/${name}`;

/** Stops of one stack in consecutive runs, with status addresses whose signature is valid for one request. */
alwaysOverBothProtocols("e2e: stops of ERP instances", (protocol) => {
  let sandbox: Sandbox;
  let stack: TestStack;
  let printed = "";
  const kept = (outcome: Outcome): Outcome => {
    printed += outcome.text;
    return outcome;
  };
  const erp = () => sandbox.emulator.erp;
  const bodies = () => sandbox.emulator.log.filter({ method: "POST" }).map(({ body }) => body);

  const names = ["failed", "behind", "destroyed"];
  const program =
    (args: Partial<DatabaseInstanceStopArgs> = {}) =>
    async () => {
      const { ApplicationServerInstanceStop, DatabaseInstanceStop } = sandbox.vendorcloud;
      const servers = ["a", "b"].map(
        (applicationInstanceName) =>
          new ApplicationServerInstanceStop(applicationInstanceName, { ...where, applicationInstanceName }),
      );
      const stop = (databaseInstanceName: string, args = {}, options = {}) =>
        new DatabaseInstanceStop(databaseInstanceName, { ...where, databaseInstanceName, ...args }, options);
      stop("failed");
      stop("behind", args, { dependsOn: servers });
      stop("destroyed", { stopOn: "destroy" });
    };

  before(async () => {
    sandbox = await protocol.open({ erpSignedStatus: true });
    for (const id of [...names.map(database), server("a"), server("b")]) erp().put(id);
    stack = await sandbox.stack("stops", program());
  });
  beforeEach(() => {
    printed = "";
    sandbox.emulator.log.clear();
  });
  /** Neither the token nor a part of a signed address is in the state, in anything printed or in what was recorded. */
  afterEach(async () => {
    const state = await stack.state();
    const signatures = sandbox.emulator.log
      .filter({}, { secrets: true })
      .flatMap(({ query }) => [...new URLSearchParams(query as Record<string, string>)])
      .filter(([name]) => ["t", "c", "s", "h"].includes(name))
      .map(([, value]) => value);
    for (const secret of [TOKEN, ...new Set(signatures)]) {
      expect(state, "state").not.to.include(secret);
      expect(printed, "printed").not.to.include(secret);
    }
    expect(JSON.stringify(sandbox.emulator.log.filter()), "recorded").not.to.include(TOKEN);
  });
  after(() => sandbox.close());

  it("stop application servers before their database with `dependsOn`; a failure quotes the service", async () => {
    const details = [{ code: "ClusterMaintenance", message: `In maintenance, ${TOKEN}.`, target: "cluster" }];
    const error = { code: "StopFailed", message: "The database did not stop.", target: "db", details };
    erp().plan(database("failed"), { outcome: "Failed", error });
    const up = kept(await stack.up(undefined, { continueOnError: true }));
    expect(up.failed).to.equal(true);
    expect(up.text)
      .to.include(
        "DatabaseInstanceStop 'failed': create failed: the stop failed: StopFailed: The database did",
      )
      .and.include("target: db")
      .and.include("ClusterMaintenance (cluster): In maintenance");
    const asked = sandbox.emulator.log.filter({ method: "POST" }).map(({ path }) => path.split("/").at(-2));
    const others = asked.filter((name) => name !== "failed");
    expect([others.slice(0, 2).sort(), others.slice(2)]).to.deep.equal([["a", "b"], ["behind"]]);
  });

  it("that failed are sent again by the next `up`, which leaves the others alone", async () => {
    expect(kept(await stack.up()).failed).to.equal(false);
    expect(names.map((name) => erp().stops(database(name)))).to.deep.equal([2, 1, 0]);
    expect(erp().status(database("failed"))).to.equal("Offline");
    expect(bodies()).to.deep.equal([{}]);
  });

  it("are previewed with their soft stop, and are sent again when `triggers` change", async () => {
    erp().put(database("behind"));
    const next = program({ triggers: { night: "2" }, softStopTimeoutSeconds: 300 });
    const preview = kept(await stack.preview(next));
    expect(preview.operations).to.deep.equal({ update: 1, same: 4 });
    expect(preview.text).to.include("+ softStopTimeoutSeconds: 300");
    expect(preview.requests).to.equal(0);
    expect(kept(await stack.up(next)).failed).to.equal(false);
    expect(erp().status(database("behind"))).to.equal("Offline");
    expect(bodies()).to.deep.equal([{ softStopTimeoutSeconds: 300 }]);
  });

  it("with an invalid number of seconds are refused, with the path", async () => {
    const preview = kept(await stack.preview(program({ softStopTimeoutSeconds: -1 })));
    expect(preview.failed).to.equal(true);
    expect(preview.text).to.match(/softStopTimeoutSeconds: must be /);
  });

  it('are not undone by a destroy, which sends only those with `stopOn: "destroy"`', async () => {
    const destroy = kept(await stack.destroy());
    expect(destroy.failed, destroy.text).to.equal(false);
    expect(destroy.text).to.include(
      "DatabaseInstanceStop 'behind': nothing to undo: the instance is left unchanged.",
    );
    expect(bodies()).to.deep.equal([{}]);
    expect(erp().status(database("destroyed"))).to.equal("Offline");
  });
});
