import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { getCacheRoot, PLATFORM, store } from "../cache.mjs";
import { runGo } from "../go.mjs";
import { files, requireUsable } from "./cli.mjs";
import { modules, readWanted } from "./go-modules.mjs";
import { withProgress } from "./progress.mjs";

const MINUTES = 60_000;
const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/** Omits the gRPC transport of Google's storage, a tenth of the packages. Storage then uses HTTP. */
const TAGS = ["-tags", "disable_grpc_modules"];

/**
 * These packages serve only `pulumi cloud`, and take a quarter of the compile time. Without inlining they take half of that. The
 * flag repeats the one for debug information, because only the last `-gcflags` that matches a package has an effect.
 */
const QUICK = ["github.com/pb33f/libopenapi/...", "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi/cloud"].map(
  (packages) => `-gcflags=${packages}=-dwarf=false -l`,
);

/**
 * @param {import("./go-modules.mjs").Wanted} wanted
 * @returns {import("./index.mjs").Found} the location of a build
 */
export function buildEntry({ engineVersion, languageHostVersion, fingerprint }) {
  const key = `build-${engineVersion}_host-${languageHostVersion}_${fingerprint}_${PLATFORM}`;
  return { directory: join(getCacheRoot(), "pulumi-cli", key), version: engineVersion, isBuild: true };
}

/**
 * Builds the CLI and its language hosts with Go, into the cache.
 *
 * @param {(line: string) => void} log
 * @param {string} [engineVersion] version of the CLI. Default: the pinned one
 * @returns {Promise<import("./index.mjs").Found>}
 */
export async function buildFromModules(log, engineVersion) {
  const wanted = await readWanted(engineVersion);
  const entry = buildEntry(wanted);
  await store(entry.directory, {
    make: (directory) => build(directory, log, wanted),
    requireUsable: (directory) => requireUsable(directory, entry.version),
  });
  return entry;
}

/**
 * @param {string} directory for all programs
 * @param {(line: string) => void} log
 * @param {import("./go-modules.mjs").Wanted} wanted
 */
async function build(directory, log, wanted) {
  const { engineVersion: version, languageHostVersion } = wanted;
  log(`Pulumi CLI: building ${version} with Go. This is needed once and takes some minutes.`);
  const engine = await engineFolder(wanted, join(directory, "..", "engine"));
  const parts = [
    { what: "the CLI", version, ...engine },
    { what: "the language hosts", version: languageHostVersion, folder: modules.languageHost.folder },
    { what: "the language host of YAML programs", version, folder: modules.yamlHost.folder },
  ];
  for (const { what, folder, flags = [] } of parts)
    await withProgress(log, `Pulumi CLI: downloading the modules of ${what}`, (onOutput) =>
      // Listing the packages downloads exactly the modules that are compiled.
      runGo(["list", ...flags, ...TAGS, "-deps", "tool"], {
        ...{ cwd: folder, onOutput },
        ...{ limitMs: 60 * MINUTES, silenceMs: 5 * MINUTES },
      }),
    );
  for (const { what, folder, version } of parts)
    await withProgress(log, `Pulumi CLI: compiling ${what}`, (onOutput) => {
      // The Automation API refuses a CLI without a version.
      const stamp = ["-ldflags", `-s -w -X ${VERSION_VARIABLE}=v${version}`];
      const flags = ["-buildvcs=false", ...TAGS, ...QUICK, ...stamp];
      const args = ["build", "-v", ...flags, "-o", directory + sep, "tool"];
      return runGo(args, { cwd: folder, onOutput, limitMs: 60 * MINUTES });
    });
  await copyPythonExecutor(directory);
}

/**
 * Returns the module of the CLI, and the flags to download it with.
 *
 * @param {import("./go-modules.mjs").Wanted} wanted
 * @param {string} folder receives the module of a CLI other than the pinned one
 * @returns {Promise<{ folder: string, flags?: string[] }>}
 */
async function engineFolder({ otherEngine }, folder) {
  if (!otherEngine) return { folder: modules.engine.folder };
  await mkdir(folder);
  await writeFile(join(folder, "go.mod"), otherEngine);
  // Go completes go.mod and go.sum from the public checksums before it compiles.
  return { folder, flags: ["-mod=mod"] };
}

/**
 * Copies the script with which the host runs Python programs.
 *
 * @param {string} target
 */
async function copyPythonExecutor(target) {
  const { folder, provides } = modules.languageHost;
  const source = await runGo(["list", "-m", "-f", "{{.Dir}}", provides], { cwd: folder });
  const script = join(target, files.pythonExecutor);
  await copyFile(join(source.trim(), "python", "cmd", files.pythonExecutor), script);
  // Go makes its downloads read-only.
  await chmod(script, 0o755);
}
