import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { PLACEHOLDER } from "../../../provider/schema/secret.js";
import {
  deletedFirst,
  headings,
  LAST_APPLY,
  markdownOf,
  meaning,
  moved,
  type Said,
  urnOf,
} from "./explainPreviews.js";

describe("an explanation", () => {
  it("counts what changes, and begins with what undoes most", () => {
    const steps: Said[] = [
      { op: "create", name: "a", new: {} },
      { op: "update", name: "b", old: {}, new: { sku: "Dedicated" } },
      { op: "delete", name: "c", old: {}, oldState: { retainOnDelete: true } },
      { op: "delete", name: "e", old: {} },
      { op: "replace", name: "d", old: {}, new: { osType: "Linux" } },
      { op: "create", name: "0", new: {} },
    ];
    expect(headings(markdownOf(steps))).to.deep.equal([
      "## Preview of stack `dev`: 1 to replace, 2 to delete, 1 to update, 2 to create",
      "### Delete `ContainerGroup` `e`: `null` in `null`",
      "### Replace `ContainerGroup` `d`: `null` in `null`",
      "### Update `ContainerGroup` `b`: `null` in `null`",
      "### Delete `ContainerGroup` `c`: `null` in `null`",
      "### Create `ContainerGroup`: 2",
    ]);
  });

  it("has a summary of a single change that ends something", () => {
    expect(markdownOf([{ op: "delete", old: {} }])).to.include(
      "1 to delete\n\n- **Delete `ContainerGroup`: 1** (deletes the group)\n\n### Delete",
    );
    const replaced = { op: "replace", old: {}, new: {}, oldState: deletedFirst };
    expect(markdownOf([replaced])).to.include("(takes the group down)");
    expect(markdownOf([{ op: "update", old: {}, new: { sku: "Dedicated" } }])).to.include(
      "1 to update\n\n### Update",
    );
  });

  for (const op of ["same", "read", "read-replacement", "refresh", "discard", "something-new"]) {
    it(`has nothing to say of '${op}'`, () => {
      const markdown = markdownOf([{ op, old: { sku: "Standard" }, new: { sku: "Standard" } }]);
      expect(markdown).to.equal("## Preview of stack `dev`: no changes\n");
    });
  }

  it("expects a delete where another provider serves the resource with the same arguments", () => {
    const group = { containerGroupName: "shop", resourceGroupName: "demo", subscriptionId: "s" };
    const stop = { databaseInstanceName: "db", erpVirtualInstanceName: "X00", resourceGroupName: "erp" };
    const provider = (name: string, id = "1") => ({
      provider: `urn:pulumi:dev::demo::pulumi:providers:pulumi-nodejs::${name}::${id}`,
    });
    const of = (type: string, args: JsonObject, newState: JsonObject) =>
      moved(type, { old: args, oldState: provider("eu") }, { new: args, newState });
    const atTheEnd = { ...stop, subscriptionId: "s", stopOn: "destroy" };
    for (const now of [provider("us"), provider("eu", "2"), provider("eu", UNKNOWN)]) {
      expect(of("ContainerGroup", group, now))
        .to.include("- **Delete `ContainerGroup`: 1** (deletes the group)")
        .and.include("### Delete `ContainerGroup` `old`: `shop` in `demo`\n\nDeletes the group and")
        .and.include("`new` declares the same object with another provider. To keep the object, give that")
        .and.not.include("Sends no request");
      expect(of("DatabaseInstanceStop", atTheEnd, now))
        .to.include("- **Delete `DatabaseInstanceStop`: 1** (stops the database instance)")
        .and.include("Stops the database instance: hard")
        .and.not.include("Sends no request");
    }
    expect(of("ContainerGroup", group, provider("eu"))).to.include("Sends no request");
    const replaced = (newState: JsonObject) =>
      meaning({ op: "replace", old: group, new: group, oldState: provider("eu"), newState });
    expect(replaced(provider("eu"))).to.include("it is only sent again and not deleted");
    expect(replaced(provider("us"))).to.include("the old one, `shop` in `demo`, is deleted");
  });

  it("does not say that a record's delete sends nothing while it restores fields that the other does not declare", () => {
    const record = { companyId: "c", customerId: "id", onDestroy: "restore" };
    const old = { ...record, city: "a", phoneNumber: "1" };
    const of = (fields: JsonObject) => moved("Customer", { old }, { new: { ...record, ...fields } });
    expect(of({ city: "b", phoneNumber: "2" })).to.include("Sends no request");
    expect(of({ city: "b" }))
      .to.include("Restores the original values")
      .and.not.include("Sends no request");
    expect(of({ city: "b", phoneNumber: UNKNOWN })).not.to.include("Sends no request");
  });

  it("knows what is deleted with another resource, and only while that is deleted", () => {
    const deletedWith = urnOf("ContainerGroup", "host");
    const guest: Said = { op: "delete", name: "guest", old: {}, oldState: { deletedWith } };
    const said = "Sends no request of its own: it is deleted with `host` (`deletedWith`).";
    expect(markdownOf([guest, { op: "delete", name: "host", old: {} }])).to.include(said);
    for (const others of [[], [{ op: "replace", name: "host", old: {}, new: {} }]])
      expect(markdownOf([guest, ...others]))
        .to.include("Deletes the group")
        .and.not.include(said);
  });

  it("knows what is replaced with another resource, for which the engine may give no reason", () => {
    const deletedWith = urnOf("ContainerGroup", "host");
    const oldState = { deletedWith, pendingReplacement: true };
    const guest: Said = { op: "replace", name: "guest", old: {}, new: {}, oldState };
    const said = "Replaced because of `deletedWith`.";
    expect(markdownOf([guest, { op: "replace", name: "host", old: {}, new: {}, reasons: ["sku"] }]))
      .to.include(said)
      .and.not.include("on request");
    expect(markdownOf([guest]))
      .to.include("Replaced on request")
      .and.not.include(said);
  });

  it("says where requests go after a provider has another address, or a resource another provider", () => {
    const moved = (type: string, key: string): string =>
      meaning({ op: "update", type, old: { [key]: "http://a" }, new: { [key]: "http://b" } });
    const said = "requests for its resources go to the new address";
    expect(moved("pulumi:providers:vendorcloud", "resourceManagerUrl")).to.include(said);
    expect(moved("pulumi:providers:pulumi-nodejs", "vendorcloud:businessUrl")).to.include(said);
    expect(moved("pulumi:providers:vendorcloud", "subscriptionId")).not.to.include(said);
    const provider = (name: string) => ({ provider: `urn:pulumi:dev::demo::pulumi:providers:x::${name}::1` });
    const update = (old: string, now: string) =>
      meaning({ op: "update", old: {}, new: {}, oldState: provider(old), newState: provider(now) });
    expect(update("eu", "us")).to.include("Its provider was `eu` and is `us`");
    expect(update("default_0_1_0", "default_0_2_0")).not.to.include("Its provider");
  });

  it("names a resource that has another name now", () => {
    const oldState = { urn: urnOf("ContainerGroup", "before") };
    const args = { containerGroupName: "g", resourceGroupName: "demo", sku: "Standard" };
    const moved = { old: args, new: args, oldState };
    expect(markdownOf([{ op: "same", ...moved }])).to.equal(
      "## Preview of stack `dev`: 1 to rename\n\n### Rename `ContainerGroup` `before` → `shop`: `g` in `demo`\n\n" +
        "Nothing changes at the service.\n",
    );
  });

  it("says once whose values the old ones are, unless the preview has read the services", () => {
    const old = { containerGroupName: "shop", sku: "a" };
    const update: Said = { op: "update", old, new: { ...old, sku: "b" }, diff: { sku: "update" } };
    const both = markdownOf([update, { ...update, name: "second" }]);
    expect(both.split(LAST_APPLY)).to.have.length(2);
    for (const steps of [[{ op: "create", new: old }], [{ op: "refresh", old, new: old }, update]])
      expect(markdownOf(steps)).not.to.include(LAST_APPLY);
  });

  it("names the subscription or the company where the preview has several", () => {
    const group = (name: string, subscriptionId: string): Said => {
      const old = { containerGroupName: "shop", resourceGroupName: "demo", subscriptionId };
      return { op: "update", name, old, new: { ...old, sku: "b" }, diff: { sku: "add" } };
    };
    expect(markdownOf([group("a", "s-1"), group("b", "s-2")]))
      .to.include("- `a`: `shop` in `demo` (subscription `s-1`)\n")
      .and.include("- `b`: `shop` in `demo` (subscription `s-2`)\n");
    expect(markdownOf([group("a", "s-1"), group("b", "S-1")])).not.to.include("subscription");
    const configured = (subscriptionId: string) =>
      markdownOf([group("a", "s-1")], { config: { "vendorcloud:subscriptionId": subscriptionId } });
    expect(configured("S-1")).not.to.include("subscription");
    expect(configured("s-2")).to.include("`a`: `shop` in `demo` (subscription `s-1`)\n");
    const customer = (name: string, companyId: string): Said => {
      return { op: "delete", type: "Customer", name, old: { customerId: "c", companyId } };
    };
    expect(markdownOf([customer("a", "one"), customer("b", "two")])).to.include("- `a`: `c` (company `one`)");
  });

  it("knows what stands under another name in the program, and is not deleted", () => {
    const group = { containerGroupName: "shop", resourceGroupName: "demo", subscriptionId: "s" };
    const kept = "Sends no request: `new` now declares the same object";
    const renamed = (type: string, before: JsonObject, after: JsonObject) =>
      moved(type, { old: before }, { new: after });
    const respelled = { ...group, resourceGroupName: "DEMO", sku: "Dedicated" };
    expect(renamed("ContainerGroup", group, respelled)).to.include(kept);
    expect(renamed("ContainerGroup", group, { ...group, containerGroupName: "x" })).not.to.include(kept);
    const quote = { companyId: "c", externalDocumentNumber: "x-1" };
    expect(renamed("SalesQuote", quote, quote)).to.include(kept);
    // Two secrets look alike.
    const hidden = { ...quote, externalDocumentNumber: PLACEHOLDER };
    expect(renamed("SalesQuote", hidden, hidden)).not.to.include(kept);
    expect(renamed("acme:a:Thing", {}, {})).not.to.include(kept);
    expect(renamed("ContainerGroup", group, group)).to.include(
      "### Create `ContainerGroup` `new`: `shop` in `demo`\n\nIt declares the object that `old` declared before. Nothing is sent if the group",
    );
  });
});

describe("the example in docs/explain.md", () => {
  const read = (path: string) => readFileSync(join(__dirname, "../../..", path), "utf8");

  it("is what is said of a preview of the real engine, but for what it leaves out", () => {
    const example = [...read("docs/explain.md").matchAll(/^> (.+)$/gm)].map(([, line]) => line);
    const said = read("test/e2e/golden/changes.md").split("\n");
    expect(example).to.have.length.greaterThan(10);
    expect(example.filter((line) => line !== undefined && !said.includes(line))).to.deep.equal([]);
  });
});
