import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { hashTexts, keep } from "../cache.mjs";
import { runGo } from "../go.mjs";
import { execute, runTool } from "../process.mjs";
import { withProgress } from "../pulumi-cli/progress.mjs";
import { runPython } from "../python.mjs";
import { root } from "../setup.mjs";
import { writeReadmes } from "./readme.mjs";
import { generateSdks, keepSdks } from "./sdks.mjs";

// `npm run sdks`: generates the SDKs of all languages from the package schema, in `sdks/` or in the given folder. The SDK for
// Node.js is also compiled and packed, and the SDK for Python also built as a wheel. They are cached. With `--installed` instead
// of a folder, it prints the location of the SDKs for Node.js (compiled), Python and Go.

const LANGUAGES = ["nodejs", "python", "go", "dotnet", "java"];
const LICENSE = join(root, "LICENSE");

/** Files that decide what is made of the generated SDKs. */
const SOURCES = [
  ...[LICENSE, import.meta.filename, join(import.meta.dirname, "readme.mjs")],
  join(root, "docs/languages.md"),
];

/** What the index shows, and the generator does not write. */
const PYTHON_FACTS = `  authors = [{ name = "Vendor Cloud" }]
  classifiers = [
    "Development Status :: 4 - Beta",
    "Intended Audience :: System Administrators",
    "Operating System :: OS Independent",
    "Programming Language :: Python :: 3",
    "Topic :: System :: Systems Administration",
    "Typing :: Typed",
  ]
`;

const [folder = join(root, "sdks")] = process.argv.slice(2);
await runTool(async () => {
  if (folder === "--installed") return (await keepSdks()).directory;
  const { directory: installed, key } = await step("Node.js, Python and Go", keepSdks);
  const texts = await Promise.all(SOURCES.map((file) => readFile(file, "utf8")));
  const made = await keep(`release-${key}-${hashTexts(texts)}`, {
    make: (directory) => makeSdks(installed, directory),
    requireUsable: (directory) => readdir(join(directory, "python", "dist")),
  });
  const directory = resolve(folder);
  for (const name of await readdir(made)) {
    await rm(join(directory, name), { recursive: true, force: true });
    await cp(join(made, name), join(directory, name), { recursive: true });
  }
  return directory;
});

/**
 * Reports a step. The first one builds the generators, which takes minutes.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
function step(name, work) {
  return withProgress((line) => console.error(`SDKs: ${line}`), name, work);
}

/**
 * @param {string} installed the SDKs for Node.js, Python and Go
 * @param {string} directory
 */
async function makeSdks(installed, directory) {
  await cp(installed, directory, { recursive: true });
  await step("C# and Java", () => generateSdks("older", directory));
  for (const language of LANGUAGES) await copyFile(LICENSE, join(directory, language, "LICENSE"));
  await writeReadmes(directory);
  const npm = ["pack", "--silent", "--pack-destination", join(directory, "nodejs")];
  await step("npm package", () => execute("npm", [...npm, join(directory, "nodejs")], { name: "npm pack" }));
  await step("wheel", () => buildWheel(join(directory, "python")));
  await step("Go module", () => tidyModule(join(directory, "go")));
}

/** @param {string} sdk the SDK for Python; the wheel is in its folder `dist` */
async function buildWheel(sdk) {
  const project = join(sdk, "pyproject.toml");
  await writeFile(
    project,
    (await readFile(project, "utf8")).replace("[project]\n", `[project]\n${PYTHON_FACTS}`),
  );
  const wheels = join(sdk, "dist");
  await mkdir(wheels, { recursive: true });
  const quiet = ["--quiet", "--disable-pip-version-check"];
  await runPython(["-m", "pip", "wheel", ...quiet, "--no-deps", "--wheel-dir", wheels, sdk]);
  // pip builds in the folder of the source.
  for (const name of await readdir(sdk))
    if (name === "build" || name.endsWith(".egg-info")) await rm(join(sdk, name), { recursive: true });
}

/** @param {string} sdk the SDK for Go: the generator writes a version of Pulumi's SDK that is too old, and no checksums */
async function tidyModule(sdk) {
  const pulumi = "github.com/pulumi/pulumi/sdk/v3@v3.230.0";
  for (const args of [["edit", `-require=${pulumi}`], ["tidy"]]) await runGo(["mod", ...args], { cwd: sdk });
}
