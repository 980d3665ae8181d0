import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { explain } from "../../../cli/explain/explain.js";
import { formatUnsentSecrets } from "../../../provider/core/unsentSecrets.js";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { PLACEHOLDER } from "../../../provider/schema/secret.js";
import { error, meaning, previewOf, type Said, urnOf, warning } from "./explainPreviews.js";

const markdownOf = (steps: Said[], more: object = {}): string =>
  explain(previewOf(steps, more as Record<string, unknown>)).markdown;
const headings = (markdown: string): string[] => markdown.split("\n").filter((line) => line.startsWith("#"));
const rowsOf = (markdown: string): string[] => markdown.split("\n").filter((line) => line.startsWith("| `"));
const GITHUB_MOST = 65_536;

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
      "### Delete `ContainerGroup` `e`",
      "### Replace `ContainerGroup` `d`",
      "### Update `ContainerGroup` `b`",
      "### Delete `ContainerGroup` `c`",
      "### Create `ContainerGroup`: 2",
    ]);
  });

  it("does not depend on the order of the steps", () => {
    const steps: Said[] = ["b", "a", "c"].map((name) => ({ op: "create", name, new: {} }));
    const diagnostics = [warning("z"), warning("y")];
    expect(markdownOf(steps, { diagnostics })).to.equal(
      markdownOf(steps.toReversed(), { diagnostics: diagnostics.toReversed() }),
    );
  });

  for (const op of ["same", "read", "read-replacement", "refresh", "discard", "something-new"]) {
    it(`has nothing to say of '${op}'`, () => {
      const markdown = markdownOf([{ op, old: { sku: "Standard" }, new: { sku: "Standard" } }]);
      expect(markdown).to.equal("## Preview of stack `dev`: no changes\n");
    });
  }

  it("counts the secrets that changed and are not sent", () => {
    const notSent = (paths: string[], name: string) =>
      warning(`ContainerGroup '${name}': ${formatUnsentSecrets(paths)}`, urnOf("ContainerGroup", name));
    const one = { diagnostics: [notSent(["a"], "web")] };
    expect(headings(markdownOf([], one))[0]).to.equal(
      "## Preview of stack `dev`: 1 secret changed, not sent",
    );
    const three = { diagnostics: [notSent(["a"], "web"), notSent(["b", "c"], "shop")] };
    const markdown = markdownOf([{ op: "create", new: {} }], three);
    expect(headings(markdown)[0]).to.equal(
      "## Preview of stack `dev`: 1 to create, 3 secrets changed, not sent",
    );
    expect(markdown).to.include("\n- Secrets changed, not sent: 3\n");
  });

  it("takes a replacement that is listed step by step for one", () => {
    const change = { old: { osType: "Linux" }, new: { osType: "Windows" } };
    const markdown = markdownOf([
      { op: "create-replacement", ...change },
      { op: "delete-replaced", old: change.old },
    ]);
    expect(headings(markdown)[0]).to.equal("## Preview of stack `dev`: 1 to replace");
    const whole = markdownOf([
      { op: "create-replacement", ...change },
      { op: "replace", ...change },
      { op: "delete-replaced", old: change.old },
    ]);
    expect(headings(whole)[0]).to.equal("## Preview of stack `dev`: 1 to replace");
  });

  it("shows the delete of an object that an earlier run has replaced", () => {
    const group = { containerGroupName: "shop", resourceGroupName: "demo" };
    const markdown = markdownOf([
      { op: "update", old: { sku: "a" }, new: { sku: "b" }, oldState: { id: "new" } },
      { op: "delete-replaced", old: group, oldState: { id: "old" } },
    ]);
    expect(markdown).to.include("- **Delete `ContainerGroup`: 1** (deletes the group)");
    expect(markdown).to.include(
      "An earlier run has replaced it, and has not deleted it. Deletes the group `shop` in `demo`",
    );
  });

  it("expects a delete where another provider serves the resource with the same arguments", () => {
    const group = { containerGroupName: "shop", resourceGroupName: "demo", subscriptionId: "s" };
    const stop = { databaseInstanceName: "db", erpVirtualInstanceName: "X00", resourceGroupName: "erp" };
    const provider = (name: string, id = "1") => ({
      provider: `urn:pulumi:dev::demo::pulumi:providers:pulumi-nodejs::${name}::${id}`,
    });
    const of = (type: string, args: JsonObject, now: object) =>
      markdownOf([
        { op: "delete", type, name: "old", old: args, oldState: provider("eu") },
        { op: "create", type, name: "new", new: args, newState: { ...now } },
      ]);
    const atTheEnd = { ...stop, subscriptionId: "s", stopOn: "destroy" };
    for (const now of [provider("us"), provider("eu", "2"), provider("eu", UNKNOWN)]) {
      expect(of("ContainerGroup", group, now))
        .to.include("- **Delete `ContainerGroup`: 1** (deletes the group)")
        .and.include("Deletes the group `shop` in `demo` and stops all its containers.")
        .and.include("`new` declares the same object with another provider. To keep the object, give that")
        .and.not.include("Sends no request");
      expect(of("DatabaseInstanceStop", atTheEnd, now))
        .to.include("- **Delete `DatabaseInstanceStop`: 1** (stops the database instance)")
        .and.include("Stops the database instance `db` of the ERP system `X00` in `erp`: hard")
        .and.not.include("Sends no request");
    }
    expect(of("ContainerGroup", group, provider("eu"))).to.include("Sends no request");
    const replaced = (now: object) =>
      markdownOf([{ op: "replace", old: group, new: group, oldState: provider("eu"), newState: { ...now } }]);
    expect(replaced(provider("eu"))).to.include("it is only sent again and not deleted");
    expect(replaced(provider("us"))).to.include("the old one, `shop` in `demo`, is deleted");
  });

  it("does not say that a record's delete sends nothing while it restores fields that the other does not declare", () => {
    const record = { companyId: "c", customerId: "id", onDestroy: "restore" };
    const of = (fields: JsonObject) =>
      markdownOf([
        { op: "delete", type: "Customer", name: "old", old: { ...record, city: "a", phoneNumber: "1" } },
        { op: "create", type: "Customer", name: "new", new: { ...record, ...fields } },
      ]);
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

  it("says where requests go after a provider has another address, or a resource another provider", () => {
    const moved = (type: string, key: string): string =>
      markdownOf([
        { op: "update", type, name: "eu", old: { [key]: "http://a" }, new: { [key]: "http://b" } },
      ]);
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
    const moved = { old: { sku: "Standard" }, new: { sku: "Standard" }, oldState };
    expect(markdownOf([{ op: "same", ...moved }])).to.equal(
      "## Preview of stack `dev`: 1 to rename\n\n### Rename `ContainerGroup` `before` → `shop`\n\n" +
        "Its name in the program was `before`. Nothing changes at the service.\n",
    );
    expect(markdownOf([{ op: "update", ...moved, diff: { sku: "update" } }])).to.include(
      "Its name in the program was `before`. The group ",
    );
  });

  it("says once what a few have in common, and lists them below", () => {
    const args = { resourceGroupName: "demo", subscriptionId: "s" };
    const update = (name: string, image: string, more: JsonObject = {}): Said => ({
      op: "update",
      name,
      old: { ...args, containerGroupName: name, sku: "a", tags: { a: "1" } },
      new: { ...args, containerGroupName: name, sku: "b", tags: { a: image }, ...more },
      diff: { sku: "update" },
    });
    const markdown = markdownOf([update("a", "2"), update("b", "3", { secretsVersion: "1" })]);
    expect(markdown.split("\n\n").slice(1)).to.deep.equal([
      "### Update `ContainerGroup`: 2",
      "The group is updated in place. The service may restart the containers of the group.",
      '- `a`: `a` in `demo`\n  - `tags.a`: `"1"` → `"2"`\n' +
        "- `b`: `b` in `demo`\n  - All its secrets are sent again.\n" +
        '  - `tags.a`: `"1"` → `"3"`\n  - `secretsVersion`: set to `"1"`',
      "The same for each of them:",
      '- `sku`: `"a"` → `"b"`\n',
    ]);
  });

  it("has a section for each of a few that share no sentence", () => {
    const deleted = (name: string, oldState: JsonObject = {}): Said => ({
      op: "delete",
      type: "AppUserRemoval",
      name,
      old: { userEmail: name },
      oldState,
    });
    expect(
      headings(markdownOf([deleted("a"), deleted("b", { retainOnDelete: true })])).slice(1),
    ).to.deep.equal(["### Delete `AppUserRemoval` `a`", "### Delete `AppUserRemoval` `b`"]);
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
    expect(configured("s-2")).to.include(
      "The group `shop` in `demo` (subscription `s-1`) is updated in place.",
    );
    expect(markdownOf([{ ...group("a", "s-1"), op: "delete" }, group("b", "s-2")])).to.include(
      "Deletes the group `shop` in `demo` (subscription `s-1`) and stops all its containers.",
    );
    const customer = (name: string, companyId: string): Said => {
      return { op: "delete", type: "Customer", name, old: { customerId: "c", companyId } };
    };
    expect(markdownOf([customer("a", "one"), customer("b", "two")])).to.include("- `a`: `c` (company `one`)");
  });

  it("names the former place of a resource that has another one under the same name", () => {
    const urn = urnOf("acme:a:Parent$acme:a:Thing", "shop");
    const moved: Said = { op: "same", type: "acme:a:Thing", old: {}, new: {}, oldState: { urn } };
    expect(markdownOf([moved])).to.include(`Its URN was \`${urn}\`. Nothing changes at the service.`);
  });

  it("knows what stands under another name in the program, and is not deleted", () => {
    const group = { containerGroupName: "shop", resourceGroupName: "demo", subscriptionId: "s" };
    const kept = "Sends no request: `new` now declares the same object";
    const renamed = (type: string, before: object, after: object) =>
      markdownOf([
        { op: "delete", type, name: "old", old: before as Record<string, unknown> },
        { op: "create", type, name: "new", new: after as Record<string, unknown> },
      ]);
    expect(
      renamed("ContainerGroup", group, { ...group, resourceGroupName: "DEMO", sku: "Dedicated" }),
    ).to.include(kept);
    expect(renamed("ContainerGroup", group, { ...group, containerGroupName: "x" })).not.to.include(kept);
    const unknown = { ...group, containerGroupName: UNKNOWN };
    expect(renamed("ContainerGroup", unknown, unknown)).not.to.include(kept);
    const quote = { companyId: "c", externalDocumentNumber: "x-1" };
    expect(renamed("SalesQuote", quote, quote)).to.include(kept);
    expect(renamed("SalesQuote", quote, { ...quote, externalDocumentNumber: "x-2" })).not.to.include(kept);
    expect(renamed("SalesQuote", { companyId: "c" }, { companyId: "c" })).not.to.include(kept);
    // Two secrets look alike.
    const hidden = { ...quote, externalDocumentNumber: PLACEHOLDER };
    expect(renamed("SalesQuote", hidden, hidden)).not.to.include(kept);
    expect(renamed("acme:a:Thing", {}, {})).not.to.include(kept);
    expect(renamed("ContainerGroup", {}, {})).not.to.include(kept);
    expect(renamed("ContainerGroup", group, group)).to.include(
      "### Create `ContainerGroup` `new`\n\nIt declares the object that `old` declared before. Creates",
    );
  });

  it("shows what a refresh has found, and then what becomes of it", () => {
    const markdown = markdownOf([
      { op: "refresh", old: { sku: "Standard" }, new: { sku: "Standard" } },
      { op: "update", old: { sku: "Dedicated" }, new: { sku: "Standard" }, diff: { sku: "update" } },
    ]);
    expect(markdown).to.include(
      'These values at the service differ from the state:\n\n- `sku`: `"Standard"` → `"Dedicated"`\n\n' +
        'Changes in this preview:\n\n- `sku`: `"Dedicated"` → `"Standard"`\n',
    );
  });

  it("shows what a refresh has found where the program declares just that, if such are listed", () => {
    const markdown = markdownOf([
      { op: "refresh", old: { sku: "Standard" }, new: { sku: "Standard" } },
      { op: "same", old: { sku: "Dedicated" }, new: { sku: "Dedicated" } },
    ]);
    expect(headings(markdown)[0]).to.equal("## Preview of stack `dev`: 1 changed at the service");
    expect(markdown).to.include('\n\n- `sku`: `"Standard"` → `"Dedicated"`\n');
  });

  it("shows what a refresh has found to be gone", () => {
    const markdown = markdownOf([
      { op: "refresh", old: {}, new: {} },
      { op: "create", new: {} },
    ]);
    expect(markdown).to.include("\n\nIt no longer exists at the service. Creates the group");
  });

  it("begins with the errors of a preview that has failed, and then says what there was until then", () => {
    const diagnostics = [warning("w"), error("first"), error("second")];
    const markdown = markdownOf([{ op: "create", new: {} }], { diagnostics });
    expect(markdown).to.match(
      /^## Preview of stack `dev` failed\n\n- `first`\n- `second`\n\nChanges found before the failure; there may be more:\n\n### Create /,
    );
    expect(markdown).to.match(/\n\n### Warnings\n\n- `w`\n$/);
  });

  it("shows messages of several lines as they are, without colours", () => {
    const message = "<{%fg 1%}>\u001b[31merror: bad<{%reset%}>\n  at line 1\n```\n";
    const markdown = markdownOf([], { diagnostics: [{ severity: "error", message }] });
    expect(markdown).to.equal(
      "## Preview of stack `dev` failed\n\n- message:\n\n````text\nbad\n  at line 1\n```\n````\n",
    );
  });

  it("names the resource of a message that does not do so itself", () => {
    const urn = urnOf("acme:a:Thing", "thing");
    const markdown = markdownOf([], {
      diagnostics: [warning("is odd", urn), warning("Thing 'thing' is old", urn)],
    });
    expect(markdown).to.include("- `thing`: `is odd`\n").and.to.include("- `Thing 'thing' is old`\n");
  });

  it("shows what resources say, not what the program prints", () => {
    const stack = urnOf("pulumi:pulumi:Stack", "demo-dev");
    const info = (message: string, urn?: string, severity = "info") => ({ severity, message, urn });
    const shop = urnOf("ContainerGroup", "shop");
    const diagnostics = [info("kept", shop), info("log"), info("log", stack), info("log", shop, "info#err")];
    expect(markdownOf([], { diagnostics })).to.equal(
      "## Preview of stack `dev`: no changes\n\n### Notes\n\n- `shop`: `kept`\n",
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

describe("the length of an explanation", () => {
  const many = (count: number): Said[] =>
    Array.from({ length: count }, (_, n) => ({
      op: "create",
      name: `n${n}`,
      new: { containerGroupName: `n${n}`, resourceGroupName: "demo", sku: "Standard", tags: { n } },
    }));

  it("is below that of a comment: whole changes are left out at the end, and counted", () => {
    const markdown = markdownOf(many(2_000), { diagnostics: [warning("w")] });
    expect(markdown.length).to.be.within(60_000, GITHUB_MOST - 1);
    const shown = rowsOf(markdown).length;
    expect(shown).to.be.greaterThan(1_000);
    expect(headings(markdown)).to.include("### Create `ContainerGroup`: 2000");
    expect(markdown).to.include(`<summary>The first ${shown} of 2000</summary>`);
    expect(markdown).to.include(`\n\nOmitted from this table: ${2_000 - shown}\n\n`);
    expect(markdown).to.include(
      `**Changes omitted here, because a comment has a size limit: ${2_000 - shown}**`,
    );
    expect(markdown).to.match(/\n### Warnings\n\n- `w`\n$/);
  });

  it("cuts the least dangerous part, and shows what ends something whatever else there is", () => {
    const stop: Said = { op: "create", type: "DatabaseInstanceStop", name: "z-night", new: {} };
    const customers: Said[] = Array.from({ length: 2_000 }, (_, n) => ({
      op: "delete",
      type: "Customer",
      name: `c${n}`,
      old: { customerId: `id-${n}`, onDestroy: "restore" },
    }));
    const groups = many(2_000).map(({ name, new: args }): Said => {
      return { op: "delete", name: `g${name}`, old: { ...args, containerGroupName: `g${name}` } };
    });
    const markdown = markdownOf([...customers, ...many(2_000), ...groups, stop]);
    expect(Buffer.byteLength(markdown)).to.be.below(GITHUB_MOST);
    expect(markdown.split("\n").slice(2, 6)).to.deep.equal([
      "- **Create `DatabaseInstanceStop`: 1** (stops the database instance)",
      "- **Delete `ContainerGroup`: 2000** (deletes the group)",
      "- Delete `Customer`: 2000",
      "- Create `ContainerGroup`: 2000",
    ]);
    expect(headings(markdown).slice(1)).to.deep.equal([
      "### Create `DatabaseInstanceStop` `z-night`",
      "### Delete `ContainerGroup`: 2000",
      "### Delete `Customer`: 2000",
    ]);
    for (const { name } of groups) expect(markdown).to.include(`\`${name}\``);
    const customersShown = rowsOf(markdown).filter((row) => row.startsWith("| `c")).length;
    expect(markdown).to.include(
      `\n\n**Changes omitted here, because a comment has a size limit: ${4_000 - customersShown}**`,
    );
    // Deletes of groups are not folded.
    expect(markdown.slice(0, markdown.indexOf("### Delete `Customer`"))).not.to.include("<details>");
  });

  it("names each stop and each deleted group, whatever else there is", () => {
    const stops: Said[] = Array.from({ length: 6 }, (_, n) => ({
      op: "create",
      type: "DatabaseInstanceStop",
      name: `night-${n}`,
      new: { databaseInstanceName: `db${n}` },
    }));
    const groups = Array.from({ length: 1_100 }, (_, n): Said => {
      return {
        op: "delete",
        name: `shop-${n}`,
        old: { containerGroupName: `shop-${n}`, resourceGroupName: "demo" },
      };
    });
    const markdown = markdownOf([...groups, ...stops]);
    expect(Buffer.byteLength(markdown)).to.be.below(GITHUB_MOST);
    expect(headings(markdown).slice(1, 3)).to.deep.equal([
      "### Create `DatabaseInstanceStop`: 6",
      "### Delete `ContainerGroup`: 1100",
    ]);
    for (const { name } of [...stops, ...groups]) expect(markdown).to.include(`\`${name}\``);
    expect(markdown).not.to.include("omitted here");
  });

  it("names a stop before the deletions of other packages", () => {
    const others = Array.from({ length: 300 }, (_, n): Said => {
      return { op: "delete", type: `acme:a:T${n}`, name: `${"long-".repeat(60)}${n}`, old: {} };
    });
    const stop: Said = { op: "create", type: "DatabaseInstanceStop", name: "z-night", new: {} };
    const markdown = markdownOf([...others, stop]);
    expect(headings(markdown)[1]).to.equal("### Create `DatabaseInstanceStop` `z-night`");
    expect(markdown.split("\n")[2]).to.equal(
      "- **Create `DatabaseInstanceStop`: 1** (stops the database instance)",
    );
  });

  it("counts what has not even room for its name, and names the few before the many", () => {
    const groups = Array.from({ length: 6_000 }, (_, n): Said => {
      return { op: "delete", name: `a-rather-long-name-${n}`, old: { containerGroupName: `g${n}` } };
    });
    const stops: Said[] = Array.from({ length: 40 }, (_, n) => ({
      op: "create",
      type: "DatabaseInstanceStop",
      name: `night-${n}`,
      new: { databaseInstanceName: `db${n}` },
    }));
    const markdown = markdownOf([...groups, ...stops]);
    expect(Buffer.byteLength(markdown)).to.be.below(GITHUB_MOST);
    for (const { name } of stops) expect(markdown).to.include(`\`${name}\``);
    const [, more] = /, (\d+) more/.exec(markdown) ?? [];
    expect(Number(more)).to.be.greaterThan(0);
    expect(markdown).to.include(`because a comment has a size limit: ${more}**`);
  });

  it("says how many have no room, of each kind that is deleted or stopped", () => {
    const deletes = ["ContainerGroup", "SalesQuote"].flatMap((type) =>
      Array.from({ length: 4_000 }, (_, n): Said => ({ op: "delete", type, name: `${type}-${n}`, old: {} })),
    );
    const markdown = markdownOf(deletes);
    expect(Buffer.byteLength(markdown)).to.be.below(GITHUB_MOST);
    expect(markdown).to.match(
      /\*\*Delete `ContainerGroup` \(deletes the group\), without details:\*\* .*\d+ more/,
    );
    expect(markdown).to.match(
      /\*\*Delete `SalesQuote` \(deletes the quote\), without details:\*\* .*\d+ more/,
    );
  });

  it("has a line for every kind and operation, those of other packages together where they are many", () => {
    const kinds: Said[] = Array.from({ length: 60 }, (_, n) => ({
      op: "delete",
      type: `acme:a:T${n}`,
      old: {},
    }));
    const lines = markdownOf([
      ...kinds,
      ...kinds.map((one) => ({ ...one, op: "create", new: {} })),
      ...many(2),
    ])
      .split("\n")
      .slice(2, 5);
    expect(lines).to.deep.equal([
      "- Create `ContainerGroup`: 2",
      "- **Delete resources of other packages: 60** (deletes it)",
      "- Create resources of other packages: 60",
    ]);
  });

  it("says once what is the same for many, above a table of the others", () => {
    const customers: Said[] = Array.from({ length: 12 }, (_, n) => ({
      op: "update",
      type: "Customer",
      name: `c${n}`,
      old: { customerId: `id-${n}`, city: "x" },
      new: { customerId: `id-${n}`, city: "y", phoneNumber: `${n}|${n}` },
      diff: { city: "update" },
      oldState: { outputs: { number: `${10_000 + n}`, displayName: "Shop" } },
    }));
    const text = markdownOf(customers);
    expect(text.match(/Updates the customer in place and sends only these fields/g)).to.have.length(1);
    expect(text.match(/"x"` → `"y"/g)).to.have.length(1);
    expect(text).to.include(
      "<details>\n<summary>All 12</summary>\n\n| In the program | At the service | What happens |\n",
    );
    const rows = rowsOf(text);
    expect(rows[0]).to.equal('| `c0` | `10000` (`Shop`) | `phoneNumber`: set to `"0\\u{7c}0"` |');
    expect(rows.map((row) => row.split("`")[1])).to.deep.equal(customers.map(({ name }) => name));
    expect(text).not.to.include("id-1");
  });

  it("says once what many resources say in the same words", () => {
    const shops = Array.from({ length: 60 }, (_, n) => `shop-${n}`);
    const said = (name: string) => warning(`ContainerGroup '${name}': odd`, urnOf("ContainerGroup", name));
    const both = (names: string[]) =>
      markdownOf([], { diagnostics: names.map(said) })
        .split("\n")
        .slice(4, -1);
    expect(both(shops)).to.have.length(1);
    expect(both(shops)[0]).to.match(/^- `odd` \(for `shop-0`, `shop-1`, .* and 50 more\)$/);
    expect(both(shops.slice(0, 2))).to.deep.equal([
      "- `ContainerGroup 'shop-0': odd`",
      "- `ContainerGroup 'shop-1': odd`",
    ]);
  });

  it("leaves nothing out while there is room", () => {
    expect(markdownOf(many(100))).not.to.include("omitted");
  });

  it("has a part of every message, however long and odd", () => {
    for (const character of ["x", "\u200b", "\ud800", "\n."]) {
      const diagnostics = [error(`begins${character.repeat(20_000)}`)];
      const markdown = markdownOf([], { diagnostics });
      expect(markdown).to.include("begins").and.not.to.include("omitted");
      expect(markdown).to.match(/ \(\d{5} characters\)/);
    }
  });

  it("counts the fields of one resource that are too many", () => {
    const tags = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`t${n}`, "x"]));
    const markdown = markdownOf([{ op: "update", old: { tags: {} }, new: { tags } }]);
    expect(markdown.match(/^- `tags\./gm)).to.have.length(40);
    expect(markdown).to.include("\n- fields omitted here: 60\n");
  });

  it("is below that of a comment whatever there is to say", () => {
    for (const character of ["x", "\u200b", "`", "é", "\n", "𝕏", "\ud800"]) {
      const long = character.repeat(3_000);
      const urn = urnOf("ContainerGroup", long);
      const messages = Array.from({ length: 50 }, (_, n) => [
        error(n + long, urn),
        warning(n + long, urn),
      ]).flat();
      const notes = messages.map((one) => ({ ...one, severity: "info" }));
      const tags = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [n + long, long]));
      const steps: Said[] = [
        { op: "update", name: long, old: { tags: {} }, new: { tags } },
        { op: "create", name: "short", type: long, new: { a: long } },
      ];
      const markdown = markdownOf(steps, { diagnostics: [...messages, ...notes] });
      expect(Buffer.byteLength(markdown), JSON.stringify(character)).to.be.below(GITHUB_MOST);
      if (character === "x") expect(markdown).to.match(/\n- errors omitted here: \d+\n/);
    }
  });
});
