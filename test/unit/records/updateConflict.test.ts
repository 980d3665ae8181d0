import { expect } from "chai";
import { describe, it } from "mocha";
import { KnownSecrets } from "../../../provider/http/redaction/knownSecrets.js";
import { ConflictError, isTagConflict } from "../../../provider/records/updateConflict.js";
import { lost, refusal } from "../../model/memorySource.js";

describe("a record that is not the one whose tag was sent", () => {
  const answers: [number, string | undefined, boolean][] = [
    [409, "Request_EntityChanged", true],
    [409, undefined, false],
    [409, "Internal_RecordLocked", false],
    [412, undefined, true],
    [412, "AnyCode", true],
    [400, "BadRequest_InvalidToken", true],
    [400, "BadRequest", false],
    [400, undefined, false],
    [403, "BadRequest_InvalidToken", false],
    [404, "Request_EntityChanged", false],
    [428, undefined, false],
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
  it("names the fields and both tags, and that nothing was overwritten", () => {
    expect(new ConflictError(["city", "additionalFields.creditLimit"], 'W/"a"', 'W/"b"').message).to.equal(
      "city, additionalFields.creditLimit changed in the meantime, by another client or an interrupted update of this stack; nothing was overwritten.\n" +
        '  last known entity tag: W/"a", current: W/"b"',
    );
  });

  it("shows what a service names items with as one masked line, and not all of many", () => {
    const secrets = new KnownSecrets(["c4nary-0815"]);
    const fields = ["lines[c4nary-0815]", "lines[a\n\u001b[2Jb]", ...Array.from({ length: 30 }, () => "x")];
    const { message } = new ConflictError(fields, undefined, undefined, { secrets });
    expect(message).to.match(/^lines\[\[secret\]\], lines\[a b\], x, .* x, … and 22 more changed in /);
  });

  it("says so where there is no tag", () => {
    expect(new ConflictError(["city"], undefined, undefined).message).to.match(
      /last known entity tag: none, current: none$/,
    );
  });
});
