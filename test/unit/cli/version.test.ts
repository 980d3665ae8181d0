import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { version } from "../../../provider/generated/version.js";

describe("--version", function () {
  // Each test starts a process, which compiles first.
  this.timeout(60_000);
  for (const executable of ["cli/main.ts", "provider/protocols/native/main.ts"]) {
    it(`of ${executable} is the version of the package`, () => {
      const file = join(__dirname, "../../..", executable);
      const { stdout, status } = spawnSync(process.execPath, ["--require", "tsx/cjs", file, "--version"], {
        encoding: "utf8",
      });
      expect([stdout, status]).to.deep.equal([`${version}\n`, 0]);
    });
  }
});
