import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { DEVELOPED_WITH, Installation, OLDEST } from "./installation.js";
import { live } from "./life.js";
import { npmManager } from "./managers.js";
import { fetchNode } from "./node.js";
import { pack } from "./pack.js";

/** The outermost of the versions in docs/compatibility.md; `tools/compatibility/main.ts` takes the others. */
describe("package: works", function () {
  this.timeout(300_000);

  let directory: string;
  let archive: string;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-compatibility-"));
    archive = (await pack(directory)).path;
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  async function installed(sdk: string, nodeDirectory?: string): Promise<string> {
    const installation = await Installation.make(npmManager(), archive, sdk);
    try {
      return await live(installation, nodeDirectory);
    } finally {
      await installation.close();
    }
  }

  it(`with the oldest SDK that it accepts, ${OLDEST}`, async () => {
    expect(await installed(OLDEST)).to.equal(process.version);
  });

  it("with another Node", async () => {
    const running = Number(process.versions.node.split(".")[0]);
    const { directory: node, version } = await fetchNode(running === 22 ? 24 : 22, directory);
    expect(version).not.to.equal(process.version);
    expect(await installed(DEVELOPED_WITH, node)).to.equal(version);
  });
});
