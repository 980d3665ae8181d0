import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { succeeded } from "../support/command.js";
import type { TestStack } from "../support/testStack.js";
import { Facts, observe, stored, Thing } from "./facts.js";

/** How the engine finds hooks, and what they know about the stack. One preview and one update serve them all. */
describe("host: handlers, processes and configuration", () => {
  const inputs = { name: "web", size: 3, zone: "north", open: true, owner: "team", notes: "none" };
  let facts: Facts;
  let stack: TestStack;
  let plain = "of the account";

  class Account extends pulumi.ProviderResource {
    constructor(name: string, properties: Record<string, pulumi.Input<string>>) {
      super("pulumi-nodejs", name, properties);
    }
  }

  class Above extends pulumi.CustomResource {
    constructor(name: string) {
      const __provider = 'exports.handler=()=>require("facts-above").Above';
      super("pulumi-nodejs:dynamic/facts:Above", name, { __provider });
    }
  }

  class Closure extends pulumi.dynamic.Resource {
    constructor(name: string) {
      super({ create: async (given: object) => ({ id: "closure", outs: given }) }, name, { ...inputs });
    }
  }

  const program = async () => {
    const account = new Account("account", {
      "facts:plain": plain,
      "facts:own": "only here",
      "facts:ownToken": pulumi.secret("hidden in the account"),
    });
    new Thing("Plain", "plain", inputs);
    new Thing("Other", "other", inputs, { customTimeouts: { create: "1s" } });
    new Thing("Explicit", "explicit", inputs, { provider: account });
    new Above("above");
    new Closure("closure");
  };

  before(async () => {
    facts = await Facts.open({ Plain: () => ({}), Other: () => ({}), Explicit: () => ({}) });
    const above = join(facts.sandbox.directory, "node_modules/facts-above");
    mkdirSync(above, { recursive: true });
    writeFileSync(
      join(above, "index.js"),
      'exports.Above = { create: () => ({ id: "above", outs: { found: __dirname } }) };',
    );
    stack = await facts.sandbox.stack("configuration", program);
    await stack.stack.setAllConfig({
      "facts:plain": { value: "of the stack" },
      "facts:token": { value: "hidden in the stack", secret: true },
      "elsewhere:key": { value: "of another namespace" },
    });
    for (const outcome of [await stack.preview(), await stack.up()])
      expect(outcome.failed, outcome.text).to.equal(false);
  });
  after(() => facts.close());

  it("resolves `require` in a handler's text from the project's directory", () => {
    for (const { directory, hook } of facts.calls())
      if (hook !== "configure") expect(directory).to.equal(realpathSync(facts.sandbox.project));
    expect(facts.hooks("Plain")).to.deep.equal(["check", "check", "create"]);
  });

  it("resolves it from the directories above, too", () => {
    const found = realpathSync(join(facts.sandbox.directory, "node_modules/facts-above"));
    expect(stored(facts, stack).above?.outputs.found).to.equal(found);
  });

  it("stores a fraction of what a serialised closure costs", () => {
    const { plain, closure } = stored(facts, stack);
    for (const resource of [plain, closure])
      expect(resource?.outputs.__provider).to.equal(resource?.inputs.__provider);
    expect(plain?.inputs.__provider).to.have.length.below(80);
    const bytes = (resource: typeof plain) => JSON.stringify([resource?.inputs, resource?.outputs]).length;
    expect(bytes(closure)).to.be.above(2 * bytes(plain));
  });

  it("runs one host process per operation, and another one for each explicit provider", () => {
    const pids = (kind: string): number[] => [...new Set(facts.calls(undefined, kind).map(({ pid }) => pid))];
    expect(pids("Plain"), "preview and update").to.have.length(2);
    expect(pids("Other")).to.deep.equal(pids("Plain"));
    expect(pids("Explicit")).to.have.length(2);
    expect(pids("Explicit")).not.to.include.members(pids("Plain"));
  });

  it("does not pass `customTimeouts` to hooks", () => {
    const [call] = facts.calls("create", "Other");
    expect(call?.args).to.have.length(1);
    expect(JSON.stringify(call?.args)).not.to.match(/timeout/i);
  });

  it("configures each kind once per process, before its first hook", () => {
    const hooks = facts.calls(undefined, "Plain").map(({ hook }) => hook);
    expect(hooks).to.deep.equal(["configure", "check", "configure", "check", "create"]);
  });

  it("configures with the whole stack configuration, secrets in plain text", () => {
    for (const { args } of facts.calls("configure", "Plain"))
      expect(args[0]).to.deep.equal({
        "facts:plain": "of the stack",
        "facts:token": "hidden in the stack",
        "elsewhere:key": "of another namespace",
      });
  });

  it("configures an explicit provider's kinds with its properties, without the stack's configuration", () => {
    for (const { args } of facts.calls("configure", "Explicit"))
      expect(args[0]).to.deep.equal({
        "facts:plain": "of the account",
        "facts:own": "only here",
        "facts:ownToken": "hidden in the account",
      });
  });

  it("updates an explicit provider in place when its properties change, and not its resources", async () => {
    plain = "changed";
    const { steps } = await observe((options) => stack.stack.preview({ ...options, program }));
    plain = "of the account";
    const operations = Object.fromEntries(steps.map(({ name, operation }) => [name, operation]));
    expect(operations).to.include({ account: "update", explicit: "same", plain: "same" });
  });

  it("keeps the stack's and the provider's configuration in the state, secrets encrypted", async () => {
    const text = await stack.state();
    expect(text).to.include("of another namespace").and.to.include("only here");
    expect(text).not.to.include("hidden in the");
  });

  it("`refresh` and `destroy` use the configuration that the last update saved, not a later one", async () => {
    await stack.stack.setConfig("facts:plain", { value: "changed since" });
    for (const command of [() => stack.refresh(), () => stack.destroy()]) {
      facts.forget();
      succeeded(await command());
      for (const { args } of facts.calls("configure", "Plain"))
        expect(args[0]).to.include({ "facts:plain": "of the stack", "facts:token": "hidden in the stack" });
      for (const { args } of facts.calls("configure", "Explicit"))
        expect(args[0]).to.include({ "facts:ownToken": "hidden in the account" });
      expect(facts.calls("configure", "Plain")).not.to.deep.equal([]);
    }
  });
});
