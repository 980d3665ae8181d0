import { expect } from "chai";
import { after, before, it } from "mocha";
import { overBothProtocols } from "../support/programProtocols.js";
import type { Sandbox } from "../support/sandbox.js";

/** Errors that only the preview of a program in a process of its own shows, each once. */
overBothProtocols("e2e: errors of a preview", (protocol) => {
  let sandbox: Sandbox;
  /** Previews a program; returns the output of its run, and the part that stays. */
  const preview = async (program: string) => {
    sandbox.write(`const v = require("pulumi-vendorcloud");\n${program}`);
    const { text, failed } = await sandbox.pulumi("preview", "--stack", "dev");
    expect(failed, text).to.equal(true);
    return { text, diagnostics: text.split("Diagnostics:")[1] ?? "" };
  };
  const count = (text: string, part: string) => text.split(part).length - 1;

  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
    sandbox.write("");
    await sandbox.newStack("dev");
  });
  after(() => sandbox.close());

  it("a refused lookup is printed once, and a token of another tenant is not reported as expired", async () => {
    const error = { code: "InvalidAuthenticationTokenTenant", message: "The wrong issuer." };
    sandbox.emulator.faults.add({
      match: { path: "customers" },
      times: "always",
      fault: { status: 401, body: { error } },
    });
    const { text, diagnostics } = await preview('new v.Customer("nobody", { customerNumber: "NOBODY" });');
    expect(count(diagnostics, "401 InvalidAuthenticationTokenTenant"), text).to.equal(1);
    expect(count(diagnostics, "the token belongs to another tenant"), text).to.equal(1);
    expect(text).not.to.include("expired");
  });

  it("a service that cannot be reached ends a preview after one more attempt", async () => {
    const { text, diagnostics } = await preview(
      'const provider = new v.Provider("down", { businessUrl: "http://127.0.0.1:9", businessToken: "any", retryBaseDelayMs: 20000 });' +
        'new v.Customer("c", { customerNumber: "NOBODY" }, { provider });',
    );
    expect(count(diagnostics, "connection refused"), text).to.equal(1);
    // One wait of a second, and not the configured twenty.
    expect([...text.matchAll(/retrying in (.+):/g)].map(([, wait]) => wait)).to.deep.equal(["1 s"]);
  });
});
