import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type { TestStack } from "../support/testStack.js";
import { Facts, type Kind, type Observed, observe, stored, Thing } from "./facts.js";

/** The values that `create` may return: one `up` creates a resource with each kind of them. */
describe("host: results of hooks", () => {
  const returning = (text: string): Kind =>
    // The value travels as text, too.
    Object.assign(() => ({}), {
      toString: () => `() => ({ create: async () => ({ id: "made", outs: ${text} }) })`,
    });

  let facts: Facts;
  let stack: TestStack;
  let seen: Observed;

  const kinds = {
    Plain: '{ text: "", number: 1.5, big: 9007199254740991, yes: true, nothing: null, list: [null, [], {}] }',
    None: "undefined",
    FrozenBelow: "{ object: Object.freeze({ kept: 1 }) }",
    Absent: "{ kept: 1, lost: undefined }",
    AbsentBelow: "{ list: [undefined] }",
    Big: "{ count: 1n }",
    Frozen: "Object.freeze({ kept: 1 })",
    Dated: "{ at: new Date(0) }",
    Mapped: "{ map: new Map([[1, 2]]) }",
  };
  const outputs = (kind: keyof typeof kinds) => {
    const { __provider, ...own } = stored(facts, stack)[kind]?.outputs ?? {};
    return own;
  };

  before(async () => {
    const hooks = Object.entries(kinds).map(([kind, text]) => [kind, returning(text)]);
    facts = await Facts.open(Object.fromEntries(hooks));
    const program = async () => {
      for (const kind of Object.keys(kinds)) new Thing(kind, kind);
    };
    stack = await facts.sandbox.stack("plain", program);
    seen = await observe((options) => stack.stack.up({ ...options, continueOnError: true }));
  });
  after(() => facts.close());

  it("plain JSON arrives unchanged, including null", () => {
    expect(outputs("Plain")).to.deep.equal({
      text: "",
      number: 1.5,
      big: 9007199254740991,
      yes: true,
      nothing: null,
      list: [null, [], {}],
    });
    expect(outputs("FrozenBelow")).to.deep.equal({ object: { kept: 1 } });
  });

  it("`undefined` in place of all outputs means none", () => {
    expect(stored(facts, stack).None?.id).to.equal("made");
    expect(outputs("None")).to.deep.equal({});
  });

  for (const kind of ["Absent", "AbsentBelow", "Big"])
    it(`a resource is lost after it was created: ${kinds[kind as keyof typeof kinds]}`, () => {
      expect(facts.hooks(kind)).to.deep.equal(["check", "create"]);
      expect(seen.messages).to.deep.include({
        name: kind,
        text: "Unexpected struct type.",
        severity: "error",
        ephemeral: false,
      });
      expect(stored(facts, stack)).not.to.have.property(kind);
    });

  it("a resource is lost when its outputs are frozen: the host adds the handler to them", () => {
    expect(facts.hooks("Frozen")).to.deep.equal(["check", "create"]);
    expect(seen.text).to.include("Cannot add property __provider, object is not extensible");
    expect(stored(facts, stack)).not.to.have.property("Frozen");
  });

  it("a Date and a Map become empty objects, without a message", () => {
    expect(outputs("Dated")).to.deep.equal({ at: {} });
    expect(outputs("Mapped")).to.deep.equal({ map: {} });
  });
});
