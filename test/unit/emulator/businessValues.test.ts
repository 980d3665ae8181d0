import { expect } from "chai";
import { describe, it } from "mocha";
import { seeded, useBusiness } from "./businessSupport.js";
import { expectRefusal } from "./support.js";

describe("a value of a record of the emulator", () => {
  const { patch } = useBusiness({ seed: "demo" });

  for (const displayName of ["Infinity", "-Infinity", "1e999"])
    it(`may be the text ${displayName}`, async () => {
      const { status, body } = await patch(seeded("customers", 1), { displayName });
      expect([status, body.displayName]).to.deep.equal([200, displayName]);
    });

  it("must be a number that can be stored", async () => {
    for (const number of ["1e999", "-1e999"])
      await expectRefusal(patch(seeded("items", 1), `{"unitPrice":${number}}`), 400, "BadRequest");
  });
});
