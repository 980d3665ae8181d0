import { expect } from "chai";
import { after, before, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { overBothProtocols } from "../support/programProtocols.js";
import type { Sandbox } from "../support/sandbox.js";

overBothProtocols("e2e: batch responses with an item of an invalid status", function (protocol) {
  this.timeout(60_000);

  const ids = Array.from({ length: 8 }, (_, index) => seedId("customers", index + 1));
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
  });
  after(() => sandbox.close());

  it("say nothing about the other items: each record is updated once", async () => {
    const refusal = { error: { code: "BadRequest", message: "Not the response to this request." } };
    const responses = [
      { id: "1", status: 400, body: refusal },
      { id: "2", status: 700 },
    ];
    sandbox.emulator.faults.add({
      match: { path: "$batch" },
      times: "always",
      fault: { amend: { body: { responses } } },
    });
    const stack = await sandbox.stack(
      "batches",
      async () => {
        for (const [index, customerId] of ids.entries())
          new sandbox.vendorcloud.Customer(`customer-${index}`, {
            customerId,
            website: `https://${index}.example`,
          });
      },
      { VENDORCLOUD_MAX_CONCURRENCY: "1" },
    );
    const up = await stack.up();
    expect(up.failed, up.text).to.equal(false);
    const updates = sandbox.emulator.log
      .filter()
      .flatMap(({ method, operations }) => operations?.map((operation) => operation.method) ?? [method])
      .filter((method) => method === "PATCH");
    expect(updates).to.have.length(ids.length);
    const batched = sandbox.emulator.log
      .filter({ path: "$batch" })
      .flatMap(({ operations = [] }) => operations);
    expect(batched.map(({ method }) => method)).to.include("PATCH");
  });
});
