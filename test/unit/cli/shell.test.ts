import { execFileSync } from "node:child_process";
import { expect } from "chai";
import { before, describe, it } from "mocha";
import { exportLine } from "../../../cli/login/login.js";
import { skip } from "../../support/skip.js";

describe("a line for a shell", () => {
  before(function () {
    if (process.platform === "win32") skip(this, "there is no sh on Windows");
  });

  for (const value of [
    "plain",
    "it's",
    "''",
    "'; echo run; '",
    "$(echo run)`echo run`",
    '"\\$HOME\\"',
    "-n",
  ]) {
    it(`sets exactly ${value}`, () => {
      const script = `${exportLine("NAME", value)}\nprintf %s "$NAME"`;
      expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).to.equal(value);
    });
  }
});
