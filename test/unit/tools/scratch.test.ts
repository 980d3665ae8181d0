import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { run } from "../../support/command.js";
import { ROOT } from "../../support/sandbox.js";

describe("the directory for what tests write", () => {
  let directory: string;
  let memory: string;
  let disk: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-scratch-"));
    [memory, disk] = ["memory", "disk"].map((name) => join(directory, name)) as [string, string];
    mkdirSync(memory);
    mkdirSync(disk);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  async function parentOfScratch(options: {
    isChosen?: boolean;
    memory?: string;
    neededBytes?: number;
  }): Promise<string> {
    const module = pathToFileURL(join(ROOT, "tools/scratch.mjs")).href;
    const text = `import { makeScratch } from "${module}"; console.log(makeScratch(${JSON.stringify(options)}));`;
    const made = await run(process.execPath, ["--input-type=module", "-e", text], directory, {
      ...process.env,
      ...{ TMPDIR: disk, TMP: disk, TEMP: disk },
    });
    expect(made.failed, made.text).to.equal(false);
    return dirname(made.stdout.trim());
  }

  it("is in memory where there is plenty", async () => {
    expect(await parentOfScratch({ isChosen: false, memory, neededBytes: 1 })).to.equal(memory);
    expect(readdirSync(disk)).to.deep.equal([]);
  });

  it("is where TMPDIR says, although there is plenty of memory", async () => {
    expect(await parentOfScratch({ memory, neededBytes: 1 })).to.equal(disk);
    expect(readdirSync(memory)).to.deep.equal([]);
  });

  it("is on the disk where there is less memory than needed", async () => {
    expect(await parentOfScratch({ isChosen: false, memory, neededBytes: 2 ** 60 })).to.equal(disk);
  });

  it("is on the disk where the machine has no files in memory", async () => {
    const none = join(directory, "none");
    expect(await parentOfScratch({ isChosen: false, memory: none, neededBytes: 1 })).to.equal(disk);
  });
});
