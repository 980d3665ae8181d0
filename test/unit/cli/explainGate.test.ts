import { expect } from "chai";
import { describe, it } from "mocha";
import { explain } from "../../../cli/explain/explain.js";
import { GATES, listReasons } from "../../../cli/explain/gate.js";
import { formatJson } from "../../../cli/explain/json.js";
import { formatHiddenSecrets, formatUnsentSecrets } from "../../../provider/core/warnings.js";
import { UNKNOWN } from "../../../provider/schema/json.js";
import { previewOf, type Said, SECRET, urnOf, warning } from "./explainPreviews.js";

const jsonOf = (steps: Said[], more = {}) => JSON.parse(formatJson(explain(previewOf(steps, more))));

const group = { containerGroupName: "shop", resourceGroupName: "demo" };
const stop = {
  type: "DatabaseInstanceStop",
  new: { resourceGroupName: "erp", erpVirtualInstanceName: "X00", databaseInstanceName: "db" },
};
const withSecret = {
  containers: [{ name: "web", environmentVariables: [{ name: "KEY", secureValue: SECRET }] }],
};
const secretChanged: Said = {
  ...{ op: "update", old: withSecret, new: withSecret },
  diff: { "containers[0].environmentVariables[0].secureValue": "update" },
};

const reasonsOf = (steps: Said[], more = {}) => listReasons(explain(previewOf(steps, more)), [...GATES]);

describe("a gate", () => {
  const cases: [fact: string, steps: Said[], reasons: string[]][] = [
    [
      "a replacement",
      [{ op: "replace", old: {}, new: { osType: "Linux" } }],
      ["replace: Replace `ContainerGroup` `shop`"],
    ],
    ["a deleted group", [{ op: "delete", old: group }], ["delete: Delete `ContainerGroup` `shop`"]],
    [
      "an object of another package",
      [{ op: "delete", type: "acme:a:x", name: "x", old: {} }],
      ["delete: Delete `acme:a:x` `x`"],
    ],
    [
      "a removed user",
      [{ op: "create", type: "AppUserRemoval", new: { appName: "a", userEmail: "u@a" } }],
      ["delete: Create `AppUserRemoval` `shop`"],
    ],
    ["a stop", [{ op: "create", ...stop }], ["stop: Create `DatabaseInstanceStop` `shop`"]],
    ["a secret that changes", [secretChanged], ["secret: Update `ContainerGroup` `shop`"]],
  ];
  for (const [fact, steps, reasons] of cases)
    it(`stops at ${fact}`, () => expect(reasonsOf(steps)).to.deep.equal(reasons));

  it("stops at a secret that changes in an item that moves, as the provider reports", () => {
    const steps: Said[] = [{ op: "update", old: withSecret, new: { ...withSecret, tags: {} } }];
    const urn = urnOf("ContainerGroup", "shop");
    const message = String(formatHiddenSecrets(["containers[web].environmentVariables[KEY].secureValue"]));
    expect(reasonsOf(steps)).to.deep.equal([]);
    const diagnostics = [warning(`ContainerGroup 'shop': ${message}`, urn)];
    expect(reasonsOf(steps, { diagnostics })).to.deep.equal(["secret: Update `ContainerGroup` `shop`"]);
  });

  it("stops at secrets that change and are not sent", () => {
    const urn = urnOf("ContainerGroup", "shop");
    const message = String(formatUnsentSecrets(["containers[web].command"]));
    const diagnostics = [warning(`ContainerGroup 'shop': ${message}`, urn)];
    expect(reasonsOf([], { diagnostics })).to.deep.equal(["secret: 1 changed, not sent"]);
  });

  const harmless: [fact: string, step: Said][] = [
    ["an update", { op: "update", old: { sku: "Standard" }, new: { sku: "Dedicated" } }],
    ["a new group with a secret", { op: "create", new: { tags: SECRET } }],
    ["a record that stays", { op: "delete", type: "Customer", old: { customerId: "1" } }],
    ["a group that stays", { op: "delete", old: group, oldState: { retainOnDelete: true } }],
  ];
  for (const [fact, step] of harmless)
    it(`does not stop at ${fact}`, () => expect(reasonsOf([step])).to.deep.equal([]));

  it("reads a plan, in which every delete and every change of a stop may be dangerous", () => {
    const resourcePlans = Object.fromEntries(
      [
        ["ContainerGroup", "kept", "same"],
        ["ContainerGroup", "new", "create"],
        ["ContainerGroup", "shop", "delete-replaced", "replace", "create-replacement"],
        ["ContainerGroup", "gone", "delete"],
        ["Customer", "harbour", "update"],
        ["DatabaseInstanceStop", "night", "update"],
        ["DatabaseInstanceStop", "late", "delete"],
        ["AppUserRemoval", "left", "create"],
      ].map(([type = "", name = "", ...steps]) => [
        urnOf(type, name),
        { steps, state: steps.includes("delete") ? undefined : { appName: "a", userEmail: "u@a" } },
      ]),
    );
    const plan = explain(JSON.stringify({ manifest: {}, resourcePlans }));
    expect(listReasons(plan, [...GATES]).sort()).to.deep.equal([
      "delete: Create `AppUserRemoval` `left`",
      "delete: Delete `ContainerGroup` `gone`",
      "replace: Replace `ContainerGroup` `shop`",
      "stop: Delete `DatabaseInstanceStop` `late`",
      "stop: Update `DatabaseInstanceStop` `night`",
    ]);
  });

  it("prints no command for a pipeline", () => {
    const [reason = ""] = reasonsOf([{ op: "delete", name: "##vso[task.complete]\n::error::", old: group }]);
    expect(reason).not.to.match(/##|\n/);
  });
});

describe("an explanation as JSON", () => {
  it("says what the comment says", () => {
    const before = { sku: "Standard", tags: { a: "1" } };
    const after = { sku: "Dedicated", tags: { a: UNKNOWN } };
    const steps: Said[] = [{ op: "update", old: before, new: after }];
    const parsed = jsonOf(steps, { diagnostics: [warning("careful")] });
    const [change] = parsed.changes;
    expect(parsed).to.include({
      version: 1,
      operation: "preview",
      stack: "dev",
      failed: false,
      secretsNotSent: 0,
    });
    expect(parsed.warnings).to.deep.equal([{ message: "careful" }]);
    expect(change).to.include({ operation: "update", name: "shop", urn: urnOf("ContainerGroup", "shop") });
    expect(change.gates).to.deep.equal([]);
    expect(change.sentences[0]).to.include("is updated in place");
    expect(change.fields).to.deep.include({
      ...{ path: "sku", kind: "changed", secret: false, before: "Standard", after: "Dedicated" },
    });
    expect(JSON.stringify(change.fields)).not.to.include("known after apply");
  });

  it("has the earlier name of a renamed resource", () => {
    const renamed = {
      ...{ op: "same", old: group, new: group },
      oldState: { urn: urnOf("ContainerGroup", "before") },
    };
    expect(jsonOf([renamed]).changes[0]).to.include({
      operation: "rename",
      name: "shop",
      formerName: "before",
    });
  });

  it("holds every text, and no command of a pipeline and nothing unseen as it is", () => {
    const odd =
      "##vso[task.complete]x ##[error] \u202e\u2028\u0085\u200b\u{e0041}\u{1f600} ::error::\n::error::";
    const text = formatJson(
      explain(
        previewOf([{ op: "update", name: odd, old: { tags: { a: odd } }, new: { tags: { a: "b" } } }], {
          diagnostics: [warning(odd)],
        }),
      ),
    );
    for (const line of text.split("\n")) {
      expect(line).not.to.match(/##|[\p{C}\p{Zl}\p{Zp}\p{DI}]/u);
      expect(line).not.to.match(/^\s*::/);
    }
    const [change] = JSON.parse(text).changes;
    expect([change.name, change.fields[0].before]).to.deep.equal([odd, odd]);
  });

  it("has no value of a secret", () => {
    const running = (...command: string[]) => ({ containers: [{ name: "web", command }] });
    const step: Said = { op: "update", old: running("run", "canary"), new: running("run", SECRET, "now") };
    const [change] = jsonOf([step]).changes;
    expect(change.fields).to.deep.equal([{ path: "containers[web].command", kind: "changed", secret: true }]);
  });
});
