import { expect } from "chai";
import { describe, it } from "mocha";
import { createObjectDescription } from "../../../cli/explain/descriptions/object.js";
import type { Context } from "../../../cli/explain/descriptions/resourceDescription.js";
import { formatArgument } from "../../../cli/explain/fieldLine.js";
import type { Field } from "../../../cli/explain/fields.js";
import type { Markdown } from "../../../cli/explain/markdown.js";
import type { ResourceDefinition } from "../../../provider/contract/definition.js";
import { text } from "../../../provider/schema/build.js";
import { formatObjectKey } from "../../../provider/schema/resourceId.js";

const schema: ResourceDefinition["schema"] = {
  type: "object",
  title: "Locker",
  description: "A locker.",
  properties: { hall: text("Hall.", { identity: true }), number: text("Number.", { identity: true }) },
};

const locker: ResourceDefinition = {
  schema,
  service: "apps",
  idFormat: "{hall}/{number}",
  noun: "locker",
  nameFormat: "{number} in {hall}",
  manages: (args) => ({ key: formatObjectKey(schema, args) }),
  reference: { about: [], source: "", id: "", example: "" },
};

const args = { hall: "north", number: "7" };
const other = { ...args, number: "8" };
const identity = { path: "number", createOnly: true } as Field;

function contextOf(more: Partial<Context> & { isDeletedFirst?: boolean } = {}): Context {
  const { isDeletedFirst, ...rest } = more;
  return {
    fields: [],
    replaceReasons: [],
    replaceOnChanges: [],
    recordLabel: formatArgument,
    before: { isDeletedFirst },
    accountArguments: new Set(),
    ...rest,
  } as unknown as Context;
}

const said = (sentences: Markdown[]): string => sentences.map((sentence) => sentence.text).join(" ");

describe("an object of which its definition tells everything, explained", () => {
  const description = createObjectDescription(locker);
  const replaced = (before: object, more: Parameters<typeof contextOf>[0]) =>
    said(description.replace(other, contextOf({ fields: [identity], ...more }), { ...before }));

  it("is replaced in the order that the engine has", () => {
    const why = "Replaced: another `number` is another locker.";
    const created = "The locker `8` in `north` is created.";
    const deleted = "The old one, `7` in `north`, is deleted.";
    expect(replaced(args, {})).to.equal(`${why} ${created} ${deleted}`);
    expect(replaced(args, { isDeletedFirst: true })).to.equal(`${why} ${deleted} ${created}`);
    expect(replaced(args, { keepsOld: true })).to.equal(`${why} ${created}`);
    expect(replaced(other, {})).to.equal(`${why} It is the same locker: it is not deleted.`);
  });

  it("is deleted, and that comes first in a document", () => {
    expect(said(description.delete(args, contextOf()))).to.equal(
      "Deletes the locker `7` in `north`. This cannot be undone.",
    );
    const ends = (more: Parameters<typeof contextOf>[0]) =>
      description.ends(args, contextOf(more), args)?.text;
    expect(ends({ operation: "delete" })).to.equal("deletes the locker");
    expect(ends({ operation: "replace", isDeletedFirst: true })).to.equal("deletes the old locker first");
    expect(ends({ operation: "replace" })).to.equal(undefined);
    expect(ends({ operation: "delete", keepsOld: true })).to.equal(undefined);
  });

  it("stays at the service where its definition says so", () => {
    const stays = createObjectDescription({ ...locker, isDeleteNoop: () => true });
    expect(said(stays.delete(args, contextOf()))).to.equal(
      "Nothing is sent to the service: the locker `7` in `north` is left unchanged.",
    );
    expect(said(stays.replace(other, contextOf({ fields: [identity] }), args))).to.include(
      "The old one stays at the service.",
    );
    expect(stays.ends(args, contextOf({ operation: "delete" }), args)).to.equal(undefined);
  });
});
