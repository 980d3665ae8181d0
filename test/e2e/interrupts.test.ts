import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { fetchNode } from "../support/otherNode.js";
import { overBothProtocols, type ProgramProtocol } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";
import { groupArgs } from "./groups.js";

/** Versions of Node tell a dynamic provider of Ctrl+C in two ways: see `provider/protocols/dynamic/cancelCall.ts`. */
const otherVersion = Number.parseInt(process.versions.node, 10) < 24 ? 24 : 20;

overBothProtocols("e2e: Ctrl+C", (protocol) => {
  describe("with the installed Node", () => declareTests(protocol));
  if (protocol.name === "dynamic") {
    describe(`with Node ${otherVersion}`, () => declareTests(protocol, otherVersion));
  }
});

function declareTests(protocol: ProgramProtocol, version?: number): void {
  let directory: string;
  let sandbox: Sandbox;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-interrupts-"));
    const folder = version === undefined ? "" : (await fetchNode(version, directory)).directory;
    const PATH = `${folder}${delimiter}${process.env.PATH}`;
    sandbox = await protocol.open({ provisioningPolls: 1_000_000 }, { PATH });
  });
  after(async () => {
    await sandbox?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const group = (name: string) => async () =>
    void new sandbox.vendorcloud.ContainerGroup(name, groupArgs(name));
  const put = (name: string) => ({ method: "PUT", path: groupId(name) });

  /** Output of a run that is interrupted after it has printed something, or after a given event. */
  async function interruptedRun(
    { stack }: TestStack,
    { at, onCancelling }: { at: RegExp | Promise<void>; onCancelling?: () => void },
  ): Promise<string> {
    const interrupt = new AbortController();
    let text = "";
    const append = (part: string): void => {
      text += part;
      if (at instanceof RegExp && at.test(text)) interrupt.abort();
      if (text.includes("^C received")) onCancelling?.();
    };
    if (at instanceof Promise) void at.then(() => interrupt.abort());
    const options = { signal: interrupt.signal, onOutput: append, onError: append, color: "never" } as const;
    await stack.up(options).catch(() => undefined);
    return text;
  }

  it("ends the wait for an operation, and the state keeps the new object", async () => {
    const { faults } = sandbox.emulator;
    faults.add({ match: put("provisioned"), fault: { hold: "after" } });
    const stack = await sandbox.stack("provisioned", group("provisioned"));
    const onCancelling = (): void => void faults.holds.release();
    const text = await interruptedRun(stack, { at: faults.holds.wait(), onCancelling });
    expect(text).to.include("the run was canceled while the operation was in progress");
    expect((await stack.resource("ContainerGroup"))?.id).to.equal(groupId("provisioned"));
  });

  it("ends the wait for another attempt, which is shown as progress and not sent", async () => {
    const { faults, log } = sandbox.emulator;
    faults.add({ match: put("throttled"), times: "always", fault: { status: 429, retryAfter: 60 } });
    const stack = await sandbox.stack("throttled", group("throttled"));
    const text = await interruptedRun(stack, { at: /retrying in 60 s/ });
    // The wait is a progress message in the row of the resource, and is not repeated at the end.
    const [rows, summary] = text.split("Diagnostics:");
    expect(rows).to.match(/throttled [^:]*retrying in 60 s: 429/);
    expect(summary)
      .to.include("ContainerGroup 'throttled': create failed: 429 TooManyRequests")
      .and.not.to.include("retrying");
    expect(log.count(put("throttled"))).to.equal(1);
  });
}
