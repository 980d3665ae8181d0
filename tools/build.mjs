import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

// Compiles the sources of both packages to the dist of each. Unlike plain tsc it leaves nothing there that has no source
// any more, since all of dist is published, and writes only what changed: programs that run from dist meanwhile are not
// disturbed. It compiles nothing when sources and dist are as the last build left them.

const root = fileURLToPath(new URL("..", import.meta.url));

const packages = [root, join(root, "emulator")];
const lastBuild = join(root, "node_modules", ".cache", "vendorcloud-build");
// Before the build: a source that changes meanwhile is compiled by the next one.
const sources = hashOf(sourceFiles());
const fingerprint = () =>
  `${sources} ${hashOf(packages.flatMap((directory) => filesIn(join(directory, "dist"))))}`;
if (!existsSync(lastBuild) || readFileSync(lastBuild, "utf8") !== fingerprint()) {
  for (const directory of packages) build(directory);
  mkdirSync(dirname(lastBuild), { recursive: true });
  writeFileSync(lastBuild, fingerprint());
}

// npm makes commands executable only where they exist already when it installs.
const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
for (const command of Object.values(bin)) chmodSync(join(root, command), 0o755);

/** @returns {string[]} all that a build reads; dependencies are as the lock file says */
function sourceFiles() {
  const settings = ["package-lock.json", "package.json", "tsconfig.json", "tools/build.mjs"];
  return [
    ...settings.map((file) => join(root, file)),
    ...packages.map((directory) => join(directory, "tsconfig.build.json")),
    ...["provider", "cli", "emulator"].flatMap((name) => filesIn(join(root, name))),
  ];
}

/** @param {string[]} files */
function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file)).update("\n");
  return hash.digest("hex");
}

/**
 * @param {string} directory
 * @returns {string[]} without dependencies and what is built of others
 */
function filesIn(directory) {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && name !== "dist")
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}

/** @param {string} directory of a package */
function build(directory) {
  const project = join(directory, "tsconfig.build.json");
  /** @type {import("typescript").ParseConfigFileHost} */
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => stopAt([problem]) };
  const parsed = ts.getParsedCommandLineOfConfigFile(project, {}, host);
  if (!parsed?.options.outDir) throw new Error(`${project} names no outDir`);
  const { fileNames, options, errors } = parsed;
  const program = ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
  stopAt(ts.getPreEmitDiagnostics(program));

  /** @type {Set<string>} */
  const current = new Set();
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const file = resolve(path);
    current.add(file);
    if (existsSync(file) && readFileSync(file, "utf8") === text) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  });
  stopAt(diagnostics);
  removeStale(parsed.options.outDir, current);
}

/**
 * @param {string} directory
 * @param {ReadonlySet<string>} current the files that stay
 */
function removeStale(directory, current) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = resolve(directory, entry.name);
    if (entry.isDirectory()) removeStale(path, current);
    else if (!current.has(path)) rmSync(path);
  }
  if (readdirSync(directory).length === 0) rmSync(directory, { recursive: true });
}

/** @param {readonly import("typescript").Diagnostic[]} problems */
function stopAt(problems) {
  if (problems.length === 0) return;
  const format = process.stderr.isTTY ? ts.formatDiagnosticsWithColorAndContext : ts.formatDiagnostics;
  console.error(
    format(ts.sortAndDeduplicateDiagnostics(problems), {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => process.cwd(),
      getNewLine: () => "\n",
    }).trimEnd(),
  );
  process.exit(1);
}
