import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import * as bridge from "../../../../provider/bridge.js";

const GOLDEN_STATES = join(__dirname, "../../../golden-states");

describe("the bridge", () => {
  const states = readdirSync(GOLDEN_STATES).filter((name) => /^\d/.test(name));

  for (const version of states) {
    it(`has every name that states of ${version} refer to`, () => {
      const state = readFileSync(join(GOLDEN_STATES, version, "state.json"), "utf8");
      const names = [...state.matchAll(/pulumi-vendorcloud\/bridge\\"\)\.(\w+)/g)].map(([, name]) => name);
      expect(names).not.to.be.empty;
      expect(bridge).to.include.all.keys(names);
    });
  }
});
