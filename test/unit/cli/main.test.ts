import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { listen } from "../../../cli/login/listener.js";

const MAIN = join(__dirname, "../../../cli/main.ts");
const REQUIRED = ["--auth-url", "https://login.example/", "--client-id", "client-1"];

describe("vendorcloud", function () {
  // Each test starts a process, which compiles first.
  this.timeout(60_000);

  async function run(...args: string[]) {
    const child = spawn(process.execPath, ["--require", "tsx/cjs", MAIN, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let errors = "";
    child.stdout.on("data", (part) => {
      output += part;
    });
    child.stderr.on("data", (part) => {
      errors += part;
    });
    const [code] = await once(child, "close");
    return { code, output, errors };
  }

  for (const args of [["--help"], ["login", "--help"]]) {
    it(`explains itself: ${args.join(" ")}`, async () => {
      const { code, output, errors } = await run(...args);
      expect([code, errors]).to.deep.equal([0, ""]);
      expect(output).to.match(/^vendorcloud.*: /);
    });
  }

  for (const args of [[], ["logni"], ["login"], ["login", ...REQUIRED, "--token", "x"]]) {
    it(`refuses '${args.join(" ")}' in one line, with code 2`, async () => {
      const { code, output, errors } = await run(...args);
      expect([code, output]).to.deep.equal([2, ""]);
      expect(errors).to.match(/^vendorcloud: .+\n$/);
    });
  }

  it("ends with code 1 when its port is in use", async () => {
    const other = await listen({ port: 0, state: "s", onForeign: () => undefined });
    try {
      const { port } = new URL(other.redirectUri);
      const { code, output, errors } = await run(
        "login",
        ...REQUIRED,
        "--print",
        "--no-browser",
        "--port",
        port,
      );
      expect([code, output]).to.deep.equal([1, ""]);
      expect(errors).to.equal(`vendorcloud: port ${port} is in use. Choose another with --port.\n`);
    } finally {
      other.close();
    }
  });
});
