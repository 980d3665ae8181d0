import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../emulator/index.js";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { run, succeeded } from "../support/command.js";
import { operationsIn } from "../support/operations.js";
import { type ProgramProtocol, programProtocols } from "../support/programProtocols.js";
import type { Sandbox, Variables } from "../support/sandbox.js";
import { FIRST_USE_MS } from "../support/tool.js";

const LATENCY_MS = 100;
const QUOTA = { requests: 100, seconds: 5, countBatched: true };
/** To be read and updated, they take five windows of the quota. */
const RECORDS = 250;
const customers = Array.from({ length: RECORDS }, (_, index) => seedId("customers", index + 1));

/** A program whose records have names that begin with a variable. */
const PROGRAM = `
const { Customer } = require("pulumi-vendorcloud");
${JSON.stringify(customers)}.forEach((customerId, n) => {
  new Customer("c" + n, { customerId, displayName: process.env.NAME + " " + n });
});
`;

/** A stack of records, and the service that limits requests. */
class LimitedStack {
  private constructor(
    private readonly sandbox: Sandbox,
    private readonly service: Emulator,
  ) {}

  static async open({ open }: ProgramProtocol): Promise<LimitedStack> {
    const sandbox = await open({ seed: "demo" }, { PULUMI_SKIP_CHECKPOINTS: "true" });
    const service = await startEmulator({
      seed: "demo",
      businessQuota: QUOTA,
      businessLatencyMs: LATENCY_MS,
    });
    return new LimitedStack(sandbox, service);
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.sandbox.close();
  }

  /** Brings the records up at a service without limits, and makes the other service the same. */
  async bringUp(): Promise<void> {
    this.sandbox.write(PROGRAM);
    await this.sandbox.newStack("many");
    // The stack is created, too.
    expect(await this.up({ NAME: "First" })).to.include(`+ ${RECORDS + 1} created`);
    for (const [n, id] of customers.entries())
      this.service.business.change("customers", id, { displayName: `First ${n}` });
  }

  /** Updates all of them, each once. Returns the operations that were sent beside those that were accepted. */
  async update(): Promise<number> {
    const printed = await this.up({ NAME: "Next", VENDORCLOUD_BUSINESS_URL: this.service.url });
    expect(printed).to.include(`~ ${RECORDS} updated`).and.to.include("1 unchanged");
    const operations = operationsIn(this.service);
    expect(operations.filter(({ status }) => status < 400)).to.have.length(2 * RECORDS);
    for (const id of customers) {
      const ours = this.service.business.history("customers", id).filter(({ by }) => by === "client");
      expect(ours).to.have.length(1);
    }
    return operations.length / (2 * RECORDS);
  }

  private async up(variables: Variables): Promise<string> {
    const { project } = this.sandbox;
    const args = [
      "up",
      "--yes",
      "--skip-preview",
      "--parallel",
      "100",
      "--stack",
      "many",
      "--non-interactive",
    ];
    const { text } = succeeded(await run("pulumi", args, project, this.sandbox.environment(variables)));
    return text;
  }
}

describe("e2e: many records under a quota of 20 operations a second, over both protocols", () => {
  const stacks: LimitedStack[] = [];
  before(async function () {
    this.timeout(FIRST_USE_MS);
    for (const protocol of programProtocols) stacks.push(await LimitedStack.open(protocol));
    await Promise.all(stacks.map((stack) => stack.bringUp()));
  });
  after(async () => {
    await Promise.all(stacks.splice(0).map((stack) => stack.close()));
  });

  it("are each updated once, with few operations that are refused", async () => {
    for (const stack of stacks) expect(await stack.update()).to.be.at.most(1.3);
  });
});
