import { expect } from "chai";
import { describe, it } from "mocha";
import type { JsonObject } from "../../../provider/schema/json.js";
import { deletedFirst, markdownOf, meaning, type Said, SECRET } from "./explainPreviews.js";

describe("a stop, explained", () => {
  const args = { databaseInstanceName: "db", erpVirtualInstanceName: "X00", resourceGroupName: "erp" };
  const db = "the database instance";
  const says = (said: Partial<Said>) => meaning({ op: "create", type: "DatabaseInstanceStop", ...said });
  const atTheEnd = { ...args, stopOn: "destroy" };

  it("may happen where `stopOn` is a secret, and is in bold then", () => {
    const hidden = { ...args, stopOn: SECRET };
    const all: Said[] = [
      { op: "create", new: hidden },
      { op: "delete", old: hidden },
      { op: "update", old: hidden, new: args, diff: { stopOn: "update" } },
      { op: "update", old: hidden, new: hidden, diff: { stopOn: "update" } },
    ];
    for (const said of all) {
      const markdown = markdownOf([{ type: "DatabaseInstanceStop", ...said }]);
      expect(markdown).to.match(/^- \*\*\w+ `DatabaseInstanceStop`: 1\*\*/m);
      expect(markdown).to.match(
        /Whether it stops .* `stopOn` is a secret|Stops .* if `stopOn` was "destroy"/,
      );
      expect(markdown).not.to.include("Stops nothing");
    }
  });

  const updates: [change: JsonObject, status: string, said: string][] = [
    [{ triggers: 2 }, "Succeeded", `Stops ${db}: hard, at once.`],
    [{ triggers: 2, stopOn: "destroy" }, "Succeeded", "Stops nothing now"],
    [{ stopOn: "create" }, "Succeeded", `Stops nothing: the next stop of ${db} uses \`stopOn\`.`],
    [{}, "Succeeded", "Stops nothing: no value differs."],
    [{}, "Failed", `the update resumes waiting for it, or stops ${db} again, hard, at once.`],
  ];
  for (const [change, status, said] of updates)
    it(`says of an update with ${JSON.stringify(change)} after ${status}: ${said}`, () => {
      const diff = Object.fromEntries(Object.keys(change).map((path) => [path, "update"]));
      const oldState = { outputs: { status, operationId: "o" } };
      expect(says({ op: "update", old: args, new: { ...args, ...change }, diff, oldState })).to.include(said);
    });

  it("of another instance is another stop, and the first may have its end", () => {
    const other = { ...args, databaseInstanceName: "db2" };
    const text = says({ op: "replace", old: args, new: other });
    expect(text).to.include(
      "Replaced: another `databaseInstanceName` is another database instance. Stops the database instance: hard",
    );
    expect(text).not.to.include("Destroying the old resource");
    expect(says({ op: "replace", old: atTheEnd, new: other })).to.match(
      /Stops the database instance: .*Destroying the old resource stops the database instance `db` of .*: hard, at once\./,
    );
    expect(says({ op: "replace", old: { ...args, stopOn: SECRET }, new: other })).to.match(
      /Whether it stops the database instance `db` of .* now is not shown: `stopOn` is a secret\./,
    );
  });

  it("is replaced after the stop at the end of the old one, or without it where it is not deleted first", () => {
    const old = { ...atTheEnd, subscriptionId: "s" };
    const change = { op: "replace", old, new: { ...old, triggers: 2 } };
    expect(says({ ...change, oldState: deletedFirst })).to.match(
      /Destroying the old resource stops .*: hard, at once\. .*Stops nothing now/,
    );
    expect(says(change)).to.include("Stops nothing now").and.not.include("Destroying");
    const whole = (oldState: JsonObject) =>
      markdownOf([{ type: "DatabaseInstanceStop", ...change, oldState }]);
    expect(whole(deletedFirst)).to.include("(stops the database instance)");
    expect(whole({})).to.not.include("(stops the database instance)");
  });

  describe("whose last update failed: its inputs are from before it, its outputs are not", () => {
    const failed = (outputs: JsonObject) => ({ oldState: { outputs, initErrors: ["it failed"] } });

    it("is not for the end any more", () => {
      const stopped = failed({ ...args, stopOn: "create", status: "Failed", __urn: "u" });
      expect(says({ op: "delete", old: atTheEnd, ...stopped })).to.match(/^Stops nothing and starts nothing/);
      expect(says({ op: "update", old: atTheEnd, new: args, ...stopped })).to.include(
        "(`Failed`): the update resumes waiting for it",
      );
    });

    it("is for the end, and done", () => {
      const waiting = failed({ ...atTheEnd, status: "Failed" });
      expect(says({ op: "delete", old: args, ...waiting })).to.include(`Stops ${db}: hard, at once.`);
    });

    it("has no argument that is an output since", () => {
      const removed = failed({ ...atTheEnd, __declared: Object.keys(args) });
      expect(says({ op: "delete", old: atTheEnd, ...removed })).to.match(/^Stops nothing and starts/);
    });
  });
});

describe("the removal of a user, explained", () => {
  const args = { ownerName: "org", appName: "ios", userEmail: "ada@a.example" };
  const says = (said: Partial<Said>) => meaning({ op: "create", type: "AppUserRemoval", ...said });

  it("is done once more for another trigger, and not for a mark", () => {
    const change = { op: "update", old: args, new: { ...args, triggers: 1 } };
    expect(says({ ...change, diff: { triggers: "add" } })).to.include("Removes the user once more.");
    const marked = { ...change, type: "AppUserRemoval", new: { ...args, userEmail: SECRET } };
    const why = "no value differs, but now marked as a secret: userEmail.";
    expect(meaning(marked, why)).to.match(/^No value differs: nothing is sent/);
  });

  it("changes nothing for the user of a replaced one, unless it is the same user", () => {
    const change = { op: "replace", old: args };
    expect(says({ ...change, new: { ...args, ownerName: "other" } })).to.include(
      "Removes the user. Nothing changes for the user `ada@a.example` from the app `ios` of `org`.",
    );
    expect(says({ ...change, new: args })).to.match(/Removes the user\.$/);
  });
});
