import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { Installation, OLDEST } from "./installation.js";
import { live } from "./life.js";
import { npmManager } from "./managers.js";
import { pack } from "./pack.js";

/**
 * The oldest SDK in docs/compatibility.md; `tools/compatibility/main.ts` takes the others. Another Node runs what
 * `managers.test.ts` has installed.
 */
describe("package: works", function () {
  this.timeout(300_000);

  let directory: string;
  let archive: string;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-compatibility-"));
    archive = (await pack(directory)).path;
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it(`with the oldest SDK that it accepts, ${OLDEST}`, async () => {
    const installation = await Installation.make(npmManager(), archive, OLDEST);
    try {
      expect(await live(installation)).to.equal(process.version);
    } finally {
      await installation.close();
    }
  });
});
