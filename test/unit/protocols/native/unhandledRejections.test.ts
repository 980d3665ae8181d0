import { spawnSync } from "node:child_process";
import { expect } from "chai";
import { describe, it } from "mocha";

const CANARY = "canary-4711";
const MODULE = require.resolve("../../../../provider/protocols/native/server.ts");

/** A process with a rejection that nobody handles. */
function run(reason: string) {
  const program = `
    require(${JSON.stringify(MODULE)}).surviveUnhandledRejections();
    function origin() { Promise.reject(${reason}); }
    origin();
    setImmediate(() => console.log("goes on"));
  `;
  return spawnSync(process.execPath, ["--require", "tsx/cjs", "--eval", program], { encoding: "utf8" });
}

describe("a rejection that nobody handles", () => {
  const reasons = {
    "an error": `new Error("${CANARY}")`,
    "an error with lines that look like frames": `new Error("x\\n    at ${CANARY} (/a.ts:1:1)\\n${CANARY}")`,
    "an error whose message was changed": `Object.assign(new Error("x\\n    at ${CANARY} (/a.ts:1:1)"), { message: "y" })`,
    "a text": `"${CANARY}"`,
    nothing: "undefined",
  };
  for (const [what, reason] of Object.entries(reasons)) {
    it(`${what}: the process continues, and its text is not shown`, () => {
      const { status, stdout, stderr } = run(reason);
      expect([status, stdout]).to.deep.equal([0, "goes on\n"]);
      expect(stderr).to.include("A rejection was not handled").and.not.include(CANARY);
      if (what === "an error") expect(stderr).to.match(/^ {4}at origin /m);
    });
  }
});
