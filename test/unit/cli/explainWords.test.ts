import { expect } from "chai";
import { describe, it } from "mocha";
import { explain } from "../../../cli/explain/explain.js";
import { words } from "../../../cli/explain/words/table.js";
import * as bridge from "../../../provider/bridge.js";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { previewOf, type Said, SECRET } from "./explainPreviews.js";

/** What is said of one resource, below its heading. */
function meaning(said: Said): string {
  const { markdown } = explain(previewOf([said]));
  const [, , ...parts] = markdown.trimEnd().split("\n\n");
  return parts.join("\n\n");
}

const deletedFirst = { pendingReplacement: true };
const kept = { retainOnDelete: true };

describe("the words of an explanation", () => {
  it("are there for every resource, under its title", () => {
    expect(Object.keys(words)).to.have.members(Object.keys(bridge));
    for (const [title, { schema }] of Object.entries(words)) expect(schema.title).to.equal(title);
  });
});

describe("a container group, explained", () => {
  const args = { containerGroupName: "shop", resourceGroupName: "demo" };
  const says = (said: Partial<Said>) => meaning({ op: "update", type: "ContainerGroup", ...said });
  const replaced = (change: JsonObject, more: Partial<Said>) =>
    says({
      op: "replace",
      old: { ...args, osType: "Linux" },
      new: { ...args, osType: "Linux", ...change },
      ...more,
    });

  it("is created, with what runs in it, or brought to what is declared", () => {
    const containers = [
      { name: "web", image: "nginx:1" },
      { name: "side", image: UNKNOWN },
    ];
    const text = says({ op: "create", new: { ...args, containers } });
    expect(text).to.include(
      "Creates the group `shop` in `demo`. One that exists under this name is brought to",
    );
    expect(text).to.include("It runs `web` from `nginx:1` and `side` from (known after apply).");
    expect(text).to.match(/\n- `containers`: /);
    expect(text).not.to.include("- `containerGroupName`");
  });

  it("is updated in place", () => {
    const text = says({
      old: { ...args, sku: "Standard" },
      new: { ...args, sku: "Dedicated" },
      diff: { sku: "update" },
    });
    expect(text).to.equal('Updated in place.\n\n- `sku`: `"Standard"` → `"Dedicated"`');
  });

  it("is sent all its secrets again for another version of them", () => {
    const change = { old: { ...args, secretsVersion: "1" }, new: { ...args, secretsVersion: "2" } };
    expect(says({ ...change, diff: { secretsVersion: "update" } })).to.include(
      "All its secrets are sent again.",
    );
  });

  it("is sent again where a warning says why, and no value differs", () => {
    expect(says({ old: args, new: args })).to.equal(
      "No value differs; the whole group is sent again. A warning below says why.",
    );
  });

  it("is down while it is replaced under its name", () => {
    const text = replaced({ osType: "Windows" }, { oldState: deletedFirst });
    expect(text).to.include("Replaced: the service cannot change `osType` in place.");
    expect(text).to.include(
      "The group `shop` in `demo` is deleted first. It is down until the new one runs, and its address may change.",
    );
  });

  it("goes on until its successor of another name is there", () => {
    const text = replaced({ containerGroupName: "store" }, { oldState: { delete: true } });
    expect(text).to.include("Replaced: another `containerGroupName` is another group.");
    expect(text).to.include(
      "The new group `store` in `demo` is created first, then the old one, `shop` in `demo`, is deleted.",
    );
    expect(text).not.to.include("down");
  });

  it("is only sent again where somebody asks for a replacement", () => {
    const text = replaced({}, { reasons: ["id"] });
    expect(text).to.include("because that was asked for (`--replace`, or a tainted state)");
    expect(text).to.include("it is not deleted");
  });

  it("is deleted, and that is not undone", () => {
    expect(says({ op: "delete", old: args })).to.equal(
      "Deletes the group `shop` in `demo` and stops all that runs in it. This is not undone.",
    );
  });

  it("is left running where it is to be retained", () => {
    const stays = "What is there now stays at the service (`retainOnDelete`); only the state forgets it.";
    expect(says({ op: "delete", old: args, oldState: kept })).to.equal(stays);
    const text = replaced({ containerGroupName: "store" }, { oldState: kept });
    expect(text).to.include(stays).and.not.to.include("deleted.");
  });
});

describe("a record, explained", () => {
  const args = { companyId: "c", customerId: "id-1", phoneNumber: "+1" };
  const says = (said: Partial<Said>) => meaning({ op: "update", type: "Customer", ...said });
  const changed = (before: JsonObject, after: JsonObject) =>
    says({ old: { ...args, ...before }, new: { ...args, ...after }, diff: { phoneNumber: "update" } });
  const restore = { onDestroy: "Restore" };

  it("gets values, of which a preview knows the new ones only", () => {
    const text = says({ op: "create", new: args });
    expect(text).to.include(
      "Sets fields of the customer `id-1`, which must exist. What they hold now is not known in a preview;",
    );
    expect(text).to.include("those that hold these values already are not sent.");
    expect(text).to.include("Destroying this resource later leaves the record as it is.");
    expect(text).to.match(/\n\n- `phoneNumber`: `"\+1"`$/);
  });

  it("gets back what it held, where that was asked for", () => {
    expect(says({ op: "create", new: { ...args, ...restore } })).to.include(
      "Destroying this resource later puts the present values back.",
    );
  });

  it("is sent the fields that change, and no other", () => {
    const text = changed({}, { phoneNumber: "+2" });
    expect(text).to.include("Updates the customer `id-1` in place: only these fields are sent.");
    expect(text).to.include('- `phoneNumber`: `"+1"` → `"+2"`');
  });

  it("keeps a field that is no longer managed, or gets its earlier value back", () => {
    expect(changed({ city: "x" }, {})).to.include(
      '- `city`: removed, was `"x"` (no longer managed: left as it is)',
    );
    expect(changed({ city: "x" }, {})).to.match(
      /^Nothing is sent to the service, unless a warning below says so\./,
    );
    expect(changed({ city: "x", ...restore }, restore)).to.include(
      "(no longer managed: what it held before is put back,",
    );
    expect(changed({ city: "x", ...restore }, restore)).to.include("only these fields are sent");
  });

  it("is sent nothing when only the end is planned otherwise", () => {
    const text = changed({}, restore);
    expect(text).to.match(/^Nothing is sent to the service/);
    expect(text).to.include("puts back only fields that are managed from now on");
    expect(changed(restore, {})).to.include("Destroying it later leaves the record as it is.");
  });

  it("is another record with another id, and the first is left or put back", () => {
    const other = { ...args, customerId: "id-2" };
    const text = says({ op: "replace", old: args, new: other });
    expect(text).to.include(
      "Replaced: another `customerId` is another customer. Sets fields of the customer `id-2`.",
    );
    expect(text).to.include("The customer `id-1` stays as it is, with what was last set.");
    expect(says({ op: "replace", old: { ...args, ...restore }, new: other })).to.include(
      "is put back, wherever",
    );
  });

  it("is never deleted", () => {
    expect(says({ op: "delete", old: args })).to.equal(
      "No record is deleted. The customer `id-1` stays as it is, with what was last set.",
    );
    expect(says({ op: "delete", old: { ...args, ...restore } })).to.match(
      /^No record is deleted\. What the fields of customer `id-1` held before they were managed is put back/,
    );
  });

  it("of every kind is named by what its key is", () => {
    const named = (type: string, key: JsonObject) => says({ op: "create", type, new: key });
    expect(named("Item", { itemId: "i" })).to.include("the item `i`");
    expect(named("Project", { projectId: "p" })).to.include("the project `p`");
    const key = { parentType: "items", parentId: "i", dimensionId: "d" };
    expect(named("DefaultDimension", key)).to.include("the default dimension `d` of `items` `i`");
    expect(named("Customer", { customerId: UNKNOWN })).to.include("the customer (known after apply)");
    expect(named("Customer", { customerId: SECRET })).to.include("the customer (secret)");
  });
});

describe("a sales quote, explained", () => {
  const args = {
    companyId: "c",
    customerId: "id-1",
    salesQuoteLines: [{ itemId: "i", quantity: 1 }],
    externalDocumentNumber: "x-1",
  };
  const says = (said: Partial<Said>) => meaning({ op: "create", type: "SalesQuote", ...said });
  const old = { outputs: { number: "SQ1" } };
  const untouched =
    "Where somebody else has changed it, or the service does not offer to delete quotes, this fails and the quote stays.";

  it("will be created once", () => {
    const text = says({ new: args });
    expect(text).to.include("One quote will be created for customer `id-1`, with 1 line.");
    expect(text).to.include("looked up by its external document number `x-1` before anything is sent");
    expect(says({ new: { ...args, salesQuoteLines: UNKNOWN } })).to.include(
      "with lines that are known after apply.",
    );
    expect(says({ new: { ...args, externalDocumentNumber: "" } })).to.include(
      "it cannot be looked up, and the update fails",
    );
  });

  it("is replaced: the old one is deleted if nobody has touched it", () => {
    const salesQuoteLines = [{ itemId: "i", quantity: 2 }];
    const change = { op: "replace", old: args, new: { ...args, salesQuoteLines } };
    const text = says({ ...change, oldState: { ...old, ...deletedFirst } });
    expect(text).to.include("the service cannot change `salesQuoteLines[i].quantity` in place.");
    expect(text).to.include(
      `First, quote \`SQ1\` is deleted. ${untouched} A new quote with 1 line is created`,
    );
  });

  it("of another company is created before the old one is deleted", () => {
    const text = says({ op: "replace", old: args, new: { ...args, companyId: "d" }, oldState: old });
    expect(text).to.include("another `companyId` is another quote. A new quote with 1 line is created");
    expect(text).to.include(`Then quote \`SQ1\` of company \`c\` is deleted. ${untouched}`);
  });

  it("is deleted if nobody has touched it", () => {
    expect(says({ op: "delete", old: args, oldState: old })).to.equal(
      `Deletes quote \`SQ1\`. ${untouched} This is not undone.`,
    );
  });

  it("does not change in place", () => {
    expect(says({ op: "update", old: args, new: args })).to.equal(
      "Nothing of a quote changes in place: it is only read.",
    );
  });
});

describe("a stop, explained", () => {
  const args = { databaseInstanceName: "db", erpVirtualInstanceName: "X00", resourceGroupName: "erp" };
  const db = "the database instance `db` of the ERP system `X00` in `erp`";
  const says = (said: Partial<Said>) => meaning({ op: "create", type: "DatabaseInstanceStop", ...said });
  const atTheEnd = { ...args, stopOn: "destroy" };
  const updated = (
    change: JsonObject,
    status?: string,
    diff: Record<string, string> = { triggers: "update" },
  ) =>
    says({
      op: "update",
      old: args,
      new: { ...args, ...change },
      diff,
      oldState: { outputs: { status, operationId: "o" } },
    });

  it("is hard and at once, unless it is to wait", () => {
    expect(says({ new: args })).to.equal(
      `Stops ${db}: hard, at once. If it is stopped already, nothing is sent.`,
    );
    expect(says({ new: { ...args, softStopTimeoutSeconds: 0 } })).to.include("hard, at once");
    expect(says({ new: { ...args, softStopTimeoutSeconds: 300 } })).to.include(
      "softly, waiting up to `300` seconds",
    );
    expect(says({ new: { ...args, softStopTimeoutSeconds: UNKNOWN } })).to.include("is known after apply");
  });

  it("waits for the end, where it is for the end", () => {
    expect(says({ new: atTheEnd })).to.include(
      `Stops nothing now: ${db} is stopped when this resource is destroyed`,
    );
    expect(says({ new: { ...args, stopOn: UNKNOWN } })).to.include("is known after apply");
    expect(says({ op: "delete", old: atTheEnd })).to.include(`Stops ${db}: hard, at once.`);
  });

  it("is done again for another trigger", () => {
    expect(updated({ triggers: 2 }, "Succeeded")).to.include(`Stops ${db}: hard, at once.`);
    expect(updated({ triggers: 2, stopOn: "destroy" }, "Succeeded")).to.match(/^Stops nothing now/);
  });

  it("is nothing for a field that is for the next one", () => {
    expect(updated({ softStopTimeoutSeconds: 5 }, "Canceled")).to.include(
      `Stops nothing: \`softStopTimeoutSeconds\` is for the next stop of ${db}.`,
    );
  });

  it("is nothing where no value differs", () => {
    expect(updated({}, "Succeeded", {})).to.equal("Stops nothing: no value differs.");
  });

  it("that has not ended well is taken up, whatever has changed", () => {
    for (const status of ["Failed", "InProgress"]) {
      const text = updated({}, status, {});
      expect(text).to.include(
        `(\`${status}\`): the update takes it up, or stops ${db} again, hard, at once.`,
      );
    }
  });

  it("of another instance is another stop, and the first may have its end", () => {
    const other = { ...args, databaseInstanceName: "db2" };
    const text = says({ op: "replace", old: args, new: other });
    expect(text).to.include(
      "Replaced: another `databaseInstanceName` is another database instance. Stops the database instance `db2`",
    );
    expect(text).not.to.include(db);
    expect(says({ op: "replace", old: atTheEnd, new: other })).to.include(`Stops ${db}: hard, at once.`);
  });

  it("is not undone, and starts nothing", () => {
    expect(says({ op: "delete", old: args })).to.equal(
      `Stops nothing and starts nothing: ${db} is left as it is.`,
    );
  });

  it("of an application server is called one", () => {
    const server = { ...args, applicationInstanceName: "app0" };
    expect(says({ type: "ApplicationServerInstanceStop", new: server })).to.include(
      "the application server instance `app0`",
    );
  });
});

describe("the removal of a user, explained", () => {
  const args = { ownerName: "org", appName: "ios", userEmail: "ada@a.example" };
  const ada = "the user `ada@a.example` from the app `ios` of `org`";
  const says = (said: Partial<Said>) => meaning({ op: "create", type: "AppUserRemoval", ...said });

  it("names who and from where", () => {
    expect(says({ new: args })).to.equal(
      `Removes ${ada}. Destroying this resource later does not add the user again.`,
    );
  });

  it("is done once more for another trigger, and not for a mark", () => {
    const change = { op: "update", old: args, new: { ...args, triggers: 1 } };
    expect(says({ ...change, diff: { triggers: "add" } })).to.include(`Removes ${ada} once more.`);
    expect(says({ ...change, new: { ...args, userEmail: SECRET } })).to.match(
      /^No value differs: nothing is sent/,
    );
  });

  it("of somebody else is another one", () => {
    const text = says({ op: "replace", old: args, new: { ...args, userEmail: "bob@b.example" } });
    expect(text).to.include("Removes the user `bob@b.example` from");
    expect(text).to.include("The user `ada@a.example`, who was removed from `ios`, stays removed.");
  });

  it("is not undone", () => {
    expect(says({ op: "delete", old: args })).to.include(
      "Nothing is sent to the service. The user `ada@a.example`",
    );
  });
});

describe("a resource of another package, explained", () => {
  const type = "acme:index/thing:Thing";
  const says = (said: Partial<Said>) => meaning({ op: "update", type, ...said });

  it("has the same lines", () => {
    const change = { old: { a: 1, l: [1, 2] }, new: { a: 2, l: [1, 3] } };
    expect(says(change)).to.equal("Updated in place.\n\n- `a`: `1` → `2`\n- `l[#1]`: `2` → `3`");
    expect(says({ op: "create", new: { a: 1, s: SECRET } })).to.equal("- `a`: `1`\n- `s`: secret");
  });

  it("may differ in a secret alone, of which the engine does not always tell", () => {
    expect(says({ old: { s: SECRET }, new: { s: SECRET } })).to.include(
      "No field differs in the open; a secret may.",
    );
  });

  it("is replaced for the engine's reasons and in its order", () => {
    const change = { op: "replace", old: { a: 1 }, new: { a: 2 }, reasons: ["a", "__defaults"] };
    expect(says(change)).to.include(
      "Replaced because of `a`. The new one is created first, then the old one is deleted.",
    );
    expect(says({ ...change, oldState: deletedFirst })).to.include("The old one is deleted first.");
    expect(says({ ...change, oldState: kept }))
      .to.include("stays at the service")
      .and.not.to.include("first");
  });

  it("that is a component has nothing of its own", () => {
    const component = { op: "create", new: {}, newState: { custom: false } };
    expect(says(component)).to.equal("A component: it has nothing of its own at a service.");
  });

  it("is taken into the state by its id", () => {
    expect(says({ op: "import", new: { a: 1 }, newState: { importID: "x/1" } })).to.equal(
      "Taken into the state as it is at the service, by its id `x/1`.\n\n- `a`: `1`",
    );
  });
});
