import { stripVTControlCharacters } from "node:util";
import { expect } from "chai";
import { after, before, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import type { CommandResult } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox, TOKEN } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";
import { groupArgs, web } from "./groups.js";

const SECRET = "canary-of-foreign-text";
/** What a service may put between the characters of a secret. The CLI fails at the unknown colour. */
const SEPARATORS = ["\u200b", "\u00ad", "\u0000", "\u001b[31m", "\u001b]8;;x\u0007", "\u009b", "\ufe0f"];
const MARKS = ["<{%reset%}>", "<{%unknown%}>", "<{%<{%x%}>y%}>", "<{%}>", "<{%"];
const echoes = [...SEPARATORS, ...MARKS].flatMap((separator) =>
  [SECRET, TOKEN].map((secret) => [...secret].join(separator)),
);

/** The CLI prints in colours, so that it interprets its own marks in every text. */
overBothProtocols("e2e: texts of a service", (protocol) => {
  const program =
    (change: Partial<ContainerGroupArgs> = {}) =>
    async () => {
      const containers = [{ ...web, environmentVariables: [{ name: "TOKEN", secureValue: SECRET }] }];
      const args = groupArgs("web", { tags: { team: "a" }, containers, ...change });
      new sandbox.vendorcloud.ContainerGroup("web", args);
    };

  let sandbox: Sandbox;
  let stack: TestStack;
  const put = { method: "PUT", path: groupId("web") };
  const always = { color: "always" } as const;

  /** Without colours, and without marks that the CLI itself prints in its summary of a failed run. */
  const read = ({ text }: Outcome | CommandResult): string =>
    stripVTControlCharacters(text).replace(/<\{%fg 1%\}>(\d+ errored)<\{%reset%\}>/, "$1");
  async function expectClean(outcome: Outcome | CommandResult): Promise<void> {
    const state = await stack.state();
    for (const text of [read(outcome), state]) {
      expect(text).not.to.match(/panic|Unrecognized color code|<\{%/);
      expect(text).not.to.include(SECRET).and.not.to.include(TOKEN);
    }
    expect(JSON.parse(state).checkpoint.latest.pending_operations ?? []).to.deep.equal([]);
  }

  before(async () => {
    sandbox = await protocol.open({ seed: "demo", provisioningPolls: 2 });
    stack = await sandbox.stack("texts", program());
  });
  after(() => sandbox.close());

  it("show no secret in an error, and no command of a pipeline's runner", async () => {
    const commands = ["##vso[task.setvariable variable=A]b", "##[group]x", "::error title=Hi::x"];
    const details = commands.map((code) => ({ code, message: code }));
    const message = `Refused: ${echoes.join(" ")}`;
    sandbox.emulator.faults.add({
      match: put,
      fault: { status: 409, body: { error: { code: "Conflict", message, target: echoes[1], details } } },
    });
    const outcome = await stack.up(undefined, always);
    await expectClean(outcome);
    expect(read(outcome)).to.match(/ContainerGroup 'web': create failed: 409 Conflict: Refused: \[secret\]/);
    expect(read(outcome)).not.to.match(/##(vso)?\[|^\s*::/m);
  });

  it("show no secret in progress and in the errors of the state", async () => {
    const provisioning = "Failed";
    const meanwhile = `Pending ${echoes.join(" ")}`;
    sandbox.emulator.faults.add({ match: put, fault: { provisioning, meanwhile } });
    const outcome = await stack.up(undefined, always);
    await expectClean(outcome);
    expect(read(outcome)).to.include("provisioning");
    expect(
      (await stack.resource(protocol.typeOf("ContainerGroup").split(":").at(-1) ?? ""))?.initErrors,
    ).to.have.length(1);
  });

  it("do not stop the CLI in values that a refresh stores, and are drift that the next update corrects", async () => {
    await stack.up(undefined, always);
    const { containerGroups } = sandbox.emulator;
    // The CLI decodes a text that is JSON, and one of several lines that is YAML.
    const encoded = ['{"a": "\\u003c{%b%}>"}', 'a: "\\x3c{\\x25b%}>"\nb: 1', 'a: "<{\\\n  %b%}>"\nb: 1'];
    encoded.push("a: !!binary PHslYiV9Pg==\nb: 1", '{"x":"{\\"a\\": \\"\\u005cu003c{%b%}>\\"}"}');
    for (const team of encoded) {
      // The CLI decodes a changed text only if the earlier one was decoded, too, and always one that is new.
      containerGroups.patch(groupId("web"), { tags: { team, added: team, "ends with \\": "a" } });
      await expectClean(await stack.refresh("always"));
      await expectClean(await stack.preview(undefined, always));
    }
    const tags = { team: "a<{%b%}>c", "<{%x%}>": "b" };
    containerGroups.patch(groupId("web"), { tags });
    const refreshed = await stack.refresh("always");
    await expectClean(refreshed);
    expect(read(refreshed)).to.match(/a<\{\\+%b%\}>c/);
    const previewed = await stack.preview(undefined, always);
    await expectClean(previewed);
    expect(previewed.operations).to.deep.equal({ update: 1 });
    // What a refresh shows can be declared: the service then keeps its value.
    const kept = program({ tags: { team: "a<{\\%b%}>c", second: "2" } });
    const updated = await stack.up(kept, always);
    await expectClean(updated);
    expect(updated.operations, updated.text).to.deep.equal({ update: 1 });
    expect(containerGroups.get(groupId("web"))?.tags).to.deep.equal({ team: "a<{%b%}>c", second: "2" });
    expect((await stack.preview(kept, always)).operations).to.deep.equal({ same: 1 });
    await expectClean(await stack.refresh("always"));
    expect((await stack.preview(kept, always)).operations).to.deep.equal({ same: 1 });
  });

  it("stop no program that passes them on, as names or values of a function", async () => {
    const { business } = sandbox.emulator;
    business.change("customers", seedId("customers", 7), { displayName: "<{%x%}>" });
    sandbox.write(`
      const { getRecords } = require("pulumi-vendorcloud");
      const find = async (filter) => {
        const found = await getRecords({ collection: "customers", filter });
        return Array.isArray(found) ? found : found.records;
      };
      module.exports = async () => {
        const [{ displayName }] = await find({ number: "00000000007" });
        const same = await find({ displayName });
        console.log("seen: " + displayName + ", " + same.length);
        await find({ "<{%x%}>##vso[task.x]": "1" });
      };
    `);
    await sandbox.newStack("functions");
    const outcome = await sandbox.pulumi("preview", "--color", "always", "--stack", "functions");
    expect(read(outcome)).to.include("seen: <{\\%x%}>, 1").and.to.include("is not the name of a field");
    expect(outcome.text).not.to.match(/panic|Unrecognized color code|##vso/);
  });
});
