import { expect } from "chai";
import { describe, it } from "mocha";
import { seedId } from "../../../emulator/index.js";
import { seeded, useBusiness } from "./businessSupport.js";
import { expectRefusal } from "./support.js";

describe("tags of the emulator's business records", () => {
  const { emulator, call, get, patch } = useBusiness({ seed: "demo" });
  const ID = seedId("customers", 2);
  const path = seeded("customers", 2);
  const remove = (tag?: string) => call("DELETE", path, undefined, tag ? { "if-match": tag } : {});
  const tagNow = async () => (await get(path)).body["@odata.etag"] as string;

  it("change with each change, even to the same values", async () => {
    const { fields, tag } = emulator().business.get("customers", ID) ?? {};
    expect(await tagNow()).to.equal(tag);
    const { status, body } = await patch(path, { displayName: fields?.displayName });
    expect(status).to.equal(200);
    expect(body["@odata.etag"]).to.not.equal(tag);
    expect(await tagNow()).to.equal(body["@odata.etag"]);
  });

  it("that are outdated refuse a change and a removal", async () => {
    const tag = await tagNow();
    emulator().business.change("customers", ID, { city: "Elsewhere" });
    await expectRefusal(patch(path, { city: "Here" }, tag), 409, "Request_EntityChanged");
    await expectRefusal(remove(tag), 409, "Request_EntityChanged");
    expect((await get(path)).body.city).to.equal("Elsewhere");
    expect((await remove(await tagNow())).status).to.equal(204);
  });

  it("are needed for a change and a removal", async () => {
    await expectRefusal(call("PATCH", path, { city: "Here" }), 400, "BadRequest_InvalidToken");
    await expectRefusal(remove(), 400, "BadRequest_InvalidToken");
  });

  for (const [what, tag] of Object.entries({
    "no quotes": "abc",
    "a strong form": '"JzIwOzEnOw=="',
    "two tags": 'W/"YQ==", W/"Yg=="',
  }))
    it(`are refused with ${what}`, () =>
      expectRefusal(patch(path, { city: "Here" }, tag), 400, "BadRequest_InvalidToken"));
});
