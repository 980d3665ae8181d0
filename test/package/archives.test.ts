import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";

import { ROOT, Sandbox } from "../support/sandbox.js";
import { FIRST_USE_MS, resultOf } from "../support/tool.js";
import { YAML_GROUP } from "../support/yamlGroup.js";

const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const os = process.platform === "win32" ? "windows" : process.platform;
const SYSTEM = `${os}-${process.arch === "x64" ? "amd64" : process.arch}`;

/** The folder on PATH that has a command. */
function folderOf(command: string): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = folders.find((folder) => readdirSync(folder, { encoding: "utf8" }).includes(command));
  if (found === undefined) throw new Error(`no ${command} on PATH`);
  return found;
}

/** What is not in npm's package: archives of the plugin, each used from an empty home of Pulumi, and the SDKs. */
describe("package: the archives of the plugin", function () {
  this.timeout(FIRST_USE_MS);

  let directory: string;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-archives-"));
    await resultOf("archives.mjs", [directory, SYSTEM, "node"]);
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  const fileOf = (system: string): string => `pulumi-resource-vendorcloud-v${version}-${system}.tar.gz`;

  /** A project with a YAML file alone. */
  async function open(path: string): Promise<Sandbox> {
    const sandbox = await Sandbox.openEmpty({}, { PATH: path });
    writeFileSync(join(sandbox.project, "Pulumi.yaml"), `name: sandbox\nruntime: yaml\n${YAML_GROUP}`);
    await sandbox.newStack("archives");
    return sandbox;
  }

  async function expectLife(sandbox: Sandbox): Promise<void> {
    const up = await sandbox.pulumi("up", "--yes", "--skip-preview", "--stack", "archives");
    expect(up.failed, up.text).to.equal(false);
    expect(sandbox.emulator.containerGroups.list()).to.have.length(1);
    const preview = await sandbox.pulumi("preview", "--expect-no-changes", "--stack", "archives");
    expect(preview.failed, preview.text).to.equal(false);
  }

  it("have checksums", () => {
    expect(readdirSync(directory)).to.have.members([fileOf(SYSTEM), fileOf("node"), "SHA256SUMS"]);
    const lines = readFileSync(join(directory, "SHA256SUMS"), "utf8").trim().split("\n");
    expect(lines.map((line) => /^[\da-f]{64} {2}(.*)$/.exec(line)?.[1])).to.deep.equal([
      fileOf(SYSTEM),
      fileOf("node"),
    ]);
  });

  it("are downloaded from a server, and run where there is no Node", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end(readFileSync(join(directory, request.url?.slice(1) ?? "")));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sandbox = await open(folderOf("pulumi"));
    try {
      const install = ["plugin", "install", "resource", "vendorcloud", version, "--server", address];
      const installed = await sandbox.pulumi(...install);
      expect(installed.failed, installed.text).to.equal(false);
      expect(asked).to.deep.equal([`/${fileOf(SYSTEM)}`]);
      await expectLife(sandbox);
    } finally {
      server.close();
      await sandbox.close();
    }
  });

  it("are installed from a file; the small one uses the Node of the machine and no package", async () => {
    const sandbox = await open([folderOf("pulumi"), dirname(process.execPath)].join(delimiter));
    try {
      const file = join(directory, fileOf("node"));
      const installed = await sandbox.pulumi(
        ...["plugin", "install", "resource", "vendorcloud", version, "--file", file],
      );
      expect(installed.failed, installed.text).to.equal(false);
      await expectLife(sandbox);
    } finally {
      await sandbox.close();
    }
  });
});

describe("package: the SDKs of the native plugin", function () {
  this.timeout(FIRST_USE_MS);

  it("are written for five languages, with the version of the plugin", async () => {
    const directory = mkdtempSync(join(tmpdir(), "vendorcloud-sdks-"));
    try {
      await resultOf("sdk/main.mjs", [directory]);
      const read = (file: string): string => readFileSync(join(directory, file), "utf8");
      expect(JSON.parse(read("nodejs/bin/package.json"))).to.deep.include({ version });
      expect(readdirSync(join(directory, "nodejs/bin"))).to.include.members(["index.js", "index.d.ts"]);
      expect(readdirSync(join(directory, "python/dist"))).to.deep.equal([
        `pulumi_vendorcloud-${version}-py3-none-any.whl`,
      ]);
      expect(JSON.parse(read("go/vendorcloud/pulumi-plugin.json"))).to.include({ version });
      expect(read("dotnet/version.txt").trim()).to.equal(version);
      expect(readdirSync(join(directory, "java"))).to.include("src");
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
