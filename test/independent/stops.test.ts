import { join } from "node:path";
import { expect } from "chai";
import { after, before, it } from "mocha";
import { overBothProtocols } from "../support/programProtocols.js";
import type { RunningCommand } from "../support/runningCommand.js";
import type { Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";
import { FIRST_USE_MS } from "../support/tool.js";
import { InstalledPackages } from "./installed.js";

/** Stops of databases, each of which ends as its name says. The server has no instances to read. */
overBothProtocols("independent: stops at the AutoRest test server", (protocol) => {
  let sandbox: Sandbox;
  let stack: TestStack;
  let server: RunningCommand;
  let url: string;

  const program = (names: string[], triggers: number) => async () => {
    const { DatabaseInstanceStop } = sandbox.vendorcloud;
    for (const databaseInstanceName of names)
      new DatabaseInstanceStop(databaseInstanceName, {
        resourceGroupName: "demo",
        erpVirtualInstanceName: "X00",
        databaseInstanceName,
        softStopTimeoutSeconds: 300,
        triggers,
      });
  };
  const stops = async () => JSON.parse(await (await fetch(`${url}/stops`)).text());

  before(async function () {
    this.timeout(FIRST_USE_MS);
    const packages = await InstalledPackages.find();
    ({ server, url } = await packages.start(join(__dirname, "operationServer.cjs")));
    const variables = { VENDORCLOUD_PROFILE: "azure", VENDORCLOUD_RESOURCE_MANAGER_URL: url };
    sandbox = await protocol.open({}, variables);
    stack = await sandbox.stack("stops", program(["succeeded"], 1));
  });
  after(async () => {
    await server.end("SIGINT");
    await sandbox.close();
  });

  it("follows one to its end, and shows no difference then", async () => {
    const outcome = await stack.up();
    expect(outcome.failed, outcome.text).to.equal(false);
    const stop = await stack.resource("DatabaseInstanceStop");
    expect(stop?.id).to.match(
      /\/Microsoft.Workloads\/sapVirtualInstances\/X00\/databaseInstances\/succeeded$/,
    );
    expect(stop?.outputs.status).to.equal("Succeeded");
    expect((await stack.refresh()).text).to.match(/2 unchanged/);
    expect((await stack.preview()).operations).to.deep.equal({ same: 1 });
    expect(await stops()).to.deep.equal([{ softStopTimeoutSeconds: 300 }]);
  });

  it("stops again for another value of `triggers`, and reports a failure and a cancellation", async () => {
    const outcome = await stack.up(program(["succeeded", "failed", "canceled"], 2));
    expect(outcome.failed, outcome.text).to.equal(true);
    expect(outcome.text).to.include("DatabaseInstanceStop 'failed': create failed: the stop failed: ");
    expect(outcome.text).to.include("Internal Server Error");
    expect(outcome.text).to.include(
      "DatabaseInstanceStop 'canceled': create failed: the stop was canceled: ",
    );
    expect(await stops()).to.have.length(4);
  });

  it("tries a failed one again, but not a canceled one, and has nothing to undo", async () => {
    const outcome = await stack.up(program(["succeeded", "failed", "canceled"], 2));
    expect(outcome.failed, outcome.text).to.equal(true);
    expect(outcome.text).to.include("DatabaseInstanceStop 'failed': update failed: the stop failed: ");
    expect(await stops()).to.have.length(5);
    const destroyed = await stack.destroy();
    expect(destroyed.failed, destroyed.text).to.equal(false);
    expect(await stops()).to.have.length(5);
  });
});
