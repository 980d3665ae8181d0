import { mkdir, rename, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { getCacheRoot, PLATFORM, store } from "../cache.mjs";
import { withoutWorkspace } from "../install.mjs";
import { execute } from "../process.mjs";
import { requireUsable, VERSIONS } from "./cli.mjs";
import { withProgress } from "./progress.mjs";

const VERSION = VERSIONS.launcher;

// Allows slow responses, and limits the wait where connections are dropped silently.
const SILENCE_MS = 30_000;

// Output of npm and of the download other than the line with the problem.
const NOISE =
  /^Downloading |^[+=\d%]|^Dload |^npm (warn|notice)|^npm error(?:$| (?: |}|code|syscall|errno|A complete|If you|(?:network|notarget) (?:This|In|If)|network$))/;

/** @returns {import("./index.mjs").Found} the location of a download */
export function releaseEntry() {
  return {
    directory: join(getCacheRoot(), "pulumi-cli", `release-${VERSION}_${PLATFORM}`),
    version: VERSION,
  };
}

/**
 * Downloads the CLI and its language hosts into the cache, with npm's official launcher.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<import("./index.mjs").Found>}
 */
export async function downloadWithLauncher(log) {
  const entry = releaseEntry();
  await store(entry.directory, {
    make: async (directory) => {
      const home = join(directory, "..", "home");
      await mkdir(home);
      await withProgress(log, `Pulumi CLI: downloading ${VERSION} with npm's launcher`, (onOutput) =>
        launch(home, onOutput),
      );
      await rmdir(directory);
      await rename(join(home, "versions", VERSION, "bin"), directory);
    },
    requireUsable: (directory) => requireUsable(directory, VERSION),
  });
  return entry;
}

/**
 * @param {string} home where the launcher puts the CLI
 * @param {(text: string) => void} onOutput
 */
async function launch(home, onOutput) {
  await execute("npx", ["--yes", `pulumi@${VERSION}`, "version"], {
    name: `npx pulumi@${VERSION}`,
    noise: NOISE,
    cwd: home,
    env: {
      ...withoutWorkspace(process.env),
      PULUMI_HOME: home,
      PULUMI_VERSION: VERSION,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      npm_config_fetch_retries: "0",
      npm_config_update_notifier: "false",
    },
    shell: process.platform === "win32",
    silenceMs: SILENCE_MS,
    onOutput,
  });
}
