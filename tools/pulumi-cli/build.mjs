import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { buildKey } from "./cache.mjs";
import { files, requireUsable } from "./cli.mjs";
import { modules, readWanted } from "./go-modules.mjs";
import { withProgress } from "./progress.mjs";
import { describeFailure, run } from "./run.mjs";
import { publish, withStaging } from "./staging.mjs";
import { compareVersions, parseGoVersion } from "./version.mjs";

const MINUTE_MS = 60_000;
const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/**
 * @param {string} [engineVersion] another one than the pinned
 * @returns {Promise<{ key: string, version: string }>} the cache entry that a build ends up in
 */
export async function buildEntry(engineVersion) {
  const wanted = await readWanted(engineVersion);
  return { key: buildKey(wanted), version: wanted.engineVersion };
}

/**
 * Builds the CLI and its language hosts with Go and moves them into the cache.
 *
 * @param {object} options
 * @param {(line: string) => void} options.log
 * @param {boolean} [options.replace]
 * @param {string} [options.engineVersion] another one than the pinned
 * @returns {Promise<{ directory: string, version: string }>}
 */
export async function buildFromModules({ log, replace, engineVersion }) {
  const wanted = await readWanted(engineVersion);
  const go = await requireGo(wanted.goVersion);
  log(
    `Pulumi CLI: building ${wanted.engineVersion} with Go ${go}. This is needed once and takes some minutes.`,
  );
  return withStaging(async (staging) => {
    const finished = join(staging, "bin");
    await mkdir(finished);
    const engine = await engineFolder(wanted, staging);
    const packages = await withProgress(log, "Pulumi CLI: downloading modules", async (detail) => {
      const count = counter((downloaded) => detail(`${downloaded} so far`));
      return {
        engine: await download(engine.folder, count, engine.flags),
        languageHost: await download(modules.languageHost.folder, count),
        yamlHost: await download(modules.yamlHost.folder, count),
      };
    });
    await withProgress(log, "Pulumi CLI: compiling the CLI", (detail) =>
      compile(engine.folder, wanted.engineVersion, finished, packages.engine, detail),
    );
    await withProgress(log, "Pulumi CLI: compiling the language hosts", (detail) =>
      compile(
        modules.languageHost.folder,
        wanted.languageHostVersion,
        finished,
        packages.languageHost,
        detail,
      ),
    );
    await withProgress(log, "Pulumi CLI: compiling the language host of YAML programs", (detail) =>
      compile(modules.yamlHost.folder, wanted.engineVersion, finished, packages.yamlHost, detail),
    );
    await copyPythonExecutor(finished);
    const version = wanted.engineVersion;
    const entry = {
      key: buildKey(wanted),
      requireUsable: (/** @type {string} */ directory) => requireUsable(directory, version),
      replace,
    };
    return { directory: await publish(finished, entry), version };
  });
}

/**
 * @param {string} minimum
 * @returns {Promise<string>} the version of Go that will build
 */
async function requireGo(minimum) {
  // Asked in the module's folder: there Go may step up to a newer toolchain of its own.
  const outcome = await go(["env", "GOVERSION"], { cwd: modules.engine.folder, totalMs: 5 * MINUTE_MS });
  if (outcome.failure)
    throw new Error(`Go ${minimum} or newer is needed; go env: ${describeFailure(outcome)}`);
  const version = parseGoVersion(outcome.stdout);
  if (!version || compareVersions(version, minimum) < 0) {
    throw new Error(`Go ${minimum} or newer is needed, and this is ${outcome.stdout.trim()}`);
  }
  return version;
}

/**
 * The module of the CLI, and the flags to download it with.
 *
 * @param {import("./go-modules.mjs").Wanted} wanted
 * @param {string} staging
 * @returns {Promise<{ folder: string, flags: string[] }>}
 */
async function engineFolder({ otherEngine }, staging) {
  if (!otherEngine) return { folder: modules.engine.folder, flags: [] };
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
  const outcome = await go(["list", ...flags, "-deps", "tool"], {
    cwd,
    totalMs: 60 * MINUTE_MS,
    silenceMs: 5 * MINUTE_MS,
    onLine: (line) => {
      if (line.startsWith("go: downloading ")) onModule();
    },
  });
  if (outcome.failure) throw new Error(`go list: ${describeFailure(outcome, /^go: downloading /)}`);
  return outcome.stdout.trim().split("\n").length;
}

/**
 * @param {string} cwd
 * @param {string} version an unstamped CLI is refused by the Automation API
 * @param {string} target
 * @param {number} packages
 * @param {(text: string) => void} detail
 */
async function compile(cwd, version, target, packages, detail) {
  const stamp = `-s -w -X ${VERSION_VARIABLE}=v${version}`;
  const args = ["build", "-v", "-trimpath", "-buildvcs=false", "-ldflags", stamp, "-o", target + sep, "tool"];
  const count = counter((compiled) => detail(`${compiled} of ${packages} packages`));
  const outcome = await go(args, { cwd, totalMs: 60 * MINUTE_MS, onLine: count });
  if (outcome.failure) throw new Error(`go build: ${describeFailure(outcome)}`);
}

/**
 * The host of Python programs runs them with a script that stands beside it.
 *
 * @param {string} target
 */
async function copyPythonExecutor(target) {
  const { folder, provides } = modules.languageHost;
  const outcome = await go(["list", "-m", "-f", "{{.Dir}}", provides], { cwd: folder, totalMs: MINUTE_MS });
  if (outcome.failure) throw new Error(`go list: ${describeFailure(outcome)}`);
  const script = join(target, files.pythonExecutor);
  await copyFile(join(outcome.stdout.trim(), "python", "cmd", files.pythonExecutor), script);
  // What Go downloads is read-only.
  await chmod(script, 0o755);
}

/**
 * Runs Go in the folder of one of this project's own modules.
 *
 * @param {readonly string[]} args
 * @param {import("./run.mjs").RunOptions} options
 */
export function go(args, options) {
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    // go.sum decides what is built; whatever else is set for other builds must not change this one.
    GOFLAGS: "-mod=readonly",
    GOWORK: "off",
    // Needs no C compiler, and runs whatever C library the machine has.
    CGO_ENABLED: "0",
  };
  // It runs on this machine, even where builds for others are the rule.
  delete env.GOOS;
  delete env.GOARCH;
  return run("go", args, { env, ...options });
}

/** @param {(count: number) => void} report */
function counter(report) {
  let count = 0;
  return () => report(++count);
}
