import { join } from "node:path";
import { getCacheRoot, store } from "../cache.mjs";
import { withoutWorkspace } from "../install.mjs";
import { describeFailure, run, splitIntoLines } from "../process.mjs";
import { requireUsable } from "./cli.mjs";
import { withProgress } from "./progress.mjs";

/** The npm package `pulumi` has the version of the CLI that it downloads. */
const VERSION = "3.250.0";

// Long enough for a slow answer, short enough where connections vanish without one.
const SILENCE_MS = 30_000;
const LIMIT_MS = 15 * 60_000;

// Output of npm and of the download around the one line that names the problem.
const NOISE =
  /^Downloading |^[+=\d%]|^Dload |^npm (warn|notice)|^npm error(?:$| (?: |}|code|syscall|errno|A complete|If you|(?:network|notarget) (?:This|In|If)|network$))/;

/** @returns {import("./index.mjs").Found} where a download ends up */
export function releaseEntry() {
  const key = `release-${VERSION}_${process.platform}-${process.arch}`;
  return { directory: join(getCacheRoot(), "pulumi-cli", key), version: VERSION };
}

/**
 * Has npm's official launcher download the CLI, with its language hosts, into the cache.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<import("./index.mjs").Found>}
 */
export async function downloadWithLauncher(log) {
  const entry = releaseEntry();
  await store(entry.directory, {
    make: async (staging) => {
      await withProgress(log, `Pulumi CLI: downloading ${VERSION} with npm's launcher`, (detail) =>
        launch(staging, detail),
      );
      return join(staging, "versions", VERSION, "bin");
    },
    requireUsable: (directory) => requireUsable(directory, VERSION),
  });
  return entry;
}

/**
 * @param {string} home where the launcher puts the CLI
 * @param {(text: string) => void} detail
 */
async function launch(home, detail) {
  const outcome = await run("npx", ["--yes", `pulumi@${VERSION}`, "version"], {
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
    limitMs: LIMIT_MS,
    silenceMs: SILENCE_MS,
    onOutput: splitIntoLines((line) => {
      if (/^[+=]/.test(line)) detail(line.replace(/^[+=\s]+|[=\s]+$/g, ""));
    }),
  });
  if (outcome.failure) throw new Error(`npx pulumi@${VERSION}: ${describeFailure(outcome, NOISE)}`);
}
