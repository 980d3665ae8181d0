import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { getCacheRoot, store } from "../cache.mjs";
import { runGo } from "../go.mjs";
import { describeFailure, splitIntoLines } from "../process.mjs";
import { files, requireUsable } from "./cli.mjs";
import { modules, readWanted } from "./go-modules.mjs";
import { withProgress } from "./progress.mjs";

const MINUTES = 60_000;
const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/**
 * @param {string} [engineVersion] another one than the pinned
 * @returns {Promise<import("./index.mjs").Found>} where a build ends up
 */
export async function buildEntry(engineVersion) {
  const { engineVersion: version, languageHostVersion, fingerprint } = await readWanted(engineVersion);
  const key = `build-${version}_host-${languageHostVersion}_${fingerprint}_${process.platform}-${process.arch}`;
  return { directory: join(getCacheRoot(), "pulumi-cli", key), version, isBuild: true };
}

/**
 * Builds the CLI and its language hosts with Go into the cache.
 *
 * @param {(line: string) => void} log
 * @param {string} [engineVersion] another one than the pinned
 * @returns {Promise<import("./index.mjs").Found>}
 */
export async function buildFromModules(log, engineVersion) {
  const entry = await buildEntry(engineVersion);
  await store(entry.directory, {
    make: (staging) => build(staging, log, engineVersion),
    requireUsable: (directory) => requireUsable(directory, entry.version),
  });
  return entry;
}

/**
 * @param {string} staging
 * @param {(line: string) => void} log
 * @param {string} [engineVersion]
 * @returns {Promise<string>} the directory with all programs
 */
async function build(staging, log, engineVersion) {
  const wanted = await readWanted(engineVersion);
  log(`Pulumi CLI: building ${wanted.engineVersion} with Go. This is needed once and takes some minutes.`);
  const finished = join(staging, "bin");
  await mkdir(finished);
  const { engineVersion: version, languageHostVersion } = wanted;
  const engine = await engineFolder(wanted, staging);
  const parts = [
    { what: "the CLI", version, ...engine },
    { what: "the language hosts", version: languageHostVersion, folder: modules.languageHost.folder },
    { what: "the language host of YAML programs", version, folder: modules.yamlHost.folder },
  ];
  const packages = await withProgress(log, "Pulumi CLI: downloading modules", async (detail) => {
    const count = counter((downloaded) => detail(`${downloaded} so far`));
    const counts = [];
    for (const { folder, flags } of parts) counts.push(await download(folder, count, flags));
    return counts;
  });
  for (const [index, { what, folder, version }] of parts.entries())
    await withProgress(log, `Pulumi CLI: compiling ${what}`, (detail) =>
      compile(folder, version, finished, (count) => detail(`${count} of ${packages[index]} packages`)),
    );
  await copyPythonExecutor(finished);
  return finished;
}

/**
 * The module of the CLI, and the flags to download it with.
 *
 * @param {import("./go-modules.mjs").Wanted} wanted
 * @param {string} staging
 * @returns {Promise<{ folder: string, flags?: string[] }>}
 */
async function engineFolder({ otherEngine }, staging) {
  if (!otherEngine) return { folder: modules.engine.folder };
  const folder = join(staging, "engine");
  await mkdir(folder);
  await writeFile(join(folder, "go.mod"), otherEngine);
  // Go completes go.mod and go.sum, from the public sums, before it compiles what they decide.
  return { folder, flags: ["-mod=mod"] };
}

/**
 * Lists the packages of the tool, for which Go downloads just the modules that are compiled.
 *
 * @param {string} cwd
 * @param {() => void} onModule
 * @param {readonly string[]} [flags]
 * @returns {Promise<number>} how many packages there are to compile
 */
async function download(cwd, onModule, flags = []) {
  const outcome = await runGo(["list", ...flags, "-deps", "tool"], {
    cwd,
    limitMs: 60 * MINUTES,
    silenceMs: 5 * MINUTES,
    onOutput: splitIntoLines((line) => {
      if (line.startsWith("go: downloading ")) onModule();
    }),
  });
  if (outcome.failure) throw new Error(`go list: ${describeFailure(outcome, /^go: downloading /)}`);
  return outcome.stdout.trim().split("\n").length;
}

/**
 * @param {string} cwd
 * @param {string} version an unstamped CLI is refused by the Automation API
 * @param {string} target
 * @param {(count: number) => void} onPackage
 */
async function compile(cwd, version, target, onPackage) {
  const stamp = `-s -w -X ${VERSION_VARIABLE}=v${version}`;
  const args = ["build", "-v", "-trimpath", "-buildvcs=false", "-ldflags", stamp, "-o", target + sep, "tool"];
  const outcome = await runGo(args, {
    cwd,
    limitMs: 60 * MINUTES,
    onOutput: splitIntoLines(counter(onPackage)),
  });
  if (outcome.failure) throw new Error(`go build: ${describeFailure(outcome)}`);
}

/**
 * The host of Python programs runs them with a script that stands beside it.
 *
 * @param {string} target
 */
async function copyPythonExecutor(target) {
  const { folder, provides } = modules.languageHost;
  const outcome = await runGo(["list", "-m", "-f", "{{.Dir}}", provides], { cwd: folder, limitMs: MINUTES });
  if (outcome.failure) throw new Error(`go list: ${describeFailure(outcome)}`);
  const script = join(target, files.pythonExecutor);
  await copyFile(join(outcome.stdout.trim(), "python", "cmd", files.pythonExecutor), script);
  // Go makes its downloads read-only.
  await chmod(script, 0o755);
}

/**
 * @param {(count: number) => void} report
 * @returns {() => void}
 */
function counter(report) {
  let count = 0;
  return () => report(++count);
}
