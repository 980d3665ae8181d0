import { expect } from "chai";
import { describe, it } from "mocha";
import { ConflictError } from "../../../provider/partialUpdates/conflict.js";
import { isTagConflict } from "../../../provider/partialUpdates/taggedAttempts.js";
import type { Json } from "../../../provider/schema/json.js";
import { KnownSecrets } from "../../../provider/text/knownSecrets.js";
import { errorText } from "../../support/asRead.js";
import { lost, MemorySource, refusal, unanswered } from "../support/memorySource.js";
import { managed } from "./managedRecords.js";

describe("a record that is not the one whose tag was sent", () => {
  const answers: [number, string | undefined, boolean][] = [
    [409, "Request_EntityChanged", true],
    [409, "Internal_RecordLocked", false],
    [412, undefined, true],
    [400, "BadRequest_InvalidToken", true],
    [400, "BadRequest", false],
    [403, "BadRequest_InvalidToken", false],
    [404, "Request_EntityChanged", false],
    [500, "Request_EntityChanged", false],
  ];
  for (const [status, code, expected] of answers) {
    it(`${status} ${code ?? "without a code"} ${expected ? "says so" : "says something else"}`, () => {
      expect(isTagConflict(refusal(status, code))).to.equal(expected);
    });
  }

  it("is recognized from a response only", () => {
    for (const error of [lost(), new Error("412"), undefined]) expect(isTagConflict(error)).to.equal(false);
  });
});

describe("the error of a conflict", () => {
  const conflict = (path: string, before: Json, live: Json) => ({
    path,
    before,
    wanted: { value: "b" },
    live,
  });

  it("shows what the state, the program and the service have", () => {
    const conflicts = [
      conflict("city", "a", "c"),
      { path: "additionalFields.creditLimit", before: 5, isNew: true, live: undefined },
    ];
    expect(errorText(new ConflictError(conflicts))).to.equal(
      "city, additionalFields.creditLimit changed in the meantime, by another client or an interrupted update of this stack; nothing was overwritten.\n" +
        '  city: "a" in the state, "b" in the program, "c" at the service\n' +
        "  additionalFields.creditLimit: 5 when first read, nothing at the service",
    );
    const hints = [conflicts, conflicts.slice(1)].map((shown) => new ConflictError(shown).hint);
    expect(hints.map((hint) => hint?.includes("pulumi refresh"))).to.deep.equal([true, false]);
  });

  it("names the refresh for a new resource that the state keeps, because a response was lost", async () => {
    const source = new MemorySource({ city: "Bonn" }, { respell: () => ({ city: "BONN-1" }) });
    const { failure } = await managed(source.patches(unanswered())).it.create({ city: "Ulm" });
    expect((failure as ConflictError).hint).to.include("pulumi refresh");
  });

  it("shows no value of a field that is a secret, or of which one value is", () => {
    const secrets = new KnownSecrets(["c4nary-0815"]);
    const isSecretPath = (path: string) => path === "pin";
    const conflicts = [conflict("pin", "1", "2"), conflict("key", "c4nary-0815", "theirs")];
    const message = errorText(new ConflictError(conflicts, { secrets, isSecretPath }));
    const hidden = "[secret] in the state, [secret] in the program, [secret] at the service";
    expect(message.split("\n").slice(1)).to.deep.equal([`  pin: ${hidden}`, `  key: ${hidden}`]);
  });

  it("shows what a service names items with as one masked line, and not all of many", () => {
    const secrets = new KnownSecrets(["c4nary-0815"]);
    const paths = ["lines[c4nary-0815]", "lines[a\n\u001b[2Jb]", ...Array.from({ length: 30 }, () => "x")];
    const conflicts = paths.map((path) => conflict(path, "a", `c\n\u001b[2Jd${"e".repeat(500)}`));
    const message = errorText(new ConflictError(conflicts, { secrets }), "c4nary-0815");
    expect(message).to.match(/^lines\[\[secret\]\], lines\[a b\], x, .* x, … and 22 more changed in /);
    const lines = message.split("\n").slice(1);
    expect(lines).to.have.length(10);
    expect(message).not.to.include("\u001b");
    for (const line of lines) expect(line.length).to.be.below(250);
  });
});
