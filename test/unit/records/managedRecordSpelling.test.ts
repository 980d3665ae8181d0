import { expect } from "chai";
import { describe, it } from "mocha";
import type { Managed } from "../../../provider/records/managedRecord.js";
import { answering, MemorySource, unanswered } from "../../model/memorySource.js";
import { managed, record, recorded, restore } from "./managedRecords.js";

describe("a value that the service spells in its own way", () => {
  const shouting = () =>
    new MemorySource(record(), {
      respell: ({ displayName, ...rest }) => ({ ...rest, displayName: String(displayName).toUpperCase() }),
    });
  const args = { displayName: "New" };
  const answered = { displayName: "NEW" };

  it("is remembered, and told once", async () => {
    const { it, row } = managed(shouting());
    const { kept, look } = await it.adopt(args);
    expect(kept).to.deep.equal({ answered });
    expect(look.answer.displayName).to.equal("NEW");
    expect(row.warnings).to.deep.equal(["the service keeps another value than it was sent: displayName."]);
  });

  it("is no drift", async () => {
    const source = shouting();
    const { it } = managed(source);
    const seen = (await it.observe(recorded(args, await it.adopt(args)))) as Managed;
    expect(seen.look.answer.displayName).to.equal("New");
    expect(seen.look.tag).to.equal(source.now.tag);
    expect(seen.kept).to.deep.equal({ answered });
  });

  it("is drift, and forgotten, once somebody else changed it", async () => {
    const source = shouting();
    const { it } = managed(source);
    const adopted = await it.adopt(args);
    source.change({ displayName: "Theirs" });
    const seen = (await it.observe(recorded(args, adopted))) as Managed;
    expect(seen.look.answer.displayName).to.equal("Theirs");
    expect(seen.kept).to.deep.equal({ found: { displayName: "Theirs" } });
  });

  it("is not sent again with another field, and still known afterwards", async () => {
    const source = shouting();
    const { it } = managed(source);
    const adopted = await it.adopt({ ...args, phoneNumber: "+1" });
    const { kept } = await it.bring(
      { ...args, phoneNumber: "+2" },
      recorded({ ...args, phoneNumber: "+1" }, adopted),
    );
    expect(source.sent[1]?.body).to.deep.equal({ phoneNumber: "+2" });
    expect(kept).to.deep.equal({ answered });
  });

  it("is ours to change and to put back", async () => {
    const source = shouting();
    const { it } = managed(source);
    const adopted = await it.adopt({ ...args, ...restore });
    const brought = await it.bring(
      { displayName: "Newer", ...restore },
      recorded({ ...args, ...restore }, adopted),
    );
    expect(brought.kept).to.deep.equal({
      originals: { displayName: "Old" },
      answered: { displayName: "NEWER" },
    });
    await it.release(recorded({ displayName: "Newer", ...restore }, brought));
    expect(source.now.answer.displayName).to.equal("OLD");
  });

  it("is forgotten with another value that the service keeps as it is", async () => {
    const { it } = managed(shouting());
    const { kept } = await it.bring({ displayName: "LOUD" }, recorded(args, await it.adopt(args)));
    expect(kept).to.deep.equal({});
  });
});

describe("text that the service trims", () => {
  const trimming = (turn: Parameters<MemorySource["patches"]>[0]) =>
    new MemorySource(record(), {
      respell: ({ displayName, ...rest }) => ({ ...rest, displayName: String(displayName).trim() }),
    }).patches(turn);
  const args = { displayName: " New " };

  it("is the declared one where the answer was lost, and no drift afterwards", async () => {
    const source = trimming(unanswered());
    const { it } = managed(source);
    const adopted = await it.adopt(args);
    expect(adopted.kept).to.deep.equal({ answered: { displayName: "New" } });
    const seen = (await it.observe(recorded(args, adopted))) as Managed;
    expect(seen.look.answer.displayName).to.equal(" New ");
    expect(source.effects).to.equal(1);
  });

  it("is the declared one for a run that does not know whether an earlier one has sent it", async () => {
    const source = new MemorySource({ displayName: "New" });
    await managed(source).it.bring(args, recorded({ displayName: "Old" }));
    expect(source.now.answer.displayName).to.equal(" New ");
  });

  it("is no drift where no answer has shown it", async () => {
    const source = trimming(answering(({ tag }) => ({ answer: {}, tag })));
    const { it, row } = managed(source);
    const adopted = await it.adopt(args);
    expect(row.warnings).to.deep.equal([]);
    const seen = (await it.observe(recorded(args, adopted))) as Managed;
    expect(seen.look.answer.displayName).to.equal(" New ");
    expect(seen.kept).to.deep.equal({ answered: { displayName: "New" } });
  });
});
