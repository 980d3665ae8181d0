import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type { RunningCommand } from "../support/runningCommand.js";
import { FIRST_USE_MS } from "../support/tool.js";
import { InstalledPackages } from "./installed.js";
import { type End, followWithCoreLro, followWithProvider, listOperations } from "./operations.js";

/** Operations that end in another way than with core-lro, by the reason why that is accepted. */
const DIFFERENCES: { why: string; ours: End; theirs: End; operations: string[] }[] = [
  {
    why: "The resource of the first answer has succeeded. core-lro polls an address nevertheless that nobody serves.",
    ours: "succeeded",
    theirs: "failed",
    operations: ["PATCH /lro/patch/200/succeeded/ignoreheaders"],
  },
  {
    why: "Location is the address of the resource itself. A group that can be read is not deleted yet.",
    ours: "unknown",
    theirs: "succeeded",
    operations: [
      "DELETE /lro/delete/provisioning/202/accepted/200/succeeded",
      "DELETE /lro/delete/provisioning/202/deleting/200/failed",
      "DELETE /lro/delete/provisioning/202/deleting/200/canceled",
      "DELETE /lro/delete/202/retry/200",
      "DELETE /lro/delete/202/noretry/204",
      "DELETE /lro/retryerror/delete/provisioning/202/accepted/200/succeeded",
      "DELETE /lro/retryerror/delete/202/retry/200",
    ],
  },
  {
    why: "Location is the address of the resource or of the action, and refuses a GET: the resource is read instead.",
    ours: "unknown",
    theirs: "failed",
    operations: [
      "DELETE /lro/nonretryerror/delete/202/retry/400",
      "POST /lro/nonretryerror/post/202/retry/400",
    ],
  },
  {
    why: "500 leaves open whether a POST took effect. It is looked up before it is sent again.",
    ours: "failed",
    theirs: "succeeded",
    operations: ["POST /lro/retryerror/post/202/retry/200", "POST /lro/retryerror/postasync/retry/succeeded"],
  },
  {
    why: "200 without a status at the address of status documents may come from a page in between. The resource is read.",
    ours: "unknown",
    theirs: "succeeded",
    operations: ["DELETE /lro/error/deleteasync/retry/nostatus", "POST /lro/error/postasync/retry/nopayload"],
  },
  {
    why: "202 says that the operation goes on. Without an address the resource is read.",
    ours: "unknown",
    theirs: "succeeded",
    operations: ["POST /lro/error/post/202/nolocation"],
  },
  {
    why: "Nothing is at the address that the service names. The resource is read instead.",
    ours: "unknown",
    theirs: "failed",
    operations: [
      "PUT /lro/error/putasync/retry/invalidheader",
      "DELETE /lro/error/delete/202/retry/invalidheader",
      "DELETE /lro/error/deleteasync/retry/invalidheader",
      "POST /lro/error/post/202/retry/invalidheader",
      "POST /lro/error/postasync/retry/invalidheader",
    ],
  },
  {
    why: "The status cannot be read. The resource of a PUT may still show how it ends, so it is read.",
    ours: "unknown",
    theirs: "failed",
    operations: [
      "PUT /lro/nonretryerror/putasync/retry/400",
      "PUT /lro/error/putasync/retry/invalidjsonpolling",
    ],
  },
];

describe("independent: long-running operations of the AutoRest test server", () => {
  let packages: InstalledPackages;
  let server: RunningCommand;
  let url: string;

  before(async function () {
    this.timeout(FIRST_USE_MS);
    packages = await InstalledPackages.find();
    ({ server, url } = await packages.start(join(__dirname, "operationServer.cjs")));
  });
  after(() => server.end("SIGINT"));

  it("end as with core-lro, but for the accepted differences", async () => {
    const operations = listOperations(packages);
    expect(operations).to.have.length(81);
    const differences: Record<string, [ours: End, theirs: End]> = {};
    for (const operation of operations) {
      const ours = await followWithProvider(operation, url);
      const theirs = await followWithCoreLro(operation, url, packages);
      if (ours !== theirs) differences[`${operation.method} ${operation.path}`] = [ours, theirs];
    }
    const accepted = DIFFERENCES.flatMap(({ operations, ours, theirs }) =>
      operations.map((name) => [name, [ours, theirs]]),
    );
    expect(differences).to.deep.equal(Object.fromEntries(accepted));
  });
});
