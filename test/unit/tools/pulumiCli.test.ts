import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { run } from "../../support/command.js";
import { ROOT } from "../../support/sandbox.js";

const HOSTS = ["nodejs", "yaml", "go", "python", "python-exec"].map((name) => `pulumi-language-${name}`);

describe("the Pulumi CLI of the tests", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-cli-"));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  function script(folder: string, name: string, text: string): void {
    mkdirSync(join(directory, folder), { recursive: true });
    writeFileSync(join(directory, folder, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${text}\n`);
    chmodSync(join(directory, folder, name), 0o755);
  }

  function cli(folder: string, version: string, hosts = HOSTS): void {
    script(folder, "pulumi", `echo "${version}"`);
    for (const host of hosts) script(folder, host, "");
  }

  /** Output of `main.mjs` where PATH has just these folders. */
  function find(...folders: string[]) {
    const path = folders.map((folder) => join(directory, folder)).join(delimiter);
    const env = { PATH: path, HOME: directory, XDG_CACHE_HOME: join(directory, "cache") };
    return run(process.execPath, [join(ROOT, "tools/pulumi-cli/main.mjs")], directory, env);
  }

  it("is the one on PATH, where a link leads to", async () => {
    cli("installed", "v3.240.1");
    mkdirSync(join(directory, "links"));
    symlinkSync(join(directory, "installed/pulumi"), join(directory, "links/pulumi"));
    expect((await find("links")).stdout).to.equal(`${join(directory, "installed")} 3.240.1\n`);
  });

  for (const said of ["v3.229.9", "v4.0.0", "no version"])
    it(`is not one that says that it is "${said}", but the next`, async () => {
      cli("first", said);
      cli("second", "v3.230.0");
      expect((await find("first", "second")).stdout).to.equal(`${join(directory, "second")} 3.230.0\n`);
    });

  it("says what was tried and what would help where there is none, and keeps nothing", async () => {
    mkdirSync(join(directory, "empty"));
    const { failed, stdout, text } = await find("empty");
    expect({ failed, stdout }).to.deep.equal({ failed: true, stdout: "" });
    for (const reason of [
      /PATH: no "pulumi" there/,
      /cache: nothing from an earlier run/,
      /launcher: npx pulumi@3\.\d+\.0: no "npx" found/,
      /modules: go list: no "go" found/,
    ])
      expect(text).to.match(reason);
    expect(text).to.include("1. Install the Pulumi CLI, 3.230.0 or newer");
    expect(readdirSync(join(directory, "cache/pulumi-vendorcloud/pulumi-cli"))).to.deep.equal([]);
  });
});
