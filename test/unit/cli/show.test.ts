import { runInNewContext } from "node:vm";
import { expect } from "chai";
import fc from "fast-check";
import { afterEach, describe, it } from "mocha";
import { parse } from "yaml";
import { UsageError } from "../../../cli/arguments.js";
import { INCOMPLETE, type Language, parseShowOptions, SHOW_HELP } from "../../../cli/show/options.js";
import { formatProgram } from "../../../cli/show/program.js";
import type { ShownObject } from "../../../cli/show/readObject.js";
import { readStackValues } from "../../../cli/stackValues.js";
import type { PropertyMap } from "../../../provider/schema/json.js";
import { asSecret } from "../../../provider/schema/secretTree.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { rejection } from "../http/answers.js";
import { FakePulumi } from "./fakePulumi.js";

describe("a program that shows an object", () => {
  const object = (args: PropertyMap, missingSecrets: string[] = []): ShownObject => ({
    ...{ id: "id", schema, managesFields: false },
    args: { containerGroupName: "Shop", ...args },
    missingSecrets,
  });
  const web = (...environmentVariables: PropertyMap[]) => ({
    containers: [{ name: "web", environmentVariables }],
  });
  const format = (shown: ShownObject | ShownObject[], language: Language): string =>
    formatProgram([shown].flat(), language).text;

  it("has nothing beside the object where there is no secret", () => {
    const group = object({ tags: { "a b": "1" }, osType: "Linux", resourceGroupName: "demo" });
    expect(format(group, "typescript")).to.equal(
      'import * as vendorcloud from "pulumi-vendorcloud";\n\n' +
        'new vendorcloud.ContainerGroup("shop", { containerGroupName: "Shop", resourceGroupName: "demo", ' +
        'tags: { "a b": "1" }, osType: "Linux" });\n',
    );
    expect(format(group, "yaml")).to.equal(`name: "shop"
runtime: "yaml"
plugins:
  providers:
    - name: "vendorcloud"
      path: "node_modules/pulumi-vendorcloud/plugin"
resources:
  shop:
    type: "vendorcloud:index:ContainerGroup"
    properties:
      containerGroupName: "Shop"
      resourceGroupName: "demo"
      tags:
        "a b": "1"
      osType: "Linux"
`);
  });

  it("keeps a name that would set a prototype", () => {
    const tags = JSON.parse('{ "__proto__": "1" }');
    expect(format(object({ tags }), "typescript")).to.include('tags: { ["__proto__"]: "1" }');
    expect(format(object({ tags }), "yaml")).to.include('tags:\n        "__proto__": "1"\n');
  });

  it("names a secret by its place, each by another name, and never shows it", () => {
    const args = web(
      { name: "API_KEY" },
      { name: "api-key", value: asSecret("canary") },
      { name: "1", value: asSecret(["canary"]) },
    );
    const group = object(args, ["containers[web].environmentVariables[API_KEY].secureValue"]);
    expect(format(group, "typescript"))
      .to.include('{ name: "API_KEY", secureValue: config.requireSecret("shopWebApiKey") }')
      .and.include('{ name: "api-key", value: config.requireSecret("shopWebApiKey2") }')
      .and.include('{ name: "1", value: config.requireSecretObject("shopWeb1") }')
      .and.include(
        "/*\nThe service does not return secrets. Write = and the value behind each name, and a name for <name>, and run this first:\n" +
          "  pulumi config set-all --path \\\n    --secret shopWebApiKey \\\n    --secret shopWebApiKey2 \\\n" +
          `    --secret 'shopWeb1["<name>"]'\n*/\n`,
      )
      .and.not.include("canary");
    expect(format(group, "yaml"))
      .to.include(`secureValue: "\${shopWebApiKey}"`)
      .and.include('config:\n  shopWebApiKey:\n    type: "string"\n    secret: true\n')
      .and.include("#     --secret shopWebApiKey \\\n")
      .and.not.include("canary");
  });

  it("gives the secrets of two objects different names", () => {
    const keyOf = (containerGroupName: string, container: string): string | undefined => {
      const secret = { name: "TOKEN", secureValue: asSecret("canary") };
      const containers = [{ name: container, environmentVariables: [secret] }];
      const text = format(object({ containerGroupName, containers }), "typescript");
      return /requireSecret\("(.*?)"\)/.exec(text)?.[1];
    };
    const keys = [keyOf("svc01", "web"), keyOf("svc02", "web"), keyOf("svc", "01-web")];
    expect(keys).to.deep.equal(["svc01WebToken", "svc02WebToken", "svc_01WebToken"]);
  });

  it("declares several objects, each by another name and with other names of secrets", () => {
    const one = object(web({ name: "TOKEN", value: asSecret("canary") }));
    const named = { ...one, name: "container-group-shop" };
    const text = format([one, one, named], "typescript");
    expect([...text.matchAll(/ContainerGroup\("(.*?)"/g)].map(([, name]) => name)).to.deep.equal([
      ...["shop", "shop-2", "container-group-shop"],
    ]);
    const keys = ["shopWebToken", "shop-2WebToken", "container-group-shopWebToken"];
    for (const key of keys)
      expect(text)
        .to.match(new RegExp(`--secret ${key}( \\\\)?\n`))
        .and.include(`config.requireSecret("${key}")`);
    const program = parse(format([one, one, named], "yaml"));
    expect([Object.keys(program.config), Object.keys(program.resources)]).to.deep.equal([
      keys,
      ["shop", "shop-2", "container-group-shop"],
    ]);
  });

  /** The arguments and the path of a value in the settings of an extension. */
  const withSettings = (settings: unknown): ShownObject =>
    object({ extensions: [{ name: "log", settings }] });

  it("has no key with a meaning for Pulumi in YAML: names each path, and keeps the rest", () => {
    const settings = {
      a: { "fn::readFile": "/etc/hostname" },
      b: { "FN::ReadFile": "/etc/hostname", "x\nfn::std:index:base64": 1, c: "1" },
      d: [{ "fn::toJSON": [{}] }, { "fn::fileAsset": "/etc/hostname", other: true }],
      e: "fn::readFile",
      "<<": "<<",
    };
    const { text, leftOut } = formatProgram([withSettings(settings)], "yaml");
    expect(leftOut).to.deep.equal([
      'extensions[log].settings.a["fn::readFile"]',
      'extensions[log].settings.b["FN::ReadFile"]',
      'extensions[log].settings.b["x\\nfn::std:index:base64"]',
      'extensions[log].settings.d[#0]["fn::toJSON"]',
      'extensions[log].settings.d[#1]["fn::fileAsset"]',
      'extensions[log].settings["<<"]',
    ]);
    expect(text.split("\n").slice(0, 7)).to.deep.equal([
      "# Pulumi YAML cannot express these values. An update by this program may remove them:",
      ...leftOut.map((path) => `#   ${path}`),
    ]);
    expect(parse(text).resources.shop.properties.extensions[0].settings).to.deep.equal({
      a: {},
      b: { c: "1" },
      d: [{}, { other: true }],
      e: "fn::readFile",
    });
    expect(formatProgram([withSettings(settings)], "typescript").leftOut).to.deep.equal([]);
  });

  it("writes no half of a surrogate pair in YAML, which has no escape for it", () => {
    const settings = { a: "x\ud800", "\udc00": 1, b: ["\ud800", "c"] };
    const { text, leftOut } = formatProgram([withSettings(settings)], "yaml");
    expect(leftOut).to.deep.equal([
      "extensions[log].settings.a",
      'extensions[log].settings["\\udc00"]',
      "extensions[log].settings.b[#0]",
    ]);
    expect(parse(text).resources.shop.properties.extensions[0].settings).to.deep.equal({ b: ["c"] });
    expect(format(withSettings({ a: "x\ud800" }), "typescript")).to.include('a: "x\\ud800"');
  });

  it("begins no line of its own and no command of a runner with a name", () => {
    const extensions = [
      { name: "a\nresources: {}\n##vso[x]", settings: { "fn::readFile": "/etc/hostname" } },
    ];
    const { text } = formatProgram([object({ extensions })], "yaml");
    expect(text.split("\n")[1]).to.equal(
      '#   extensions["a\\nresources: {}\\n#\\u0023vso[x]"].settings["fn::readFile"]',
    );
    for (const language of ["typescript", "yaml"] as const)
      expect(format(object({ extensions }), language)).to.not.include("##");
  });

  const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]/gu;
  const unsafe = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => character.search(UNSAFE) === 0);

  /** What Pulumi YAML makes of a string. See `parseInterpolate` of pulumi-yaml. */
  const evaluate = (text: string): string => {
    const literal = text.replaceAll("$$", "");
    expect(literal, text).to.not.include("${");
    return text.replace(/\$\$/g, () => "$");
  };
  const evaluateAll = (value: unknown): unknown => {
    if (typeof value === "string") return evaluate(value);
    if (Array.isArray(value)) return value.map(evaluateAll);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [evaluate(name), evaluateAll(child)]),
    );
  };
  /** Evaluates the arguments in a program in TypeScript. */
  const argumentsOf = (text: string): unknown => {
    const [, args = ""] = /^new vendorcloud\.ContainerGroup\("shop", ([\s\S]*)\);$/m.exec(text) ?? [];
    return JSON.parse(JSON.stringify(runInNewContext(`(${args})`)));
  };

  const words = fc.constantFrom(
    ...["${", "$${", "$$", "$", "}", "a.b", "\\", '"', "'", "#", ": ", "- ", "\n", "\t", " "],
    ...[
      "yes",
      "No",
      "on",
      "y",
      "null",
      "~",
      "true",
      "1e3",
      "0o7",
      "0777",
      "1_000",
      "0x1F",
      ".inf",
      "2001-01-01",
    ],
    ...["=", "<<", "|", ">", "&a", "*a", "!!int", "%", "@", "`", "?", "{", "[", "---", "..."],
  );
  const character = fc.nat(unsafe.length - 1).map((at) => unsafe[at] ?? "");
  const string = fc
    .array(fc.oneof(words, character, fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 5 })
    .map((parts) => parts.join(""))
    .filter((text) => !/\p{Cs}/u.test(text));
  const long = fc
    .tuple(string, fc.integer({ min: 1000, max: 1030 }))
    .map(([text, length]) => text.padEnd(length, "k"));
  const key = fc
    .oneof({ weight: 20, arbitrary: string }, long)
    .filter((text) => !/fn::|^(__proto__|<<)$/i.test(text));
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(string, number, fc.integer(), fc.boolean(), fc.constant(null)),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 3 }),
    ),
  }));

  it("is the data of the service in both languages, without a character that a terminal hides", () => {
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 3 }), (settings) => {
        const group = withSettings(settings);
        const args = JSON.parse(JSON.stringify(group.args));
        const yaml = formatProgram([group], "yaml");
        expect(yaml.leftOut).to.deep.equal([]);
        // A host with YAML 1.1 has to read the same as one with 1.2.
        for (const version of ["1.1", "1.2"] as const) {
          const program = parse(yaml.text, { version });
          expect(evaluateAll(program.resources.shop.properties)).to.deep.equal(args);
        }
        const typeScript = format(group, "typescript");
        expect(argumentsOf(typeScript)).to.deep.equal(args);
        for (const text of [yaml.text, typeScript])
          expect(text.replaceAll("\n", "").match(UNSAFE)).to.equal(null);
      }),
      { numRuns: 300 },
    );
  });

  it("escapes every character that a terminal hides", () => {
    const tags = { all: unsafe.join("") };
    const yaml = format(object({ tags }), "yaml");
    const typeScript = format(object({ tags }), "typescript");
    for (const text of [yaml, typeScript]) expect(text.replaceAll("\n", "").match(UNSAFE)).to.equal(null);
    expect(parse(yaml).resources.shop.properties.tags).to.deep.equal(tags);
    expect(argumentsOf(typeScript)).to.deep.equal({ containerGroupName: "Shop", tags });
  });
});

describe("the configuration that a command reads", () => {
  let fake: FakePulumi | undefined;
  afterEach(() => {
    fake?.remove();
    fake = undefined;
  });
  const warnings: string[] = [];
  const read = (stack?: string) => {
    warnings.splice(0);
    return readStackValues(stack, (text) => warnings.push(text), { PATH: fake?.path ?? "/nowhere" });
  };

  it("is that of the selected stack, with its secrets", async () => {
    fake = new FakePulumi(
      `console.log('{"vendorcloud:appsToken": {"value": "t", "secret": true}, "a:b": {"secret": true}}')`,
    );
    expect([...(await read())]).to.deep.equal([["vendorcloud:appsToken", "t"]]);
    expect(warnings).to.deep.equal([]);
    expect(fake.calls()[0]?.args.slice(0, 3)).to.deep.equal(["config", "--json", "--show-secrets"]);
  });

  it("is none where the selected stack cannot be read, and the reason is reported", async () => {
    fake = new FakePulumi("console.error('error: passphrase must be set'); process.exitCode = 255");
    expect([...(await read())]).to.deep.equal([]);
    expect(warnings).to.deep.equal([
      "No configuration of a stack is used: the Pulumi CLI reported: error: passphrase must be set",
    ]);
    expect(await rejection(read("dev"))).to.have.property(
      "message",
      "the configuration of the stack dev cannot be read: the Pulumi CLI reported: error: passphrase must be set",
    );
  });

  it("quotes nothing of an output that is not JSON", async () => {
    fake = new FakePulumi("console.log('canary')");
    expect(await rejection(read("dev")))
      .to.have.property("message")
      .that.includes("no JSON")
      .and.not.includes("canary");
  });
});

describe("the command line of show", () => {
  it("names objects, and how they are shown", () => {
    const all = { ids: ["a"], from: undefined, fields: undefined, language: "typescript", stack: undefined };
    expect(parseShowOptions(["a"])).to.deep.equal(all);
    const options = "--language yaml --stack dev --from list.json --fields blocked,website".split(" ");
    expect(parseShowOptions(["a", "b", "a", ...options])).to.deep.equal({
      ...{ ids: ["a", "b"], from: "list.json", fields: ["blocked", "website"] },
      ...{ language: "yaml", stack: "dev" },
    });
    expect(parseShowOptions(["--from", "list.json"]).ids).to.deep.equal([]);
  });

  it("has exit codes that the help lists", () => {
    expect(SHOW_HELP).to.include(`${INCOMPLETE} if the program lacks`);
  });

  for (const args of [[], [""], ["a", ""], ["a", "--language", "go"], ["a", "--stack", ""]]) {
    it(`refuses ${JSON.stringify(args)} in one line`, () => {
      expect(() => parseShowOptions(args)).to.throw(UsageError, /^.+$/);
    });
  }
});
