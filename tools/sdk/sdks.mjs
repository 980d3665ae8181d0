import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashTexts, keep, readContents } from "../cache.mjs";
import { buildGoProgram } from "../go.mjs";
import { execute } from "../process.mjs";
import { root } from "../setup.mjs";

const GENERATOR = join(import.meta.dirname, "generator");

/** Pulumi's own code generators, which Go builds once. */
const generators = {
  /** The generators of CLI 3.230: newer ones require newer SDKs of Go and Python. */
  current: {},
  /** The generators that Pulumi's module no longer contains. */
  older: { flags: ["-modfile=older.mod", "-tags=older"] },
};

/**
 * Writes SDKs from the package schema: `current` for Node.js, Python and Go, `older` for .NET and Java.
 *
 * @param {keyof typeof generators} which
 * @param {string} directory receives one folder for each language
 */
export async function generateSdks(which, directory) {
  const program = await buildGenerator(which);
  await mkdir(directory, { recursive: true });
  const file = join(directory, "schema.json");
  await writeFile(file, await formatPackageSchema());
  await execute(program, [file, directory], { name: "SDKs" });
}

/** @param {keyof typeof generators} which */
function buildGenerator(which) {
  return buildGoProgram({
    name: `sdk-generator-${which}`,
    module: GENERATOR,
    source: ".",
    ...generators[which],
    check: { args: [], prints: "usage: generator" },
  });
}

/** Builds the language host of Java programs, from the module with the generator for Java. */
export function buildJavaHost() {
  return buildGoProgram({
    name: "pulumi-language-java",
    module: GENERATOR,
    source: "github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java",
    flags: ["-modfile=older.mod"],
    check: { args: ["-help"], prints: "Usage of" },
  });
}

/**
 * @param {string} folder contains programs in YAML
 * @returns {Promise<string>} the programs in all other languages, as JSON
 */
export async function convertPrograms(folder) {
  const directory = await mkdtemp(join(tmpdir(), "vendorcloud-convert-"));
  try {
    const file = join(directory, "schema.json");
    await writeFile(file, await formatPackageSchema());
    const program = await buildGenerator("older");
    return await execute(program, ["convert", file, folder], { name: "converters" });
  } finally {
    await rm(directory, { recursive: true });
  }
}

/**
 * Returns the SDKs for Node.js (compiled), Python and Go, each in its own folder. They are made again if the package schema, the
 * generators, this code or a package that compiles them changes.
 *
 * @returns {Promise<{ directory: string, key: string }>}
 */
export async function keepSdks() {
  const files = [join(root, "package-lock.json"), import.meta.filename];
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const key = `sdks-${hashTexts([await formatPackageSchema(), ...texts, ...(await readContents(GENERATOR))])}`;
  const directory = await keep(key, {
    make: async (directory) => {
      await generateSdks("current", directory);
      await compileNodeSdk(join(directory, "nodejs"));
    },
    requireUsable: (directory) => readdir(join(directory, "nodejs", "bin")),
  });
  return { directory, key };
}

/** @returns {Promise<string>} the package schema as JSON, without `listInputs`, which SDKs do not have */
async function formatPackageSchema() {
  const schema = await readPackageSchema();
  return JSON.stringify(schema, (key, value) => (key === "listInputs" ? undefined : value), 2);
}

/** The package schema that `npm run generate` has written. */
export async function readPackageSchema() {
  return JSON.parse(await readFile(join(root, "provider/generated/packageSchema.json"), "utf8"));
}

/** The call with which a class of the SDK for Node.js registers its resource. */
const REGISTRATION = /^( +)(super\(\w+\.__pulumiType, name, .*\);)$/m;

/**
 * Changes the classes to register resources without stack traces. Pulumi's SDK for Node.js records one for each output, and shows
 * them only with PULUMI_DEBUG_PROMISE_LEAKS. They take most of the time of a program with many resources.
 *
 * @param {string} directory
 */
async function leaveOutStackTraces(directory) {
  for (const name of await readdir(directory)) {
    if (!name.endsWith(".ts")) continue;
    const file = join(directory, name);
    const text = await readFile(file, "utf8");
    const quick = text.replace(REGISTRATION, (_, indent, call) =>
      [
        "const stackTraceLimit = Error.stackTraceLimit;",
        "if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = 0;",
        "try {",
        `    ${call}`,
        "} finally {",
        "    Error.stackTraceLimit = stackTraceLimit;",
        "}",
      ]
        .map((line) => indent + line)
        .join("\n"),
    );
    await writeFile(file, quick);
  }
}

/**
 * Compiles the SDK with this repository's compiler. Otherwise each `npm install` would compile it.
 *
 * @param {string} directory
 */
async function compileNodeSdk(directory) {
  await leaveOutStackTraces(directory);
  const modules = join(directory, "node_modules");
  await symlink(join(root, "node_modules"), modules, "dir");
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const name = "tsc of the SDK for Node.js";
  await execute(process.execPath, [compiler, "--types", "node"], { cwd: directory, name });
  await rm(modules);
  await rm(join(directory, "scripts"), { recursive: true });
  const file = join(directory, "package.json");
  const { scripts, dependencies, ...facts } = JSON.parse(await readFile(file, "utf8"));
  const needed = { "@pulumi/pulumi": dependencies["@pulumi/pulumi"] };
  await writeFile(file, `${JSON.stringify({ ...facts, files: ["bin"], dependencies: needed }, null, 2)}\n`);
  // The SDK reads its version from a copy beside the compiled code.
  await cp(file, join(directory, "bin", "package.json"));
}
