import { expect } from "chai";
import { describe, it } from "mocha";
import { seedId } from "../../../emulator/index.js";
import { at, COMPANY, seeded, useBusiness } from "./businessSupport.js";
import { expectRefusal } from "./support.js";

const ID = seedId("customers", 1);

describe("faults of the emulator's business service", () => {
  const { emulator, call, patch, batch } = useBusiness({ seed: "demo" });
  const path = seeded("customers", 1);
  const get = () => call("GET", path);
  const change = (n: number, city: string, tag = "*") => ({
    method: "PATCH",
    url: `companies(${COMPANY})/customers(${seedId("customers", n)})`,
    headers: { "if-match": tag },
    body: { city },
  });
  const fieldsNow = () => emulator().business.get("customers", ID)?.fields;
  const tagNow = () => emulator().business.get("customers", ID)?.tag ?? "";
  const statuses = (body: { responses: { status: number }[] }) => body.responses.map(({ status }) => status);

  it("break connections after the effect of a whole batch", async () => {
    emulator().faults.add({ match: { path: "$batch" }, fault: { drop: "after" } });
    await batch([change(1, "A"), change(2, "B")]).catch(() => undefined);
    expect(fieldsNow()?.city).to.equal("A");
    expect(emulator().log.filter()[0]?.operations).to.have.length(2);
  });

  describe("with another writer", () => {
    const writer = { fault: { writer: { city: "Theirs", balanceDue: 3 } } };

    it("let a change come too late", async () => {
      emulator().faults.add(writer);
      const before = tagNow();
      await expectRefusal(patch(path, { city: "Ours" }, before), 409, "Request_EntityChanged");
      expect(fieldsNow()).to.include({ city: "Theirs", balanceDue: 3 });
      expect(tagNow()).to.not.equal(before);
      expect((await patch(path, { city: "Ours" }, tagNow())).status).to.equal(200);
    });

    it("come between operations of a batch", async () => {
      emulator().faults.add({ ...writer, match: { path: `customers(${ID})`, inBatch: true } });
      const operations = [change(2, "A"), change(1, "Ours", tagNow()), change(3, "B")];
      const { body } = await batch(operations, { prefer: "continue-on-error" });
      expect(statuses(body)).to.deep.equal([200, 409, 200]);
      expect(fieldsNow()?.city).to.equal("Theirs");
    });
  });

  describe("with other values than those sent", () => {
    const store = { store: { city: "Theirs", phoneNumber: null } };
    const sent = { city: "Ours", phoneNumber: "+1", displayName: "Ours" };

    it("take those, and log what was sent", async () => {
      const before = fieldsNow()?.phoneNumber;
      emulator().faults.add({ fault: store });
      await get();
      const { body } = await patch(path, sent);
      expect(body).to.include({ city: "Theirs", phoneNumber: before, displayName: "Ours" });
      expect(emulator().log.filter({ method: "PATCH" })[0]?.body).to.deep.equal(sent);
    });
  });

  describe("inside of batches", () => {
    it("hit the operations that match", async () => {
      emulator().faults.add([
        {
          match: { method: "PATCH", path: `customers(${seedId("customers", 2)})`, inBatch: true },
          fault: { status: 429, retryAfter: 3 },
        },
        {
          match: { path: "items", inBatch: true },
          fault: { status: 418, body: "tea", headers: { "x-more": "1" } },
        },
      ]);
      const operations = [
        change(1, "A"),
        change(2, "B"),
        { method: "GET", url: at("items") },
        change(3, "C"),
      ];
      const { body } = await batch(operations, { prefer: "continue-on-error" });
      expect(statuses(body)).to.deep.equal([200, 429, 418, 200]);
      expect(body.responses[1].headers).to.include({ "retry-after": "3", "odata-version": "4.0" });
      expect(body.responses[1].body.error.code).to.equal("TooManyRequests");
      expect(body.responses[2]).to.deep.include({ body: "tea" });
      expect(body.responses[2].headers).to.include({ "x-more": "1" });
      expect(emulator().business.get("customers", seedId("customers", 2))?.fields.city).to.not.equal("B");
    });
  });
});
