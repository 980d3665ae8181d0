import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { listen } from "../../../cli/login/listener.js";
import { exportLine } from "../../../cli/login/login.js";
import { version } from "../../../provider/generated/version.js";
import { run } from "../../support/command.js";
import { RunningCommand } from "../../support/runningCommand.js";
import { ROOT } from "../../support/sandbox.js";
import { previewOf } from "./explainPreviews.js";

/** Each test starts a process, which compiles first. */
const compiled = (...args: string[]) => ["--require", "tsx/cjs", ...args];
const node = (args: string[], input?: string | Buffer) =>
  run(process.execPath, compiled(...args), ROOT, process.env, input);

const SIGN_IN = ["--auth-url", "https://login.example/", "--client-id", "c", "--print", "--no-browser"];

describe("vendorcloud", () => {
  async function vendorcloud(args: string[], input?: string | Buffer) {
    const { code, stdout: output, stderr: errors } = await node(["cli/main.ts", ...args], input);
    return { code, output, errors };
  }

  for (const args of [["--help"], ["explain", "--help"]]) {
    it(`explains itself: ${args.join(" ")}`, async () => {
      const { code, output, errors } = await vendorcloud(args);
      expect([code, errors]).to.deep.equal([0, ""]);
      expect(output).to.match(/^vendorcloud.*: /);
    });
  }

  for (const args of [[], ["logni"], ["login"]]) {
    it(`refuses '${args.join(" ")}' in one line, with code 2`, async () => {
      const { code, output, errors } = await vendorcloud(args);
      expect([code, output]).to.deep.equal([2, ""]);
      expect(errors).to.match(/^vendorcloud: .+\n$/);
    });
  }

  const said = { code: 0, output: "## Preview of stack `dev`: no changes\n", errors: "" };

  it("explains a preview of standard input or of a file, with code 0", async () => {
    expect(await vendorcloud(["explain"], previewOf([]))).to.deep.equal(said);
    const directory = mkdtempSync(join(tmpdir(), "vendorcloud-explain-"));
    try {
      const file = join(directory, "preview.json");
      writeFileSync(file, previewOf([]));
      expect(await vendorcloud(["explain", file])).to.deep.equal(said);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it("explains a preview that Windows PowerShell has written into a file", async () => {
    const input = Buffer.from(`\uFEFF${previewOf([]).replaceAll("\n", "\r\n")}`, "utf16le");
    expect(await vendorcloud(["explain"], input)).to.deep.equal(said);
  });

  it("refuses to explain more than any preview has, before it has read all of it", async () => {
    const errors = "vendorcloud: the input is larger than 32 MB.\n";
    expect(await vendorcloud(["explain"], " ".repeat(40_000_000))).to.deep.equal({
      ...{ code: 1, output: "", errors },
    });
  });

  it("loads no package to explain a preview: it starts at once", async () => {
    const listPackages =
      `require(${JSON.stringify(join(__dirname, "../../../cli/explain/run.ts"))});` +
      "const packages = Object.keys(require.cache).map((path) => /node_modules.((@[^/]+.)?[^/]+)/.exec(path)?.[1]);" +
      "console.log(JSON.stringify([...new Set(packages.filter(Boolean))].sort()))";
    const { stdout } = await node(["-e", listPackages]);
    const compiler = ["esbuild", "get-tsconfig", "resolve-pkg-maps", "tsx"];
    expect(JSON.parse(stdout).filter((name: string) => !compiler.includes(name))).to.deep.equal([]);
  });

  it("ends with code 1 when its port is in use", async () => {
    const other = await listen({ port: 0, state: "s", onForeign: () => undefined });
    try {
      const { port } = new URL(other.redirectUri);
      const errors = `vendorcloud: port ${port} is in use. Choose another with --port.\n`;
      const ended = vendorcloud(["login", ...SIGN_IN, "--port", port]);
      expect(await ended).to.deep.equal({ code: 1, output: "", errors });
    } finally {
      other.close();
    }
  });

  it("ends a sign-in with code 130 when it is interrupted", async () => {
    const args = compiled("cli/main.ts", "login", ...SIGN_IN);
    const login = new RunningCommand([process.execPath, ...args], { cwd: ROOT, env: process.env });
    await login.prints(/^ {2}(https:\S+)$/m);
    login.signal("SIGINT");
    expect([await login.closed, login.stdout]).to.deep.equal([130, ""]);
    expect(login.stderr).to.include("interrupted; nothing has been changed");
  });
});

describe("--version", () => {
  for (const executable of ["cli/main.ts", "provider/protocols/native/main.ts"]) {
    it(`of ${executable} is the version of the package`, async () => {
      const { stdout, code } = await node([executable, "--version"]);
      expect([stdout, code]).to.deep.equal([`${version}\n`, 0]);
    });
  }
});

describe("a line for a shell", () => {
  const values = ["it's", "'; echo run; '", "$(echo run)`echo run`", '"\\$HOME\\"', "-n"];
  for (const value of values) {
    it(`sets exactly ${value}`, () => {
      const script = `${exportLine("NAME", value)}\nprintf %s "$NAME"`;
      expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).to.equal(value);
    });
  }
});
