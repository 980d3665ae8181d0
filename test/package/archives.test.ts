import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect } from "chai";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { parse } from "yaml";
import { run, succeeded } from "../support/command.js";
import { type LocalServer, listen } from "../support/localServer.js";
import { pythonVariables } from "../support/nativeLanguages.js";
import { ARCHIVES } from "../support/pageCommands.js";
import { RunningCommand } from "../support/runningCommand.js";
import { ROOT, Sandbox, type Variables } from "../support/sandbox.js";
import { AUTHORITY, SERVER_CERTIFICATE } from "../support/tlsServer.js";
import { FIRST_USE_MS, resultOf } from "../support/tool.js";
import { YAML_GROUP } from "../support/yamlGroup.js";
import { WITHOUT_REPOSITORY } from "./managers.js";

const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const os = process.platform === "win32" ? "windows" : process.platform;
const SYSTEM = `${os}-${process.arch === "x64" ? "amd64" : process.arch}`;

/** The folder on PATH that has a command. */
function folderOf(command: string): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = folders.find((folder) => existsSync(join(folder, command)));
  if (found === undefined) throw new Error(`no ${command} on PATH`);
  return found;
}

/** Variables with which the engine downloads plugins. */
const DOWNLOADS: Variables = { PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: undefined };

const PYTHON_GROUP = `
import pulumi_vendorcloud as vendorcloud

vendorcloud.ContainerGroup(
    "web",
    resource_group_name="demo",
    os_type="Linux",
    restart_policy="Always",
    containers=[{"name": "web", "image": "nginx", "resources": {"requests": {"cpu": 1, "memory_in_gb": 1}}}],
)
companies = vendorcloud.get_companies().companies
assert companies[0].name, companies
`;

/** What is not in npm's package, each used from an empty home of Pulumi. */
describe("package: the archives of the plugin", function () {
  this.timeout(FIRST_USE_MS);

  let folder: string;
  let directory: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "vendorcloud-archives-"));
    directory = join(folder, "archives");
    const command = ARCHIVES.replace("<folder>", directory).replace("<system>", SYSTEM);
    succeeded(await run("sh", ["-c", command], ROOT, process.env));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const fileOf = (system: string): string => `pulumi-resource-vendorcloud-v${version}-${system}.tar.gz`;

  /** A project with a YAML file alone. */
  async function open(path: string, variables: Variables = {}, program = YAML_GROUP): Promise<Sandbox> {
    const sandbox = await Sandbox.openEmpty({}, { ...WITHOUT_REPOSITORY, PATH: path, ...variables });
    writeFileSync(join(sandbox.project, "Pulumi.yaml"), `name: sandbox\nruntime: yaml\n${program}`);
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

  /** The options of a resource in YAML that name the archive of its plugin. */
  const optionsWith = (address: string): string =>
    `    options: { version: ${version}, pluginDownloadURL: "${address}" }\n`;

  /** A stack that was made without the address of the archives: a program that has it changes nothing. */
  async function expectSame(sandbox: Sandbox, program: string): Promise<void> {
    writeFileSync(join(sandbox.project, "Pulumi.yaml"), `name: sandbox\nruntime: yaml\n${program}`);
    expect(readFileSync(sandbox.stateFile("archives"), "utf8")).not.to.include("pluginDownloadURL");
    for (const command of [["preview"], ["up", "--yes", "--skip-preview"]]) {
      const { text } = await sandbox.pulumi(...command, "--expect-no-changes", "--stack", "archives");
      expect(text).to.match(/Resources:\n +2 unchanged\n/);
    }
    expect(readFileSync(sandbox.stateFile("archives"), "utf8")).to.include("pluginDownloadURL");
    expect(sandbox.emulator.log.count({ method: "PUT" })).to.equal(1);
  }

  const installedIn = (sandbox: Sandbox): string =>
    join(sandbox.directory, "home/plugins", `resource-vendorcloud-v${version}`);

  async function install(sandbox: Sandbox, file: string, as = version): Promise<void> {
    const args = ["plugin", "install", "resource", "vendorcloud", as, "--file", join(directory, file)];
    const { failed, text } = await sandbox.pulumi(...args);
    expect(failed, text).to.equal(false);
  }

  /** A program that asks for a newer version of the plugin, on a stack that this one made. */
  async function expectNewVersion(sandbox: Sandbox, address: string): Promise<void> {
    const program = `name: sandbox\nruntime: yaml\n${YAML_GROUP}${optionsWith(address).replace(version, "9.9.9")}`;
    writeFileSync(join(sandbox.project, "Pulumi.yaml"), program);
    const missing = await sandbox.pulumi("preview", "--stack", "archives");
    expect(missing.text).to.match(/Could not automatically download and install resource plugin .*9\.9\.9/);
    expect(missing.text).to.include("404 HTTP error fetching plugin from ");
    await install(sandbox, fileOf(SYSTEM), "9.9.9");
    for (const command of [["preview"], ["up", "--yes", "--skip-preview"]]) {
      const { text } = await sandbox.pulumi(...command, "--expect-no-changes", "--stack", "archives");
      expect(text).to.match(/Resources:\n +2 unchanged\n/);
    }
    const removed = await sandbox.pulumi("plugin", "rm", "resource", "vendorcloud", "9.9.9", "--yes");
    expect(removed.failed, removed.text).to.equal(false);
    const env = sandbox.environment({ PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true" });
    const destroy = ["destroy", "--yes", "--skip-preview", "--stack", "archives"];
    const { text } = await run("pulumi", destroy, sandbox.project, env);
    expect(text).to.include(
      "no resource plugin 'pulumi-resource-vendorcloud' found in the workspace at version v9.9.9",
    );
  }

  /** The commands of `vendorcloud` from an installed archive, without anything on PATH. */
  async function expectCommands(sandbox: Sandbox): Promise<void> {
    const program = YAML_GROUP.replace("nginx", "nginx:2");
    writeFileSync(join(sandbox.project, "Pulumi.yaml"), `name: sandbox\nruntime: yaml\n${program}`);
    const { stdout: preview } = await sandbox.pulumi("preview", "--json", "--stack", "archives");
    writeFileSync(join(sandbox.project, "preview.json"), preview);
    const id = String(sandbox.emulator.containerGroups.list()[0]?.id);
    const auth = [`--auth-url=${sandbox.emulator.url}/oauth2/authorize`, "--client-id=client-1"];
    const command = join(installedIn(sandbox), "vendorcloud");
    for (const [args, printed] of [
      [["explain", "preview.json"], "nginx:2"],
      [["discover", "--resource-group", "demo"], `"id": "${id}"`],
      [["show", id, "--language", "yaml"], 'type: "vendorcloud:index:ContainerGroup"'],
      [["login", "--print", "--no-browser", "--timeout", "1", ...auth], "Sign in at this address"],
      [["--version"], version],
      [[], "missing command"],
      [["--hlep"], "unknown command '--hlep'"],
    ] as const) {
      const env = sandbox.environment({ PATH: "/nowhere" });
      expect((await run(command, [...args], sandbox.project, env)).text).to.include(printed);
    }
    const signedOut = sandbox.environment({ VENDORCLOUD_RESOURCE_MANAGER_TOKEN: undefined });
    const refused = await run(
      "pulumi",
      ["up", "--yes", "--skip-preview", "--stack", "archives"],
      sandbox.project,
      signedOut,
    );
    const [, signIn = ""] = /sign in with `([^`]*)`/.exec(refused.text) ?? [];
    const script = `${signIn} --print --no-browser --timeout 1 ${auth.join(" ")}`;
    const { text } = await run("/bin/sh", ["-c", script], sandbox.project, signedOut);
    expect(text).to.include("Sign in at this address");
    const link = join(sandbox.project, "linked");
    symlinkSync(command, link);
    expect((await run(link, ["--version"], sandbox.project, process.env)).stdout).to.equal(`${version}\n`);
  }

  it("have checksums", () => {
    expect(readdirSync(directory)).to.have.members([fileOf(SYSTEM), fileOf("node"), "SHA256SUMS"]);
    const lines = readFileSync(join(directory, "SHA256SUMS"), "utf8").trim().split("\n");
    expect(lines.map((line) => /^[\da-f]{64} {2}(.*)$/.exec(line)?.[1])).to.deep.equal([
      fileOf(SYSTEM),
      fileOf("node"),
    ]);
  });

  it("have the same bytes in every build, and a README", async () => {
    const again = join(folder, "again");
    await resultOf("archives.mjs", [again, "node"]);
    expect(
      readFileSync(join(again, fileOf("node"))).equals(readFileSync(join(directory, fileOf("node")))),
    ).to.equal(true);
    const { text } = await run("tar", ["-tzf", join(directory, fileOf("node"))], folder, process.env);
    expect(text.split("\n")).to.include("README.md");
  });

  describe("on a system that cannot run them", () => {
    let sandbox: Sandbox;
    let plugin: string;
    let original: string;
    before(async () => {
      sandbox = await open(folderOf("pulumi"));
      await install(sandbox, fileOf(SYSTEM));
      plugin = join(installedIn(sandbox), "pulumi-resource-vendorcloud");
      original = readFileSync(plugin, "latin1");
    });
    after(() => sandbox?.close());

    /** The CLI's words, if some bytes of the plugin are others. The loader then misses something here. */
    async function saidWith(edit: (bytes: string) => string): Promise<string> {
      const edited = edit(original);
      expect(edited === original).to.equal(false);
      writeFileSync(plugin, edited, "latin1");
      const { failed, text } = await sandbox.pulumi("preview", "--stack", "archives");
      expect(failed).to.equal(true);
      return text;
    }

    it("without libstdc++, the loader names it", async () => {
      const text = await saidWith((bytes) => bytes.replace("libstdc++.so.6\0", "libstdcXX.so.6\0"));
      expect(text)
        .to.include("exited prematurely")
        .and.include("error while loading shared libraries: libstdcXX.so.6");
    });

    it("with an older glibc, the loader names the version", async () => {
      const text = await saidWith((bytes) => bytes.replace("GLIBC_2.28\0", "GLIBC_9.28\0"));
      expect(text)
        .to.include("exited prematurely")
        .and.match(/version `GLIBC_9.28' not found/);
    });

    it("without glibc, the CLI says that there is no plugin", async () => {
      const text = await saidWith((bytes) => bytes.replace("/lib64/ld-linux-", "/lib64/no-linux-"));
      expect(text).to.match(/failed to load plugin \S+: plugin not found/);
    });

    it("with another processor, the CLI says that the format is wrong", async () => {
      const text = await saidWith((bytes) => `${bytes.slice(0, 18)}\x08${bytes.slice(19)}`);
      expect(text).to.match(/failed to load plugin \S+: .*exec format error/);
    });
  });

  describe("on a server", () => {
    const asked: string[] = [];
    let server: LocalServer;
    let address: string;
    let sandbox: Sandbox;
    before(async () => {
      server = await listen(async ({ path }) => {
        asked.push(path);
        const file = join(directory, path);
        if (!existsSync(file)) return { status: 404 };
        const text = readFileSync(file);
        // The CLI does not download what has no length.
        return { status: 200, headers: { "content-length": String(text.length) }, text };
      });
      address = server.url;
    });
    beforeEach(() => asked.splice(0));
    afterEach(() => sandbox?.close());
    after(() => server.close());

    it("are installed by a command, and run where there is no Node", async () => {
      sandbox = await open(folderOf("pulumi"));
      const args = ["plugin", "install", "resource", "vendorcloud", version, "--server", address];
      const [checksum = ""] = readFileSync(join(directory, "SHA256SUMS"), "utf8").split(" ", 1);
      const other = await sandbox.pulumi(...args, "--checksum", "0".repeat(64));
      expect(other.text).to.include(`invalid checksum, expected ${"0".repeat(64)}, actual ${checksum}`);
      const installed = await sandbox.pulumi(...args, "--checksum", checksum);
      expect(installed.failed, installed.text).to.equal(false);
      expect(asked).to.deep.equal([`/${fileOf(SYSTEM)}`, `/${fileOf(SYSTEM)}`]);
      await expectLife(sandbox);
      await expectSame(sandbox, `${YAML_GROUP}${optionsWith(address)}`);
      await expectCommands(sandbox);
    });

    it("are downloaded for a program in YAML that has their address", async () => {
      const options = optionsWith(address);
      const withoutVersion = options.replace(`version: ${version}, `, "");
      sandbox = await open(folderOf("pulumi"), DOWNLOADS, YAML_GROUP + withoutVersion);
      const { text } = await sandbox.pulumi("preview", "--stack", "archives");
      expect(text).to.include("GetLatestVersion is not supported for plugins from http sources");
      writeFileSync(
        join(sandbox.project, "Pulumi.yaml"),
        `name: sandbox\nruntime: yaml\n${YAML_GROUP}${options}`,
      );
      await expectLife(sandbox);
      expect(asked).to.deep.equal([`/${fileOf(SYSTEM)}`]);
      await expectNewVersion(sandbox, address);
    });

    it("are downloaded for a program in YAML that has the address of releases at GitHub alone", async () => {
      const host = () => `127.0.0.1:${(releases.address() as AddressInfo).port}`;
      const answers: Record<string, () => string | Buffer> = {
        "/repos/owner/name/releases/latest": () => JSON.stringify({ tag_name: `v${version}` }),
        [`/repos/owner/name/releases/tags/v${version}`]: () =>
          JSON.stringify({ assets: [{ name: fileOf(SYSTEM), url: `https://${host()}/asset` }] }),
        "/asset": () => readFileSync(join(directory, fileOf(SYSTEM))),
      };
      const releases = createTlsServer(SERVER_CERTIFICATE, ({ url = "" }, response) => {
        asked.push(url);
        response.statusCode = url in answers ? 200 : 404;
        response.end(answers[url]?.());
      });
      releases.listen(0, "127.0.0.1");
      await once(releases, "listening");
      try {
        const options = `    options: { pluginDownloadURL: "github://${host()}/owner/name" }\n`;
        sandbox = await open(
          folderOf("pulumi"),
          { ...DOWNLOADS, SSL_CERT_FILE: AUTHORITY },
          YAML_GROUP + options,
        );
        await expectLife(sandbox);
        expect(asked.slice(0, 3)).to.deep.equal(Object.keys(answers));
      } finally {
        releases.close();
      }
    });

    it("give YAML programs a package with the version, and the CLI a schema without a fault", async () => {
      sandbox = await open(folderOf("pulumi"));
      await install(sandbox, fileOf(SYSTEM));
      const { stdout: schema } = await sandbox.pulumi("package", "get-schema", `vendorcloud@${version}`);
      writeFileSync(join(sandbox.project, "schema.json"), schema);
      const checked = await sandbox.pulumi("schema", "check", "schema.json");
      expect(checked.failed, checked.text).to.equal(false);
      const { text } = await sandbox.pulumi("package", "add", "vendorcloud");
      expect(text).to.include("Added package");
      const settings = parse(readFileSync(join(sandbox.project, "Pulumi.yaml"), "utf8"));
      expect(settings.packages).to.deep.equal({ vendorcloud: `vendorcloud@${version}` });
      const preview = await sandbox.pulumi("preview", "--stack", "archives");
      expect(preview.text).to.include("+ 2 to create");
    });

    describe("with the SDKs of the native plugin", () => {
      let sdks: string;
      const read = (file: string): string => readFileSync(join(sdks, file), "utf8");
      before(async () => {
        sdks = join(folder, "sdks");
        await resultOf("sdk/main.mjs", [sdks]);
      });

      it("which have the version of the plugin, in five languages", () => {
        expect(JSON.parse(read("nodejs/bin/package.json"))).to.deep.include({ version });
        expect(readdirSync(join(sdks, "nodejs/bin"))).to.include.members(["index.js", "index.d.ts"]);
        expect(JSON.parse(read("nodejs/package.json"))).not.to.have.property("scripts");
        expect(JSON.parse(read("go/vendorcloud/pulumi-plugin.json"))).to.include({ version });
        expect(readdirSync(join(sdks, "go"))).to.include("go.sum");
        const python = read("python/pulumi_vendorcloud/database_instance_stop.py");
        expect(python).to.include("1800 plus `soft_stop_timeout_seconds`").and.not.to.include("```go");
        for (const file of ["dotnet/DatabaseInstanceStop.cs", "go/vendorcloud/databaseInstanceStop.go"])
          expect(read(file)).to.include("1800 plus `SoftStopTimeoutSeconds`");
        expect(read("go/vendorcloud/getRecords.go")).to.include('"etag": Entity tag');
        expect(read("nodejs/types/enums/index.ts")).to.include("Whenever they end.");
        for (const language of ["nodejs", "python", "go", "dotnet", "java"])
          expect(read(`${language}/LICENSE`)).to.include("MIT License");
        for (const language of ["nodejs", "python", "go", "dotnet", "java"])
          expect(read(`${language}/README.md`))
            .to.match(/## Install\n\n```\n.*vendorcloud/i)
            .and.to.match(/ContainerGroup\b.*pulumi config set vendorcloud:resourceManagerUrl/s)
            .and.not.to.include("](.");
        expect(read("python/pyproject.toml")).to.include("Typing :: Typed");
        expect(read("dotnet/version.txt").trim()).to.equal(version);
        expect(read("java/pom.xml")).to.include(`<version>${version}</version>`);
        expect(readdirSync(join(sdks, "java"))).to.include.members(["build.gradle", "src"]);
      });

      it("are downloaded for a program in Python, from the address that its SDK has", async function () {
        expect(readdirSync(join(sdks, "python/dist"))).to.deep.equal([
          `pulumi_vendorcloud-${version}-py3-none-any.whl`,
        ]);
        const isEmpty = (folder: string) => !existsSync(join(folder, "pulumi-resource-vendorcloud"));
        const path = (process.env.PATH ?? "").split(delimiter).filter(isEmpty).join(delimiter);
        sandbox = await open(path, {
          ...DOWNLOADS,
          ...(await pythonVariables(this)),
          // The address in the schema is a placeholder.
          PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^https://vendorcloud\\.example/=${address}`,
        });
        writeFileSync(join(sandbox.project, "Pulumi.yaml"), "name: sandbox\nruntime: python\n");
        writeFileSync(join(sandbox.project, "__main__.py"), PYTHON_GROUP);
        await expectLife(sandbox);
        expect(asked).to.deep.equal([`/${fileOf(SYSTEM)}`]);
      });
    });
  });

  it("are installed from a file; the small one uses the Node of the machine and no package", async () => {
    const sandbox = await open([folderOf("pulumi"), dirname(process.execPath)].join(delimiter));
    try {
      await install(sandbox, fileOf("node"));
      await expectLife(sandbox);
      const folder = installedIn(sandbox);
      const command = join(folder, "pulumi-resource-vendorcloud");
      const plugin = new RunningCommand([command], { env: sandbox.environment() });
      await plugin.prints(/^\d+\n/m);
      expect(plugin.stdout).to.match(/^\d+\n$/);
      await plugin.end("SIGTERM");
      const { failed, text } = await run(command, [], folder, { PATH: "/nowhere" });
      expect(failed).to.equal(true);
      expect(text).to.match(/^\S+ needs Node [\d.]+ or newer, and there is no node on PATH\.\n$/);
      const env = { PATH: folderOf("pulumi") };
      const preview = await run(
        "pulumi",
        ["preview", "--stack", "archives"],
        sandbox.project,
        sandbox.environment(env),
      );
      expect(preview.text)
        .to.include("exited prematurely")
        .and.to.include("pulumi-resource-vendorcloud needs Node 20.19 or newer");
      const old = join(sandbox.project, "old.cjs");
      writeFileSync(old, 'Object.defineProperty(process.versions, "node", { value: "20.18.0" });\n');
      const older = { PATH: dirname(process.execPath), NODE_OPTIONS: `--require ${old}` };
      const tooOld = await run(command, [], folder, older);
      expect(tooOld.failed).to.equal(true);
      expect(tooOld.text).to.match(/^\S+ needs Node [\d.]+ or newer\. This is v[\d.]+\.\n$/);
    } finally {
      await sandbox.close();
    }
  });
});
