import { expect } from "chai";
import { after, before, beforeEach, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";
import { groupArgs, web } from "./groups.js";

/** A group that another stack has under the same name is taken over only where the program says so. */
overBothProtocols("e2e: adopting a container group", (protocol) => {
  const program =
    (image: string, change: Partial<ContainerGroupArgs> = {}) =>
    async () =>
      void new sandbox.vendorcloud.ContainerGroup(
        "shop",
        groupArgs("shared", { containers: [{ ...web, image }], ...change }),
      );

  let sandbox: Sandbox;
  let second: TestStack;
  const methods = () => sandbox.emulator.log.filter().map(({ method }) => method);
  const live = () => JSON.stringify(sandbox.emulator.containerGroups.get(groupId("shared")));

  before(async () => {
    sandbox = await protocol.open();
    const first = await sandbox.stack("first", program("nginx:1"));
    expect((await first.up()).operations).to.deep.equal({ create: 1 });
    second = await sandbox.stack("second", program("nginx:2"));
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox.close());

  it("a second stack with the same group name is refused, and the group of the first stack is unchanged", async () => {
    const before = live();
    const outcome = await second.up();
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include(
      `the group 'shared' in 'demo' already exists and differs from the program: containers[web].image`,
    );
    expect(outcome.text).to.include("set `adopt: true` on this resource");
    expect(methods()).to.deep.equal(["GET"]);
    expect(live()).to.equal(before);
    expect(await second.resource("ContainerGroup")).to.equal(undefined);
  });

  it("`adopt: true` adopts the group, and a warning in the preview lists the changes", async () => {
    const adopting = program("nginx:2", { adopt: true });
    const preview = await second.preview(adopting);
    const change = 'Changed by the adoption: containers[web].image ("nginx:1" => "nginx:2").';
    expect(preview.text).to.include(
      `the group 'shared' in 'demo' already exists, and this stack will manage it. ${change}`,
    );
    expect(methods()).to.deep.equal(["GET"]);
    sandbox.emulator.log.clear();
    const outcome = succeeded(await second.up(adopting));
    expect(outcome.text).to.include(`It was changed to match the program. ${change}`);
    expect(methods()).to.deep.equal(["GET", "PUT"]);
    expect(live()).to.include("nginx:2");
    const without = await second.up();
    expect([without.operations, without.requests]).to.deep.equal([{ same: 1 }, 0]);
  });

  if (!protocol.canImport)
    it("`pulumi import` fails, changes nothing, and sends no request", async () => {
      const stack = await sandbox.stack("importing", program("nginx:1"));
      const type = protocol.typeOf("ContainerGroup");
      const command = ["import", type, "shop", groupId("shared"), "--yes", "--stack", "importing"];
      const { failed, text } = await sandbox.pulumi(...command);
      expect(failed).to.equal(true);
      // The second is an older SDK's.
      const refusals = [
        "Preview failed: code must be a string, not undefined",
        "Preview failed: Cannot read properties of undefined (reading 'toJavaScript')",
      ];
      expect(
        refusals.some((refusal) => text.includes(refusal)),
        text,
      ).to.equal(true);
      expect(sandbox.emulator.log.count()).to.equal(0);
      expect(await stack.resource("ContainerGroup")).to.equal(undefined);
    });

  it("a replacing change of a group with `retainOnDelete` is an error in the preview if the provider gets that option", async () => {
    const retained =
      (restartPolicy: "Always" | "Never", team = "red") =>
      async () =>
        void new sandbox.vendorcloud.ContainerGroup(
          "kept",
          { resourceGroupName: "demo", osType: "Linux", restartPolicy, tags: { team }, containers: [web] },
          { retainOnDelete: true, replaceOnChanges: ["tags"] },
        );
    const stack = await sandbox.stack("kept", retained("Always"));
    expect((await stack.up()).requests, "a read, and the create").to.equal(2);
    expect(String((await stack.resource("ContainerGroup"))?.id)).to.match(/\/kept-[0-9a-f]{7}$/);
    const kept = await stack.resource("ContainerGroup");
    for (const properties of [kept?.inputs, kept?.outputs])
      expect(properties).not.to.have.property("__retainOnDelete");
    for (const [path, program] of Object.entries({
      restartPolicy: retained("Never"),
      "tags.team": retained("Always", "blue"),
    })) {
      const preview = await stack.preview(program);
      expect(preview.failed, path).to.equal(protocol.seesRetainOnDelete);
      expect(preview.text.includes(`${path}: \`retainOnDelete\` keeps the old group`)).to.equal(
        protocol.seesRetainOnDelete,
      );
    }
  });
});
