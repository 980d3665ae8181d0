import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { before, describe, it } from "mocha";
import { listen } from "../../../cli/login/listener.js";
import { exportLine } from "../../../cli/login/login.js";
import { version } from "../../../provider/generated/version.js";
import { skip } from "../../support/skip.js";
import { previewOf } from "./explainPreviews.js";

const MAIN = join(__dirname, "../../../cli/main.ts");
const REQUIRED = ["--auth-url", "https://login.example/", "--client-id", "client-1"];

describe("vendorcloud", () => {
  // Each test starts a process, which compiles first.
  function run(...args: string[]) {
    return runOn("", ...args);
  }

  async function runOn(input: string | Buffer, ...args: string[]) {
    const child = spawn(process.execPath, ["--require", "tsx/cjs", MAIN, ...args], { stdio: "pipe" });
    // A command that ends without reading says by its code and text what is wrong.
    child.stdin.on("error", () => undefined).end(input);
    const end = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    const [output, errors, [code]] = await end;
    return { code, output, errors };
  }

  for (const args of [["--help"], ["explain", "--help"]]) {
    it(`explains itself: ${args.join(" ")}`, async () => {
      const { code, output, errors } = await run(...args);
      expect([code, errors]).to.deep.equal([0, ""]);
      expect(output).to.match(/^vendorcloud.*: /);
    });
  }

  for (const args of [[], ["logni"], ["login"]]) {
    it(`refuses '${args.join(" ")}' in one line, with code 2`, async () => {
      const { code, output, errors } = await run(...args);
      expect([code, output]).to.deep.equal([2, ""]);
      expect(errors).to.match(/^vendorcloud: .+\n$/);
    });
  }

  it("explains a preview of standard input or of a file, with code 0", async () => {
    const said = { code: 0, output: "## Preview of stack `dev`: no changes\n", errors: "" };
    expect(await runOn(previewOf([]), "explain")).to.deep.equal(said);
    const directory = mkdtempSync(join(tmpdir(), "vendorcloud-explain-"));
    try {
      const file = join(directory, "preview.json");
      writeFileSync(file, previewOf([]));
      expect(await run("explain", file)).to.deep.equal(said);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it("explains a preview that Windows PowerShell has written into a file", async () => {
    const input = Buffer.from(`\uFEFF${previewOf([]).replaceAll("\n", "\r\n")}`, "utf16le");
    const said = { code: 0, output: "## Preview of stack `dev`: no changes\n", errors: "" };
    expect(await runOn(input, "explain")).to.deep.equal(said);
  });

  it("refuses to explain more than any preview has, before it has read all of it", async () => {
    const errors = "vendorcloud: the input is larger than 32 MB.\n";
    expect(await runOn(" ".repeat(40_000_000), "explain")).to.deep.equal({ code: 1, output: "", errors });
  });

  it("loads no package to explain a preview: it starts at once", async () => {
    const listPackages =
      `require(${JSON.stringify(join(__dirname, "../../../cli/explain/run.ts"))});` +
      "const packages = Object.keys(require.cache).map((path) => /node_modules.((@[^/]+.)?[^/]+)/.exec(path)?.[1]);" +
      "console.log(JSON.stringify([...new Set(packages.filter(Boolean))].sort()))";
    const child = spawn(process.execPath, ["--require", "tsx/cjs", "-e", listPackages], { stdio: "pipe" });
    const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
    const compiler = ["esbuild", "get-tsconfig", "resolve-pkg-maps", "tsx"];
    expect(JSON.parse(output).filter((name: string) => !compiler.includes(name))).to.deep.equal([]);
  });

  it("ends with code 1 when its port is in use", async () => {
    const other = await listen({ port: 0, state: "s", onForeign: () => undefined });
    try {
      const { port } = new URL(other.redirectUri);
      const errors = `vendorcloud: port ${port} is in use. Choose another with --port.\n`;
      const ended = run("login", ...REQUIRED, "--print", "--no-browser", "--port", port);
      expect(await ended).to.deep.equal({ code: 1, output: "", errors });
    } finally {
      other.close();
    }
  });
});

describe("--version", () => {
  // Each test starts a process, which compiles first.
  for (const executable of ["cli/main.ts", "provider/protocols/native/main.ts"]) {
    it(`of ${executable} is the version of the package`, () => {
      const file = join(__dirname, "../../..", executable);
      const command = ["--require", "tsx/cjs", file, "--version"];
      const { stdout, status } = spawnSync(process.execPath, command, { encoding: "utf8" });
      expect([stdout, status]).to.deep.equal([`${version}\n`, 0]);
    });
  }
});

describe("a line for a shell", () => {
  before(function () {
    if (process.platform === "win32") skip(this, "there is no sh on Windows");
  });

  const values = ["plain", "it's", "''", "'; echo run; '", "$(echo run)`echo run`", '"\\$HOME\\"', "-n"];
  for (const value of values) {
    it(`sets exactly ${value}`, () => {
      const script = `${exportLine("NAME", value)}\nprintf %s "$NAME"`;
      expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).to.equal(value);
    });
  }
});
