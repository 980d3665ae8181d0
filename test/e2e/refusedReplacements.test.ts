import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { isTestAll } from "../support/randomRuns.js";
import { groupId, type Sandbox } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";
import { groupArgs, web } from "./groups.js";

const ID = groupId("web");
const PUT_BACK = "the old group was put back from the state, secrets included, and runs again.";
const SENDS_NOTHING = "The object is as the program declares it, so the update sends nothing.";

/** A replacement deletes the group first. If the service then refuses the new group, the old one runs again. */
overBothProtocols("e2e: refused replacements", (protocol) => {
  let sandbox: Sandbox;
  let stack: TestStack;
  let stacks = 0;

  const containers = [{ ...web, environmentVariables: [{ name: "KEY", secureValue: "canary-key" }] }];
  const program =
    (osType: string, change: Partial<ContainerGroupArgs> = {}, options = {}) =>
    async () =>
      void new sandbox.vendorcloud.ContainerGroup(
        "web",
        groupArgs("web", { osType, containers, ...change }),
        options,
      );
  const put = { method: "PUT", path: ID };
  const refuse = (times = 1): void => {
    const error = { code: "QuotaExceeded", message: "The region has no capacity." };
    sandbox.emulator.faults.add({ match: put, times, fault: { status: 400, body: { error } } });
  };
  const group = () => sandbox.emulator.containerGroups.get(ID);
  /** The system and the secret of the group that runs. */
  const running = () => {
    const { osType, containers = [] } = group()?.properties ?? {};
    const [variable] = containers[0]?.properties.environmentVariables ?? [];
    return [osType, variable?.secureValue];
  };
  const requests = (): string[] => sandbox.emulator.log.filter({}).map(({ method }) => method);
  const entries = async (): Promise<Record<string, unknown>[]> => {
    const { latest } = JSON.parse(await stack.state()).checkpoint;
    return (latest.resources ?? []).filter(({ type }: { type: string }) => type.endsWith("ContainerGroup"));
  };
  /** Replaces the Linux group by a Windows one, which the service refuses. */
  const refused = async (): Promise<Outcome> => {
    refuse();
    const outcome = await stack.up(program("Windows"));
    expect(outcome.failed).to.equal(true);
    sandbox.emulator.log.clear();
    return outcome;
  };

  before(async () => {
    sandbox = await protocol.open();
  });
  beforeEach(async () => {
    const { emulator } = sandbox;
    emulator.faults.clear();
    emulator.containerGroups.delete(ID);
    stack = await sandbox.stack(`refused${++stacks}`, program("Linux"));
    succeeded(await stack.up());
    emulator.log.clear();
  });
  after(() => sandbox?.close());

  it("once: the old group runs again, and the state holds it without a secret in plain text", async () => {
    refuse();
    const { failed, text } = await stack.up(program("Windows"));
    expect(failed).to.equal(true);
    expect(text).to.include(
      "ContainerGroup 'web': create failed: 400 QuotaExceeded: The region has no capacity.",
    );
    expect(text).to.include(PUT_BACK);
    expect(text).to.include(
      "what to do: unless the error is temporary, correct what it names. Then run `pulumi up`, which replaces the group. To keep the old group, undo the change.",
    );
    expect(text).not.to.include("canary-key");
    expect(requests()).to.deep.equal(["DELETE", "GET", "PUT", "GET", "PUT"]);
    expect(running()).to.deep.equal(["Linux", "canary-key"]);
    const [entry, ...others] = await entries();
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({ id: ID }).and.not.to.have.property("pendingReplacement");
    expect(entry).to.have.nested.property("inputs.osType", "Windows");
    expect(entry).to.have.nested.property("outputs.osType", "Linux");
    expect(await stack.state()).not.to.include("canary-key");
  });

  it("twice: an unchanged program shows the replacement again, and is refused again", async () => {
    await refused();
    const preview = await stack.preview(program("Windows"));
    expect(preview.operations).to.include({ replace: 1 });
    expect(preview.text).to.include("does not show: osType");
    refuse();
    const again = await stack.up(program("Windows"));
    expect(again.text).to.include(PUT_BACK);
    expect(running()).to.deep.equal(["Linux", "canary-key"]);
  });

  it("and the put-back too: the error has both reasons, and the next `up` creates the group", async () => {
    refuse(2);
    const { text } = await stack.up(program("Windows"));
    expect(text).to.include(
      "the old group was deleted, and cannot be put back: 400 QuotaExceeded: The region has no capacity.",
    );
    expect(group()).to.equal(undefined);
    expect((await entries())[0]).to.include({ pendingReplacement: true });
    succeeded(await stack.up(program("Windows")));
    expect(running()).to.deep.equal(["Windows", "canary-key"]);
  });

  it("and then undone: the update sends nothing, and nothing is left to do", async () => {
    await refused();
    const { text, operations } = succeeded(await stack.up(program("Linux")));
    expect([operations, requests()]).to.deep.equal([{ update: 1 }, []]);
    expect(text).to.include(SENDS_NOTHING);
    const { operations: next } = await stack.preview(program("Linux"));
    expect(next).to.deep.equal({ same: 1 });
  });

  it("and then corrected: the next `up` goes on from the old group", async () => {
    await refused();
    const tagged = succeeded(await stack.up(program("Linux", { tags: { team: "a" } })));
    expect([tagged.operations, requests()]).to.deep.equal([{ update: 1 }, ["PUT"]]);
    succeeded(await stack.up(program("Windows", { tags: { team: "a" } })));
    expect(running()).to.deep.equal(["Windows", "canary-key"]);
    expect((await stack.preview(program("Windows", { tags: { team: "a" } }))).operations).to.deep.equal({
      same: 1,
    });
  });

  it("and then destroyed: the old group is deleted", async () => {
    await refused();
    succeeded(await stack.destroy());
    expect(requests()).to.deep.equal(["DELETE"]);
    expect(group()).to.equal(undefined);
    expect(await entries()).to.deep.equal([]);
  });

  it("and then refreshed: the state is that of the old group, and a preview shows the fields that differ", async () => {
    await refused();
    expect(succeeded(await stack.refresh()).text).to.include('~ osType: "Windows" => "Linux"');
    expect((await stack.preview(program("Linux"))).operations).to.deep.equal({ same: 1 });
    const { text, operations } = await stack.preview(program("Windows"));
    expect(operations).to.include({ replace: 1 });
    expect(text).to.include('~ osType: "Linux" => "Windows"');
  });

  it("with `--replace`: the unchanged group is put back once", async () => {
    const [{ urn } = {}] = await entries();
    refuse();
    const options = { replace: [String(urn)] };
    const { text } = await stack.up(program("Linux", {}, { deleteBeforeReplace: true }), options);
    expect(text).to.include(PUT_BACK);
    expect(requests()).to.deep.equal(["DELETE", "GET", "PUT", "GET", "PUT"]);
    sandbox.emulator.log.clear();
    succeeded(await stack.up());
    expect(requests()).to.deep.equal([]);
  });

  it("with another name: the old group still runs, and nothing is put back", async () => {
    const other = groupId("other");
    const match = { method: "PUT", path: other };
    sandbox.emulator.faults.add({ match, fault: { status: 400 } });
    const { text } = await stack.up(program("Linux", { containerGroupName: "other" }));
    expect(text).not.to.include("the old group");
    expect(requests()).to.deep.equal(["GET", "PUT"]);
    expect([await entries()].flat()).to.have.length(1);
    expect(running()).to.deep.equal(["Linux", "canary-key"]);
  });

  it("with `deleteBeforeReplace: false`: nothing is deleted, and a program without the option replaces the group", async () => {
    const { failed, text } = await stack.up(program("Windows", {}, { deleteBeforeReplace: false }));
    expect(failed).to.equal(true);
    expect(text).to.include("the old group still runs, and the state holds it");
    expect(new Set(requests())).to.deep.equal(new Set(["GET"]));
    succeeded(await stack.up(program("Windows")));
    expect(running()).to.deep.equal(["Windows", "canary-key"]);
    succeeded(await stack.destroy());
    expect(group()).to.equal(undefined);
  });

  it("with `retainOnDelete`: nothing is deleted", async () => {
    succeeded(await stack.up(program("Linux", {}, { retainOnDelete: true })));
    const { failed, text } = await stack.up(program("Windows", {}, { retainOnDelete: true }));
    expect(failed).to.equal(true);
    expect(text).to.include(
      protocol.seesRetainOnDelete ? "`retainOnDelete` keeps the old group" : "the old group still runs",
    );
    expect(running()).to.deep.equal(["Linux", "canary-key"]);
    expect((await entries())[0]).to.not.have.property("pendingReplacement");
  });

  // test/property kills runs at each request, in memory.
  if (!isTestAll) return;
  /** Runs the plain CLI, which is killed while the service holds a request. */
  describe("in a run that is killed", () => {
    let name: string;
    const write = (osType: string): void =>
      sandbox.write(`
const { ContainerGroup } = require("pulumi-vendorcloud");
console.log("language host is", process.ppid);
new ContainerGroup("web", ${JSON.stringify(groupArgs("web", { osType }))});`);
    const pulumi = (...args: string[]) => sandbox.pulumi(...args, "--stack", name);
    const up = () => pulumi("up", "--yes", "--skip-preview");

    async function killedUp(): Promise<void> {
      const child = spawn("pulumi", ["up", "--yes", "--skip-preview", "--non-interactive", "--stack", name], {
        cwd: sandbox.project,
        env: sandbox.environment(),
        detached: true,
        stdio: ["ignore", "pipe", "ignore"],
      });
      let text = "";
      child.stdout.on("data", (part) => {
        text += part;
      });
      const ended = once(child, "exit");
      const { holds } = sandbox.emulator.faults;
      await holds.wait();
      // The language host outlives its engine.
      const [, languageHost] = /language host is (\d+)/.exec(text) ?? [];
      for (const pid of [-Number(child.pid), Number(languageHost)]) process.kill(pid, "SIGKILL");
      await ended;
      await holds.idle();
      succeeded(await pulumi("cancel", "--yes"));
      sandbox.emulator.faults.clear();
    }

    beforeEach(async () => {
      sandbox.emulator.containerGroups.delete(ID);
      name = `killed${++stacks}`;
      await sandbox.newStack(name);
      write("Linux");
      succeeded(await up());
      write("Windows");
    });

    it("while it puts the group back: the next `up` finds the group, and the one after it replaces the group", async () => {
      refuse();
      sandbox.emulator.faults.add({ match: put, fault: { hold: "after" } });
      await killedUp();
      expect(running()[0]).to.equal("Linux");
      const { failed, text } = await up();
      expect(failed).to.equal(true);
      expect(text).to.include("the old group still runs, and the state holds it");
      expect(running()[0]).to.equal("Linux");
      succeeded(await up());
      expect(running()[0]).to.equal("Windows");
    });

    it("while it puts the group back, if the change is then undone: the next `up` takes the group", async () => {
      refuse();
      sandbox.emulator.faults.add({ match: put, fault: { hold: "after" } });
      await killedUp();
      write("Linux");
      succeeded(await up());
      succeeded(await pulumi("preview", "--expect-no-changes"));
      expect(running()[0]).to.equal("Linux");
    });

    it("between the deletion and the create: the next `up` creates the new group", async () => {
      sandbox.emulator.faults.add({ match: put, fault: { hold: "before" } });
      await killedUp();
      expect(group()).to.equal(undefined);
      succeeded(await up());
      expect(running()[0]).to.equal("Windows");
    });
  });
});
