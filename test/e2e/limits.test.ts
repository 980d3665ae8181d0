import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { succeeded } from "../support/command.js";
import { count, operationsIn } from "../support/operations.js";
import { Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

const RECORDS = 250;
const customers = Array.from({ length: RECORDS }, (_, index) => seedId("customers", index + 1));
const PARALLEL = 100;
const REFRESH = ["refresh", "--yes", "--parallel", String(PARALLEL), "--skip-preview", "--stack", "many"];

/** A stack of many records, and how few requests they take. */
describe("e2e: many records", function () {
  this.timeout(600_000);

  let sandbox: Sandbox;
  const env = { PULUMI_SKIP_CHECKPOINTS: "true" };
  const program = async () => {
    const { Customer } = sandbox.vendorcloud;
    customers.forEach(
      (customerId, n) => void new Customer(`c${n}`, { customerId, displayName: `First ${n}` }),
    );
  };
  let stack: TestStack;

  before(async () => {
    sandbox = await Sandbox.open({ seed: "demo" });
    stack = await sandbox.stack("many", program, env);
  });
  after(() => sandbox.close());

  it("are created with one read and one update each", async () => {
    const outcome = succeeded(await stack.up(program, { parallel: PARALLEL }));
    expect(outcome.operations).to.deep.equal({ create: RECORDS });
    const operations = operationsIn(sandbox.emulator);
    expect(count(operations, "GET")).to.equal(RECORDS);
    expect(count(operations, "PATCH")).to.equal(RECORDS);
    console.log(`      ${outcome.requests} requests for ${operations.length} operations`);
  });

  it("are refreshed with at most 10 requests", async () => {
    sandbox.emulator.log.clear();
    const refresh = succeeded(await sandbox.pulumi(...REFRESH));
    expect(refresh.text).to.match(new RegExp(`${RECORDS + 1} unchanged`));
    const requests = sandbox.emulator.log.count();
    console.log(`      ${requests} requests`);
    expect(requests).to.be.at.most(10);
    expect(count(operationsIn(sandbox.emulator), "GET")).to.equal(RECORDS);
  });
});
