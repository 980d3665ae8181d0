import type { CustomResource } from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { succeeded } from "../support/command.js";
import type { TestStack } from "../support/testStack.js";
import { Facts, stored, Thing, UNKNOWN } from "./facts.js";

/** The inputs of `check`, and the effect of its answer. */
describe("host: check", () => {
  let facts: Facts;
  let stack: TestStack;

  /** The program's inputs; the id of a resource that is to be created is unknown in a preview. */
  const dependent = (source: CustomResource) => ({
    top: source.id,
    nested: { deep: [{ leaf: source.id }], whole: source.id.apply((id) => ({ id })) },
    text: source.id.apply((id) => `id ${id}`),
  });
  const unknown = {
    top: UNKNOWN,
    nested: { deep: [{ leaf: UNKNOWN }], whole: UNKNOWN },
    text: UNKNOWN,
  };
  const empty = { nothing: null, absent: undefined, object: {}, list: [] };

  const program = async () => {
    new Thing("Dependent", "dependent", dependent(new Thing("Source", "source")));
    new Thing("Empty", "empty", { ...empty, nested: empty, listed: [null, undefined, {}, empty] });
    new Thing("Canonical", "canonical", { place: "West US", dropped: 1 });
  };

  const own = ({ __provider, __urn, ...rest }: Record<string, unknown>) => rest;

  before(async () => {
    facts = await Facts.open({
      Source: () => ({}),
      Dependent: () => ({}),
      Empty: () => ({}),
      Canonical: () => ({
        check: async (_olds, news) => ({ inputs: { place: news.place.toLowerCase().replace(" ", "") } }),
      }),
      Refused: () => ({
        check: async () => ({
          inputs: {},
          failures: [
            { property: "", reason: "size: too big" },
            { property: "", reason: "tags.team: required" },
          ],
        }),
      }),
      Telling: () => ({
        check: async () => ({ inputs: {}, failures: [{ property: "password", reason: "too short" }] }),
      }),
    });
    stack = await facts.sandbox.stack("check", program);
  });
  after(() => facts.close());

  it("gets a sentinel text for an unknown value, at any depth and for any type, and nothing is created", async () => {
    succeeded(await stack.preview());
    const [olds, news] = facts.only("check", "Dependent");
    expect(olds).to.deep.equal({});
    expect(own(news)).to.deep.equal(unknown);
    expect(facts.calls("create")).to.deep.equal([]);
  });

  it("gets the values themselves in an update", async () => {
    facts.forget();
    succeeded(await stack.up());
    const [, news] = facts.only("check", "Dependent");
    const id = "id-of-Source";
    expect(own(news)).to.deep.equal({
      top: id,
      nested: { deep: [{ leaf: id }], whole: { id } },
      text: `id ${id}`,
    });
  });

  it("gets null and empty objects unchanged, and undefined as absent, or as null in a list", async () => {
    facts.forget();
    await stack.up();
    const [olds, news] = facts.only("check", "Empty");
    const arrived = { nothing: null, object: {}, list: [] };
    expect(own(news)).to.deep.equal({ ...arrived, nested: arrived, listed: [null, null, {}, arrived] });
    expect(own(olds)).to.deep.equal(own(news));
  });

  it("decides the inputs for the other hooks and for the state", async () => {
    const { inputs } = stored(facts, stack).canonical ?? { inputs: {} };
    expect(own(inputs)).to.deep.equal({ place: "westus" });
    facts.forget();
    await stack.up();
    expect(own(facts.only("check", "Canonical")[0])).to.deep.equal({ place: "westus" });
    expect(facts.hooks("Canonical"), "the program still says West US").to.deep.equal(["check", "diff"]);
  });

  it("`diff` gets unknown values as the same sentinel, and nothing is updated", async () => {
    facts.forget();
    const outcome = await stack.preview(async () => {
      new Thing("Source", "source");
      new Thing("Dependent", "dependent", dependent(new Thing("Source", "another")));
    });
    expect(outcome.failed, outcome.text).to.equal(false);
    const [id, olds, news] = facts.only("diff", "Dependent");
    expect(id).to.equal("id-of-Dependent");
    expect(olds).to.have.property("top", "id-of-Source");
    expect(own(news)).to.deep.equal(unknown);
    expect(facts.hooks("Dependent")).to.deep.equal(["check", "diff"]);
  });

  it("a failure without a property prints its reason and no value, each one of a resource", async () => {
    const outcome = await stack.preview(async () => {
      new Thing("Refused", "refused", { size: "canary-value" });
    });
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("Refused resource 'refused' has a problem: size: too big");
    expect(outcome.text).to.include("Refused resource 'refused' has a problem: tags.team: required");
    expect(outcome.text.split("problem:").at(-1)).not.to.include("canary-value");
  });

  it("a failure with a property prints that input's value", async () => {
    const outcome = await stack.preview(async () => {
      new Thing("Telling", "telling", { password: "canary-value" });
    });
    expect(outcome.text).to.match(/property "?password"? value \{canary-value\} has a problem: too short/);
  });

  it("the engine stops at the first refused resource", async () => {
    const outcome = await stack.preview(async () => {
      const first = new Thing("Refused", "first");
      new Thing("Refused", "second", {}, { dependsOn: first });
    });
    expect(outcome.text).to.include("'first' has a problem");
    expect(outcome.text).not.to.include("'second' has a problem");
  });
});
