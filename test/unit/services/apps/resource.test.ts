import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import { AppUserRemoval } from "../../../../provider/generated/classes.js";
import { UNKNOWN } from "../../../../provider/schema/json.js";
import { appUserRemovalLifecycle } from "../../../../provider/services/apps/lifecycle.js";
import { hooksOf } from "../../support/hooks.js";
import { runProgram, settled, unknownOutput } from "../../support/mocks.js";
import { args, ID } from "./removals.js";

const declared = args as { ownerName: string; appName: string; userEmail: string };
const again = { replaces: [], deleteBeforeReplace: true };

describe("a removal in a program", () => {
  const inputsFor = async (triggers: unknown, preview = false) => {
    const program = () => new AppUserRemoval("gone", { ...declared, triggers }).urn;
    const { registered } = await runProgram(async () => void (await settled(program())), { preview });
    expect(registered.map(({ type }) => type)).to.deep.equal([
      "pulumi-nodejs:dynamic/vendorcloud:AppUserRemoval",
    ]);
    return registered[0]?.inputs ?? {};
  };

  it("takes one that is not known yet: another removal may be due", async () => {
    expect(pulumi.containsUnknowns(await inputsFor({ image: unknownOutput() }, true))).to.equal(true);
    const { hooks } = await hooksOf(appUserRemovalLifecycle);
    const after = { ...args, triggers: { image: UNKNOWN } };
    expect(await hooks.diff(ID, { ...args, triggers: { image: "1" } }, after)).to.deep.equal(again);
  });

  it("takes a secret: it stays one, and a change of it is a change", async () => {
    const inputs = await inputsFor([pulumi.secret("canary-trigger"), "open"]);
    expect(inputs.triggers).to.deep.equal(["[secret]", "open"]);
    const { hooks } = await hooksOf(appUserRemovalLifecycle);
    const before = { ...args, triggers: ["[secret]", "open"], __secrets: { "triggers[#0]": "old" } };
    const after = { ...before, __secrets: { "triggers[#0]": "new" } };
    expect(await hooks.diff(ID, before, before)).to.deep.equal({ changes: false });
    expect(await hooks.diff(ID, before, after)).to.deep.equal(again);
  });
});
