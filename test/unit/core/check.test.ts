import { expect } from "chai";
import { describe, it } from "mocha";
import type { Lifecycle } from "../../../provider/contract/lifecycle.js";
import { PathNames } from "../../../provider/core/pathNames.js";
import { META } from "../../../provider/protocols/dynamic/names.js";
import { keyedList, mapOf, object, text } from "../../../provider/schema/build.js";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { received } from "../../protocols/stateValues.js";
import { asRead } from "../../support/asRead.js";
import { CANARIES, sampleContainer, sampleGroup } from "../support/groups.js";
import { configured, hooksOf, sealed } from "../support/hooks.js";

const URN = "urn:pulumi:dev::demo::pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::web";
const plain = (value: JsonObject, marked: string[] = []): JsonObject =>
  received(sealed(value, { marked, urn: URN }));
const inputs = (changes: JsonObject = {}): JsonObject => plain(sampleGroup(changes));

const withKey = (key: string, changes: JsonObject = {}): JsonObject =>
  inputs({ diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: key } }, ...changes });

const secretsIn = (result: JsonObject): JsonObject => received(result).__secrets as JsonObject;
const KEY = "diagnostics.logAnalytics.workspaceKey";

interface CheckOptions {
  part?: Partial<Lifecycle>;
  values?: Record<string, string>;
}

/** Checks arguments after those of the state, in a process of its own. */
async function check(before: JsonObject, after: JsonObject, { part, values }: CheckOptions = {}) {
  const { hooks, log } = await hooksOf(part, values);
  const { inputs: checked, failures = [] } = await hooks.check(before, after);
  return { hooks, checked, failures, reasons: failures.map(({ reason }) => reason), warnings: log.warnings };
}

const stays = { part: { retainedReplacementProblem: "it stays." } };

describe("check", () => {
  it("gives back the inputs, secrets extracted and wrapped", async () => {
    const { checked, failures, warnings } = await check({}, inputs());
    expect([failures, warnings]).to.deep.equal([[], []]);
    expect(checked).to.deep.equal(sealed(sampleGroup(), { urn: URN }));
  });

  it("asks the service for what is missing there only when arguments have changed", async () => {
    const part = {
      resolveId: async () => expect.fail("no id is missing"),
      findMissing: async () => [{ path: "sku", message: "does not exist" }],
    };
    for (const [after, expected] of [
      [inputs(), []],
      [inputs({ restartPolicy: "Never" }), ["sku: does not exist"]],
    ] as const)
      expect((await check(inputs(), after, { part })).reasons).to.deep.equal(expected);
  });

  it("reports all problems, of the configuration too, without the property whose value would be printed", async () => {
    const values = { ...configured, "vendorcloud:maxConcurrency": "x" };
    const { failures } = await check({}, inputs({ osType: undefined, sku: "canary-sku" }), { values });
    expect(failures).to.deep.equal([
      { property: "", reason: "vendorcloud:maxConcurrency: must be a number greater than 0" },
      { property: "", reason: "osType: required" },
      { property: "", reason: "sku: must be one of Standard, Dedicated, Confidential" },
    ]);
  });

  describe("of a replacement, after the check for the comparison", () => {
    /** What the second check says, without the inputs of before, when the engine had put them back in the first. */
    async function warningsOf(before: JsonObject, compared: JsonObject, program: JsonObject) {
      const { hooks, log } = await hooksOf();
      await hooks.check(before, compared);
      log.warnings.length = 0;
      await hooks.check({}, program);
      return log.warnings;
    }

    const replaced = { restartPolicy: "Never" };

    it("names the changes that `ignoreChanges` has kept out of it", async () => {
      const program = inputs({ ...replaced, tags: { a: "2" } });
      const compared = inputs({ ...replaced, tags: { a: "1" } });
      expect(await warningsOf(inputs({ tags: { a: "1" } }), compared, program)).to.deep.equal([
        "ContainerGroup 'web': the replacement also changes fields that the preview does not show, since Pulumi does " +
          "not apply `ignoreChanges` to it: tags.a.",
      ]);
    });

    it("names a secret, and not its value", async () => {
      const warnings = await warningsOf(
        withKey("old"),
        withKey("old", replaced),
        withKey("canary", replaced),
      );
      expect(warnings.join()).to.include(`to it: ${KEY}.`).and.not.to.include("canary");
    });

    it("says nothing of other changes, nor of values that are not known yet", async () => {
      const program = inputs({ ...replaced, tags: { a: UNKNOWN }, priority: UNKNOWN });
      expect(await warningsOf(inputs(), program, program)).to.deep.equal([]);
    });
  });

  it("hints once to a credential in plain text, and not to one that is marked", async () => {
    const environmentVariables = [{ name: "DB_PASSWORD", value: "canary" }];
    const containers = [sampleContainer("web", { environmentVariables })];
    const group = (extra: JsonObject = {}) => sampleGroup({ containers, ...extra });
    const path = "containers[web].environmentVariables[DB_PASSWORD].value";
    const { hooks, log } = await hooksOf();
    const { inputs: checked } = await hooks.check({}, plain(group()));
    expect(log.warnings).to.deep.equal([
      `ContainerGroup 'web': ${path}: looks like a credential, but previews and the state show it. ` +
        "Use secureValue, or mark it as a secret",
    ]);
    await hooks.check(received(checked), plain(group({ location: "eastus" })));
    expect(log.warnings).to.have.length(1);
    expect((await check({}, plain(group(), [path]))).warnings).to.deep.equal([]);
  });

  for (const [own, configuration, sends] of [
    ["update", "ignore", true],
    ["ignore", "update", false],
    [undefined, "update", true],
    [undefined, "ignore", false],
  ] as const)
    it(`with secretChanges ${own} and ${configuration} configured, ${sends ? "sends" : "ignores"} a secret that changed`, async () => {
      const values = { ...configured, "vendorcloud:secretChanges": configuration };
      const after = withKey("canary-new", { secretChanges: own });
      const { hooks, checked, warnings } = await check(inputs(), after, { values });
      expect(secretsIn(checked)[KEY]).to.equal(sends ? "canary-new" : CANARIES[4]);
      expect(warnings).to.have.length(sends ? 0 : 1);
      for (const warning of warnings)
        expect(warning).to.include(KEY).and.to.include("secretsVersion").and.not.to.include("canary");
      const { changes } = await hooks.diff("id", inputs(), received(checked));
      expect(changes).to.equal(sends ? undefined : false);
    });

  it("gives a replacement the defaults of what it replaces", async () => {
    const known: unknown[] = [];
    const { hooks } = await hooksOf({
      withDefaults: (args, { priorArgs }) => {
        known.push(priorArgs.location);
        return args;
      },
    });
    const changed = { ...inputs({ location: "eastus" }), [META.urn]: URN };
    await hooks.check({ ...inputs({ location: "westus" }), [META.urn]: URN }, changed);
    await hooks.check({}, changed);
    expect(known).to.deep.equal(["westus", "westus"]);
  });

  describe("with `retainOnDelete`", () => {
    const retained = (changes: JsonObject) => ({ ...inputs(changes), [META.retainOnDelete]: true });

    it("refuses a replacement that needs the name of what stays, and says which fields ask for it", async () => {
      const { reasons } = await check(inputs(), retained({ osType: "Windows" }), stays);
      expect(reasons).to.deep.equal(["osType: it stays."]);
    });

    it("refuses one that the program asks for by `replaceOnChanges`", async () => {
      const changed = (paths: string[]) => ({
        ...retained({ sku: "Dedicated" }),
        [META.replaceOnChanges]: paths,
      });
      expect((await check(inputs(), changed(["sku"]), stays)).reasons).to.deep.equal(["sku: it stays."]);
      expect((await check(inputs(), changed(["tags"]), stays)).reasons).to.deep.equal([]);
    });

    it("takes a change in place, and any change where old and new may be there together", async () => {
      for (const [options, changes] of [
        [stays, { sku: "Dedicated" }],
        [{}, { osType: "Windows" }],
      ] as const)
        expect((await check(inputs(), retained(changes), options)).checked).to.include(changes);
    });
  });
});

const schema = object("Group", "", {
  location: text(""),
  containers: keyedList(["name"], "", object("Container", "", { imageName: text("") })),
  identities: mapOf("", object("Identity", "", { principal: text("") })),
});

const shown = (path: string, secret: string) => asRead(new PathNames(schema).shown(path), secret);

describe("a path in a message", () => {
  it("shows no name of the program that is a secret: of an item, of an entry of a map", () => {
    expect(shown("containers[canary-1].imageName", "canary-1")).to.equal("containers[[secret]].imageName");
    expect(shown('containers["canary]1"].imageName', "canary]1")).not.to.include("canary");
    expect(shown("identities.canary-1.principal", "canary-1")).to.equal("identities.[secret].principal");
  });

  it("shows the names of fields also where a secret is the same word, at any depth", () => {
    expect(shown("location", "location")).to.equal("location");
    expect(shown("containers[web].imageName", "imageName")).to.equal("containers[web].imageName");
    expect(shown("identities.one.principal", "principal")).to.equal("identities.one.principal");
  });
});
