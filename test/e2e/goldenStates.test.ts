import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { lifecycles } from "../../provider/generated/resources.js";
import { GOLDEN_STATES, openGolden, STACK, succeed, VERSION } from "../support/goldenState.js";
import type { Sandbox } from "../support/sandbox.js";
import { changedLines, GOLDEN_CHANGES } from "./changedLines.js";

const versions = readdirSync(GOLDEN_STATES).filter((name) => name !== "program");
const stateOf = (version: string) => readFileSync(join(GOLDEN_STATES, version, "state.json"), "utf8");

const customerId = seedId("customers", 7);
const itemId = seedId("items", 2);

/** States that versions before this one wrote, in the hands of this one. */
describe("e2e: golden states", () => {
  it("the current version has one, with a resource of each kind except those of another profile", () => {
    expect(versions).to.include(VERSION);
    const { deployment } = JSON.parse(stateOf(VERSION));
    const types = deployment.resources.map(({ type }: { type: string }) => type);
    expect(types).to.include.members(
      lifecycles
        .filter(({ profile }) => profile === undefined)
        .map(({ schema }) => `pulumi-nodejs:dynamic/vendorcloud:${schema.title}`),
    );
  });

  for (const version of versions) {
    describe(`of ${version}`, () => {
      let sandbox: Sandbox;
      let seeded: Record<string, unknown>;
      const business = () => sandbox.emulator.business;
      before(async () => {
        sandbox = await openGolden(join(GOLDEN_STATES, version));
        seeded = { ...business().get("customers", customerId)?.fields };
        await succeed(sandbox, "stack", "import", "--stack", STACK, "--file", "state.json");
      });
      after(() => sandbox?.close());

      it("contains no plain secret", () => expect(stateOf(version)).not.to.include("canary"));

      it("shows no difference without a request", async () => {
        await succeed(sandbox, "preview", "--stack", STACK, "--expect-no-changes");
        expect(sandbox.emulator.log.count()).to.equal(0);
      });

      it("shows a changed field of each resource in one line", async () => {
        await succeed(sandbox, "config", "set", "changed", "true", "--stack", STACK);
        const preview = await succeed(sandbox, "preview", "--stack", STACK, "--diff");
        expect(changedLines(preview)).to.have.members(GOLDEN_CHANGES);
        expect(preview).to.match(/Resources:\n\s+~ 5 to update\n\s+6 unchanged/);
      });

      it("shows the changes of another client", async () => {
        business().change("items", itemId, { unitPrice: 99 });
        const args = ["--preview-only", "--diff", "--stack", STACK, "--target", "**::item"];
        const refresh = await succeed(sandbox, "refresh", ...args);
        expect(refresh).to.include("~ unitPrice: 24.5 => 99");
      });

      it("is destroyed, and the original values of a record are restored", async () => {
        const { phoneNumber, email } = seeded;
        business().change("customers", customerId, {
          phoneNumber: "+44 20 5550 7777",
          email: "canary@example.com",
          salespersonCode: "ZZ",
        });
        const destroy = await succeed(sandbox, "destroy", "--yes", "--skip-preview", "--stack", STACK);
        expect(destroy).to.match(/Resources:\n\s+- 11 deleted/);
        expect(business().get("customers", customerId)?.fields).to.include({ phoneNumber, email });
      });
    });
  }
});
