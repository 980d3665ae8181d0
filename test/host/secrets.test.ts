import { secret } from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { succeeded } from "../support/command.js";
import type { TestStack } from "../support/testStack.js";
import {
  Facts,
  type Kind,
  type Observed,
  observe,
  readable,
  rowOf,
  type Stored,
  stored,
  Thing,
  UNKNOWN,
} from "./facts.js";

/** Where the state holds secrets in the clear and where not. One create, refresh and update serve all kinds. */
describe("host: secrets", () => {
  const inputs = (size: number) => ({
    size,
    top: secret("canary-top"),
    object: { open: 1, hidden: secret("canary-leaf"), deep: { open: 2, hidden: secret("canary-deep") } },
    list: ["open", secret("canary-item")],
    listed: [{ open: 3, hidden: secret("canary-listed") }],
    __secrets: { "containers[web].key": secret("canary-extracted") },
    given: "canary-given",
    late: size > 1 ? { leaf: secret("canary-late") } : undefined,
  });
  const plain = {
    top: "canary-top",
    object: { open: 1, hidden: "canary-leaf", deep: { open: 2, hidden: "canary-deep" } },
    list: ["open", "canary-item"],
    listed: [{ open: 3, hidden: "canary-listed" }],
    __secrets: { "containers[web].key": "canary-extracted" },
    given: "canary-given",
  };
  /** The same as the state shows it. */
  const encrypted = {
    top: "[secret]",
    object: { open: 1, hidden: "[secret]", deep: { open: 2, hidden: "[secret]" } },
    list: "[secret]",
    listed: "[secret]",
    __secrets: { "containers[web].key": "[secret]" },
    given: "canary-given",
  };
  /** A value that is not secret at first. */
  const open = { leaf: "canary-late", object: { leaf: "canary-late" } };
  const returned = { leaf: "[secret]", map: { "a[b].c": "[secret]" }, list: [{ leaf: "[secret]", open: 1 }] };

  /** Hooks that hand everything back as they got it. */
  const Echo: Kind = () => ({
    read: async (id, { __provider, ...props }) => ({ id, props, inputs: props }),
  });
  const Copying: Kind = () => ({
    create: async (inputs) => ({
      id: "copying",
      outs: { ...inputs, copy: inputs.object, other: inputs.top },
    }),
  });
  /** Hooks that mark values as secrets that the program did not mark. */
  const Marking: Kind = ({ secret, world }) => {
    const marked = () => ({
      leaf: secret("canary-returned"),
      map: { "a[b].c": secret({ inside: ["canary-inside"] }) },
      list: [{ leaf: secret("canary-returned"), open: 1 }],
    });
    const outs = (news: object) => ({ ...news, made: marked() });
    return {
      check: async (_olds, { given, size }) => ({
        inputs: { size, given: secret(given), checked: marked() },
      }),
      create: async (inputs) => ({ id: "marking", outs: outs(inputs) }),
      read: async (id, { given, size, checked }) => ({
        id,
        props: outs({ given, size, checked }),
        inputs: { given: secret(given), size, checked: marked(), read: marked() },
      }),
      update: async (_id, _olds, news) => ({ outs: outs(news) }),
      diff: async () => (world().refreshing ? { changes: true } : {}),
    };
  };
  const Half: Kind = ({ secret }) => {
    const fail = (properties: object): never => {
      const made = { leaf: secret("canary-returned"), list: [{ leaf: secret("canary-returned"), open: 1 }] };
      throw Object.assign(new Error("half"), {
        id: "half",
        properties: { ...properties, made },
        reasons: ["half"],
      });
    };
    return { create: async (inputs) => fail(inputs), update: async (_id, _olds, news) => fail(news) };
  };

  let facts: Facts;
  let stack: TestStack;
  let preview: Observed;
  const states: Record<"created" | "refreshed" | "updated", Record<string, Stored>> = {
    created: {},
    refreshed: {},
    updated: {},
  };

  const program = (size: number) => async () => {
    for (const kind of ["Echo", "Copying", "Marking", "Half"])
      new Thing(kind, kind.toLowerCase(), inputs(size));
    const leaf = size > 1 ? secret(open.leaf) : open.leaf;
    for (const kind of ["Compared", "Kept"]) new Thing(kind, kind.toLowerCase(), { leaf, object: { leaf } });
    new Thing("Marking", "unknown", { size, given: new Thing("Echo", "source").id });
  };

  before(async () => {
    facts = await Facts.open({
      Echo,
      Copying,
      Marking,
      Half,
      Compared: () => ({ diff: async () => ({ changes: true }) }),
      Kept: () => ({ diff: async () => ({ changes: false }) }),
    });
    stack = await facts.sandbox.stack("secrets", program(1));
    preview = await observe((options) => stack.stack.preview({ ...options, program: program(1) }));
    for (const [step, size] of [
      ["created", 1],
      ["updated", 2],
    ] as const) {
      await observe((options) =>
        stack.stack.up({ ...options, program: program(size), continueOnError: true }),
      );
      states[step] = stored(facts, stack);
      if (step === "updated") break;
      facts.world({ refreshing: true });
      succeeded(await stack.refresh());
      states.refreshed = stored(facts, stack);
      facts.world({});
    }
  });
  after(() => facts.close());

  it("reach hooks in plain text", () => {
    for (const hook of ["create", "read", "diff", "update"] as const)
      for (const { args } of facts.calls(hook, "Echo").filter(({ args }) => args.at(-1).top))
        expect(args.at(-1)).to.deep.include(plain);
  });

  it("are encrypted in inputs key by key, an array as a whole", () => {
    for (const state of Object.values(states))
      expect(readable(state.echo?.inputs)).to.deep.include(encrypted);
  });

  it("are encrypted in outputs if the input at the same keys was a secret, also after a refresh and an update", () => {
    for (const state of Object.values(states))
      expect(readable(state.echo?.outputs)).to.deep.include(encrypted);
  });

  it("are plain text in outputs at any other place", () => {
    const { copy, other } = states.created.copying?.outputs ?? {};
    expect(copy).to.deep.equal(plain.object);
    expect(other).to.equal("canary-top");
  });

  it("are encrypted in the properties of a partial failure if the input at the same keys was a secret", () => {
    for (const state of [states.created, states.updated]) {
      expect(state.half?.initErrors).to.deep.equal(["half"]);
      expect(readable(state.half?.outputs)).to.deep.include(encrypted);
    }
  });

  it("are also encrypted if only the inputs of the failed update have them", () => {
    expect(readable(states.updated.half?.outputs)).to.deep.include({ late: { leaf: "[secret]" } });
    expect(states.updated.half?.inputs).not.to.have.property("late");
  });

  it("may be marked in the inputs that `check` returns, at any depth", () => {
    for (const state of [states.created, states.updated])
      expect(readable(state.marking?.inputs)).to.deep.include({ given: "[secret]", checked: returned });
  });

  it("may be marked in the outputs of `create` and `update`", () => {
    for (const state of [states.created, states.updated])
      expect(readable(state.marking?.outputs)).to.deep.include({ given: "[secret]", made: returned });
  });

  it("may be marked in the properties of a partial failure", () => {
    for (const state of [states.created, states.updated])
      expect(readable(state.half?.outputs)).to.deep.include({
        made: { leaf: "[secret]", list: returned.list },
      });
  });

  it("may be marked in the result of `read`; an array that had one is encrypted as a whole from then on", () => {
    const { marking } = states.refreshed;
    const whole = { ...returned, list: "[secret]" };
    expect(readable(marking?.inputs)).to.deep.equal({
      size: 1,
      given: "[secret]",
      checked: whole,
      read: returned,
    });
    expect(readable(marking?.outputs)).to.deep.equal({
      size: 1,
      given: "[secret]",
      checked: whole,
      made: whole,
    });
  });

  it("reach the other hooks in plain text if a hook has marked them", () => {
    for (const { args } of facts.calls("create", "Marking"))
      expect(args[0].checked).to.deep.include({
        leaf: "canary-returned",
        list: [{ leaf: "canary-returned", open: 1 }],
      });
  });

  it("may be marked around an unknown value", () => {
    expect(facts.calls("check", "Marking").map(({ args }) => args[1].given)).to.include(UNKNOWN);
    expect(rowOf(preview.text, "unknown")).to.match(/given *: \[secret\]/);
    expect(preview.failed, preview.text).to.equal(false);
  });

  it("a value that only becomes a secret is encrypted if `changes: true` makes it an update", () => {
    const { compared } = states.updated;
    expect(facts.hooks("Compared").slice(-3)).to.deep.equal(["check", "diff", "update"]);
    expect(readable(states.refreshed.compared?.outputs)).to.deep.equal(open);
    for (const properties of [compared?.inputs, compared?.outputs])
      expect(readable(properties)).to.deep.equal({ leaf: "[secret]", object: { leaf: "[secret]" } });
  });

  it("with `changes: false` such a value stays plain in the outputs, except at the top level", () => {
    const { kept } = states.updated;
    expect(facts.hooks("Kept").slice(-2)).to.deep.equal(["check", "diff"]);
    expect(readable(kept?.inputs)).to.deep.equal({ leaf: "[secret]", object: { leaf: "[secret]" } });
    expect(readable(kept?.outputs)).to.deep.equal({ leaf: "[secret]", object: open.object });
  });
});
