import { expect } from "chai";
import { describe, it } from "mocha";
import type { JsonObject } from "../../../provider/schema/json.js";
import { generateName } from "../../../provider/services/containerGroups/identity.js";
import { deletedFirst, kept, meaning, moved, type Said, SECRET, urnOf } from "./explainPreviews.js";

describe("the words of an explanation", () => {
  it("are the same for a resource of the native plugin", () => {
    const said = { op: "create", new: { containerGroupName: "shop", resourceGroupName: "demo" } };
    expect(meaning({ ...said, type: "vendorcloud:index:ContainerGroup" }))
      .to.equal(meaning({ ...said, type: "ContainerGroup" }))
      .and.include("Creates the group.");
  });
});

describe("a container group, explained", () => {
  const args = { containerGroupName: "shop", resourceGroupName: "demo" };
  const says = (said: Partial<Said>) => meaning({ op: "update", type: "ContainerGroup", ...said });

  it("is adopted, as the preview with a token reports", () => {
    const reported = "/groups/shop already exists, and this stack will manage it. It is";
    expect(meaning({ op: "create", new: { ...args, adopt: true } }, reported)).to.match(
      /^Adopts the existing group\. A warning below says what is sent\.\n/,
    );
  });

  it("is sent again by another name in the program where it has secrets or differs, and needs an alias", () => {
    const group = { ...args, subscriptionId: "s", osType: "Linux" };
    const text = (change: object) =>
      moved("ContainerGroup", { old: group }, { new: { ...group, ...change } });
    const alias = "Give this resource the alias `old` to keep the group without a request.";
    expect(text({})).to.include("Nothing is sent if the group").and.include(alias);
    const workspace = { logAnalytics: { workspaceId: "w", workspaceKey: SECRET } };
    for (const change of [{ sku: "Dedicated" }, { diagnostics: workspace }])
      expect(text(change))
        .to.include("is sent again. The service may restart the containers")
        .and.include(alias);
  });

  it("is created in lines that a reviewer can read, without the value of a secret", () => {
    const web = {
      name: "web",
      image: "nginx:1",
      ports: [{ port: 80 }, { port: 53, protocol: "UDP" }],
      environmentVariables: [
        { name: "MODE", value: "production" },
        { name: "KEY", secureValue: "canary" },
        { name: "MARKED", value: SECRET },
      ],
    };
    const [, lines] = says({ op: "create", new: { ...args, containers: [web] } }).split("\n\n");
    expect(lines?.split("\n")).to.deep.equal([
      '- `containers[web].image`: `"nginx:1"`',
      '- `containers[web].ports`: `[{"port":80},{"port":53,"protocol":"UDP"}]`',
      '- `containers[web].environmentVariables[MODE].value`: `"production"`',
      "- `containers[web].environmentVariables[KEY].secureValue`: secret",
      "- `containers[web].environmentVariables[MARKED].value`: secret",
    ]);
    const added = says({
      old: { ...args, containers: [{ name: "side" }] },
      new: { ...args, containers: [{ name: "side" }, web, { name: "last" }] },
      diff: { x: "add" },
    });
    for (const line of [
      '- `containers[web].image`: set to `"nginx:1"`',
      "- `containers[web].environmentVariables[KEY].secureValue`: secret, set",
      '- `containers[last]`: set to `{"name":"last"}`',
    ])
      expect(added.split("\n")).to.include(line);
    expect(added).not.to.include("canary");
  });

  it("hides what the provider takes for a credential, however it changes", () => {
    const web = (...variables: JsonObject[]): JsonObject => ({
      ...args,
      containers: [{ name: "web", image: "nginx:1", environmentVariables: variables }],
    });
    const password = (value: string) => ({ name: "DB_PASSWORD", value });
    const path = "`containers[web].environmentVariables[DB_PASSWORD]";
    const created = says({ op: "create", new: web(password("canary")) });
    expect(created).to.include('"value":"[secret]"').and.not.include("canary");
    const lineOf = (before: JsonObject, after: JsonObject): string | undefined =>
      says({ old: before, new: after, diff: { containers: "update" } }).split("\n")[2];
    expect([
      lineOf(web(password("canary")), web(password("canary-2"))),
      lineOf(web({ name: "A" }), web({ name: "A" }, password("canary"))),
      lineOf(web({ name: "A" }, password("canary")), web({ name: "A" })),
      lineOf(web(password("canary")), web(password(SECRET))),
    ]).to.deep.equal([
      `- ${path}.value\`: secret, changed`,
      `- ${path}.value\`: secret, set`,
      `- ${path}\`: removed, was \`{"name":"DB_PASSWORD","value":"[secret]"}\``,
      `- ${path}.value\`: secret, from now on`,
    ]);
  });

  it("keeps running if only its tags change with the profile azure", () => {
    const path =
      "/subscriptions/s/resourceGroups/demo/providers/Microsoft.ContainerInstance/containerGroups/shop";
    const change = { old: { ...args, tags: { a: "1" } }, new: { ...args, tags: { a: "2" } } };
    const key = '__secrets["diagnostics.logAnalytics.workspaceKey"]';
    const restarts = "The service may restart the containers of the group.";
    const text = says({ ...change, oldState: { id: path } });
    expect(text).to.match(/^Only the tags of the group are updated\. Its containers keep running\.\n/);
    const outputs = { provisioningState: "Failed" };
    for (const other of [
      says({ ...change, oldState: { id: path.replace("Microsoft", "Vendor") } }),
      says({ ...change, oldState: { id: path, outputs } }),
      says({ ...change, oldState: { id: path, outputs: change.old, initErrors: ["No."] } }),
      says({ ...change, new: { ...change.new, sku: "Dedicated" }, oldState: { id: path } }),
      says({ ...change, oldState: { id: path }, diff: { "tags.a": "update", [key]: "update" } }),
      says({ old: change.old, new: change.old, oldState: { id: path } }),
    ])
      expect(other).to.include(restarts).and.not.to.include("keep running");
  });

  it("is sent again after a failed operation, which needs no warning", () => {
    const again = (oldState: JsonObject) => says({ old: args, new: args, oldState });
    const said = "The group is sent again, although no value differs.";
    expect(again({ outputs: args, initErrors: ["the token expired"] }))
      .to.include(`${said} The last operation on it failed.`)
      .and.not.include("warning");
    expect(again({})).to.include(`${said} A warning below says why.`);
  });

  it("is replaced for the engine's reasons, or on request", () => {
    const replaced = (...reasons: string[]) => says({ op: "replace", old: args, new: args, reasons });
    expect(replaced("tags")).to.include("Replaced because of `tags`.");
    expect(replaced("id")).to.include(
      "Replaced on request (`--replace`, a tainted state, `replacementTrigger` or `replaceWith`), not",
    );
  });

  it("fails to be replaced where it keeps its name and is not deleted first, unless it is adopted", () => {
    const says = (more: Partial<Said>, change: JsonObject = {}, containerGroupName = "shop") => {
      const whole = { ...args, containerGroupName, subscriptionId: "s", tags: { a: "1" } };
      return meaning({
        ...{ op: "replace", type: "ContainerGroup", diff: { "tags.a": "update-replace" } },
        ...{ old: whole, new: { ...whole, tags: { a: "2" }, ...change } },
        ...more,
      });
    };
    const fails =
      "The group keeps its name and is not deleted first: the update fails if the group at the service differs from the program.";
    for (const more of [{}, { oldState: kept }]) {
      expect(says(more)).to.include(fails).and.not.to.include("sent");
      expect(says(more, { adopt: true })).to.not.include(fails);
      expect(says(more, { containerGroupName: "store" })).to.not.include(fails);
    }
    expect(says({}, {}, generateName(urnOf("ContainerGroup", "shop")))).to.include(
      "only sent again and not deleted",
    );
    expect(says({ oldState: deletedFirst })).to.include(
      "is deleted first, and the new one gets the same name",
    );
    expect(says({ oldState: deletedFirst }, { resourceGroupName: "other" })).to.include(
      "The old group, `shop` in `demo`, is deleted first.",
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
      "No visible field differs; a secret may.",
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

  it("is taken into the state by its id", () => {
    const imported = says({ op: "import", new: { a: 1 }, newState: { importID: "x/1" } });
    expect(imported).to.match(/^Imported .*, by its id at the service, `x\/1`\.\n\n- `a`: `1`$/);
  });
});
