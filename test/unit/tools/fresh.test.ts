import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { run } from "../../support/command.js";
import { ROOT } from "../../support/sandbox.js";
import { skip } from "../../support/skip.js";

/** Says where it runs, and leaves a directory that cannot be written to, as Go does. */
const PROBE = `
const { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { env } = process;
const module = join(env.GOMODCACHE, "example.com/one@v1.0.0");
mkdirSync(module, { recursive: true });
writeFileSync(join(module, "one.go"), "");
chmodSync(module, 0o555);
const settings = join(env.HOME, ".npmrc");
console.log("probe " + JSON.stringify({
  env,
  cwd: process.cwd(),
  hasModules: existsSync("node_modules"),
  hasShared: existsSync("../shared"),
  settings: existsSync(settings) ? readFileSync(settings, "utf8") : "",
}));
process.exitCode = Number(process.argv[1]);
`;

describe("a run in a fresh clone", function () {
  this.timeout(120_000);

  let directory: string;
  beforeEach(async function () {
    const git = await run("git", ["--version"], ROOT, process.env);
    if (git.failed || !existsSync(join(ROOT, ".git"))) skip(this, "this is no clone, or there is no git");
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-fresh-"));
    for (const folder of ["tmp", "home", "home/.cache/pulumi-vendorcloud/cli"])
      mkdirSync(join(directory, folder), { recursive: true });
    writeFileSync(join(directory, "npmrc"), "fund=false\n");
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  async function fresh(code: number, path: string[] = []) {
    const env = {
      ...process.env,
      TMPDIR: join(directory, "tmp"),
      XDG_CACHE_HOME: join(directory, "home/.cache"),
      PULUMI_HOME: join(directory, "home/.pulumi"),
      VENDORCLOUD_BUSINESS_TOKEN: "canary-token",
      npm_config_userconfig: join(directory, "npmrc"),
      npm_lifecycle_event: "test:fresh",
      PATH: [...path, process.env.PATH].join(delimiter),
    };
    const tool = join(ROOT, "tools/fresh.mjs");
    const outcome = await run(process.execPath, [tool, "node", "-e", PROBE, String(code)], directory, env);
    const probe = JSON.parse(/^probe (.*)$/m.exec(outcome.stdout)?.[1] ?? "{}");
    return { ...outcome, probe };
  }

  it("has the committed files, an own home and empty caches, and leaves nothing", async () => {
    const { failed, text, probe } = await fresh(0);
    expect(failed, text).to.equal(false);
    const own = join(directory, "tmp/fresh-");
    expect(probe.cwd.startsWith(own)).to.equal(true);
    expect(probe.hasModules).to.equal(false);
    expect(probe.hasShared).to.equal(existsSync(join(ROOT, "../shared")));
    for (const name of [
      ...["HOME", "TMPDIR", "PULUMI_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "npm_config_cache"],
      ...["GOPATH", "GOMODCACHE", "GOCACHE", "PIP_CACHE_DIR"],
    ])
      expect(probe.env[name], name)
        .to.be.a("string")
        .and.satisfy((value: string) => value.startsWith(own));
    expect(readdirSync(join(directory, "tmp"))).to.deep.equal([]);
  });

  it("keeps how npm reaches its registry, and nothing of another Pulumi or npm run", async () => {
    const cli = join(directory, "home/.cache/pulumi-vendorcloud/cli");
    const modules = join(directory, "node_modules/.bin");
    const { text, probe } = await fresh(0, [cli, modules]);
    expect(probe.settings, text).to.equal(readFileSync(join(directory, "npmrc"), "utf8"));
    expect(probe.env).not.to.have.any.keys("VENDORCLOUD_BUSINESS_TOKEN", "npm_lifecycle_event");
    expect(probe.env.PATH.split(delimiter)).not.to.include.members([cli]);
    expect(probe.env.PATH.split(delimiter)).not.to.include.members([modules]);
  });

  it("fails where the command does, and leaves nothing", async () => {
    const { code, text } = await fresh(3);
    expect(code).to.equal(1);
    expect(text).to.match(/ended with code 3/);
    expect(readdirSync(join(directory, "tmp"))).to.deep.equal([]);
  });
});
