import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { expect } from "chai";
import { after, before, type Context, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { run, succeeded } from "../support/command.js";
import { succeed } from "../support/goldenState.js";
import { goVariables, installNodeSdk, nativeSdks, pythonVariables } from "../support/nativeLanguages.js";
import { PLUGIN, PLUGIN_PATH, ROOT, Sandbox } from "../support/sandbox.js";
import { FIRST_USE_MS, resultOf } from "../support/tool.js";

const itemId = seedId("items", 2);

interface Language {
  /** The file of the program in the example. */
  file: string;
  /** Puts the SDK where the program looks for it. */
  install(sdks: string, project: string): void;
  /** Variables that the program needs. */
  variables?(context: Context): Promise<Record<string, string>>;
  /** The program, with an item that is imported: existing, and from then on managed. */
  importing(program: string): string;
  /** Programs in Go are compiled when they run. */
  types?: {
    /** Checks a file, and prints nothing but what is wrong. */
    command: string[];
    /** A resource whose enumeration gets a text. */
    right: string;
    /** A resource whose argument is no text, marked as wrong: without the error, that mark is one. */
    wrong: string;
  };
}

const COMPILER_OPTIONS = [
  ...["--noEmit", "--strict", "--skipLibCheck", "--types", "node"],
  ...["--typeRoots", join(ROOT, "node_modules/@types")],
];

const languages: Record<string, Language> = {
  python: {
    file: "__main__.py",
    install: () => undefined,
    variables: pythonVariables,
    importing: (program) => `${program}
vendorcloud.Item("lamp", item_id="${itemId}", opts=pulumi.ResourceOptions(import_="${itemId}"))
`,
    types: {
      command: ["python3", "-m", "mypy", "--strict", "--no-error-summary"],
      right: 'vendorcloud.Item("right", on_destroy="restore")',
      wrong: 'vendorcloud.Item("wrong", item_id=1)  # type: ignore[call-overload]\n',
    },
  },
  typescript: {
    file: "index.ts",
    install: (sdks, project) => installNodeSdk(sdks, project, "pulumi-vendorcloud-native"),
    importing: (program) => `${program}
new vendorcloud.Item("lamp", { itemId: "${itemId}" }, { import: "${itemId}" });
`,
    types: {
      command: [process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), ...COMPILER_OPTIONS],
      right: 'new vendorcloud.Item("right", { onDestroy: String("restore") });',
      wrong: '// @ts-expect-error\nnew vendorcloud.Item("wrong", { itemId: 1 });\n',
    },
  },
  go: {
    file: "main.go",
    install: (sdks, project) => symlinkSync(sdks, join(project, "sdks"), "dir"),
    variables: goVariables,
    importing: (program) =>
      program.replace(
        "		return nil\n",
        `		_, err = vendorcloud.NewItem(ctx, "lamp", &vendorcloud.ItemArgs{ItemId: pulumi.String("${itemId}")},
			pulumi.Import(pulumi.ID("${itemId}")))
		return err
`,
      ),
  },
};

/** The examples of the native plugin in each language, with the SDKs that Pulumi's code generators make. */
describe("e2e: native plugin, by language", () => {
  let sdks: string;
  before(async function () {
    this.timeout(FIRST_USE_MS);
    sdks = await nativeSdks();
  });

  for (const [name, language] of Object.entries(languages)) {
    describe(name, () => {
      let sandbox: Sandbox;
      let program: string;
      const cli = (...args: string[]) => succeed(sandbox, ...args, "--stack", "dev");
      const write = (text: string) => writeFileSync(join(sandbox.project, language.file), text);
      before(async function () {
        this.timeout(FIRST_USE_MS);
        sandbox = await Sandbox.openEmpty(
          { seed: "demo" },
          { ...(await language.variables?.(this)), PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
        );
        const example = join(ROOT, "examples/native", name);
        cpSync(example, sandbox.project, { recursive: true });
        program = readFileSync(join(example, language.file), "utf8");
        const settings = readFileSync(join(example, "Pulumi.yaml"), "utf8");
        writeFileSync(
          join(sandbox.project, "Pulumi.yaml"),
          settings.replace("../../../node_modules/pulumi-vendorcloud/plugin", PLUGIN),
        );
        language.install(sdks, sandbox.project);
        succeeded(await sandbox.initStack("dev"));
        await cli("config", "set", "--secret", "databasePassword", "canary-password");
      });
      after(() => sandbox?.close());

      const { types } = language;
      if (types) {
        it("has types for the arguments, and the example is valid", async () => {
          const file = `checked${extname(language.file)}`;
          writeFileSync(join(sandbox.project, file), `${program}\n${types.right}\n${types.wrong}`);
          const [command = "", ...args] = [...types.command, file];
          const { text } = await run(command, args, sandbox.project, sandbox.environment());
          expect(text).to.equal("");
        });
      }

      it("creates, with the secret encrypted in the state", async () => {
        const up = await cli("up", "--yes", "--skip-preview");
        expect(up)
          .to.match(/\+ 2 created/)
          .and.to.match(/address\s*: "198\./);
        const text = await cli("stack", "export");
        expect(text).to.include('"secureValue": {').and.not.to.include("canary");
      });

      it("updates the one field that changed, imports an item, and then shows no difference", async () => {
        write(language.importing(program.replace("nginx:1.27", "nginx:1.28")));
        const up = await cli("up", "--yes", "--skip-preview", "--diff");
        expect(up.match(/^.*=> .*$/gm)?.map((line) => line.trim())).to.deep.equal([
          '~ image: "nginx:1.27" => "nginx:1.28"',
        ]);
        expect(up).to.match(/= 1 imported\n/);
        await cli("preview", "--expect-no-changes");
      });

      it("destroys the group", async () => {
        expect(await cli("destroy", "--yes", "--skip-preview")).to.include("- 3 deleted");
        expect(sandbox.emulator.log.count({ method: "DELETE" })).to.equal(1);
      });
    });
  }

  it("a program in YAML is converted to Python, and previewed", async function () {
    this.timeout(FIRST_USE_MS);
    const sandbox = await Sandbox.openEmpty({}, await pythonVariables(this));
    try {
      const programs = join(sandbox.directory, "programs");
      cpSync(join(ROOT, "examples/native/yaml/Pulumi.yaml"), join(programs, "shop.yaml"));
      const { shop } = JSON.parse(await resultOf("sdk/convert.mjs", [programs]));
      writeFileSync(join(sandbox.project, "__main__.py"), shop.python);
      writeFileSync(join(sandbox.project, "Pulumi.yaml"), `name: sandbox\nruntime: python\n${PLUGIN_PATH}`);
      await sandbox.newStack("converted");
      const settings = ["--secret", "databasePassword", "canary-password", "--stack", "converted"];
      await succeed(sandbox, "config", "set", ...settings);
      const preview = await succeed(sandbox, "preview", "--diff", "--stack", "converted");
      expect(preview)
        .to.match(/image\s*: "nginx:1.27"/)
        .and.to.include("+ 2 to create")
        .and.not.to.include("canary");
    } finally {
      await sandbox.close();
    }
  });

  it("C# gets an SDK, which no test compiles", async function () {
    this.timeout(FIRST_USE_MS);
    const sandbox = await Sandbox.openEmpty();
    try {
      await resultOf("sdk/main.mjs", [sandbox.directory]);
      const read = (path: string) => readFileSync(join(sandbox.directory, path), "utf8");
      expect(read("dotnet/VendorCloud.Resources.csproj")).to.include("<Version>");
      expect(read("dotnet/ContainerGroup.cs")).to.include("vendorcloud:index:ContainerGroup");
    } finally {
      await sandbox.close();
    }
  });
});

describe("e2e: the SDK for Node.js", () => {
  it("records no stack traces while it registers a resource, and does not affect those of the program", async function () {
    this.timeout(FIRST_USE_MS);
    const sandbox = await Sandbox.openEmpty();
    try {
      installNodeSdk(await nativeSdks(), sandbox.project, "sdk");
      const program = `
        const pulumi = require("@pulumi/pulumi");
        pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) });
        const print = () => void console.log(Error.stackTraceLimit);
        new (require("sdk").Item)("lamp", { itemNumber: "1" }, { transformations: [print] });
        print();`;
      const printed = async (variables: Record<string, string>) =>
        (await run("node", ["-e", program], sandbox.project, sandbox.environment(variables))).text;
      expect(await printed({})).to.equal("0\n10\n");
      expect(await printed({ PULUMI_DEBUG_PROMISE_LEAKS: "true" })).to.equal("10\n10\n");
    } finally {
      await sandbox.close();
    }
  });
});
