import { join } from "node:path";
import { releaseKey } from "./cache.mjs";
import { requireUsable } from "./cli.mjs";
import { withProgress } from "./progress.mjs";
import { describeFailure, run } from "./run.mjs";
import { publish, withStaging } from "./staging.mjs";

/** The npm package `pulumi` has the version of the CLI that it downloads. */
export const LAUNCHER_VERSION = "3.250.0";

// Long enough for a slow answer, short enough where connections vanish without one.
const SILENCE_MS = 30_000;
const TOTAL_MS = 15 * 60_000;

// What npm and the download print around the one line that says what went wrong.
const NOISE =
  /^Downloading |^[+=\d%]|^Dload |^npm (warn|notice)|^npm error(?:$| (?: |}|code|syscall|errno|A complete|If you|(?:network|notarget) (?:This|In|If)|network$))/;

/** The entry that a download ends up in. */
export const releaseEntry = { key: releaseKey(LAUNCHER_VERSION), version: LAUNCHER_VERSION };

/**
 * Has npm's official launcher download the CLI and moves the result into the cache.
 *
 * @param {{ log: (line: string) => void }} options
 * @returns {Promise<{ directory: string, version: string }>}
 */
export async function downloadWithLauncher({ log }) {
  return withStaging(async (staging) => {
    const step = `Pulumi CLI: downloading ${LAUNCHER_VERSION} with npm's launcher`;
    await withProgress(log, step, async (detail) => {
      const outcome = await run("npx", ["--yes", `pulumi@${LAUNCHER_VERSION}`, "version"], {
        cwd: staging,
        env: launcherEnvironment(process.env, staging),
        shell: process.platform === "win32",
        totalMs: TOTAL_MS,
        silenceMs: SILENCE_MS,
        onLine: (line) => {
          if (/^[+=]/.test(line)) detail(line.replace(/^[+=\s]+|[=\s]+$/g, ""));
        },
      });
      if (outcome.failure) {
        throw new Error(`npx pulumi@${LAUNCHER_VERSION}: ${describeFailure(outcome, NOISE)}`);
      }
    });
    const finished = join(staging, "versions", LAUNCHER_VERSION, "bin");
    const entry = {
      key: releaseEntry.key,
      requireUsable: (/** @type {string} */ directory) => requireUsable(directory, LAUNCHER_VERSION),
    };
    return { directory: await publish(finished, entry), version: LAUNCHER_VERSION };
  });
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} home where the launcher puts the CLI
 * @returns {NodeJS.ProcessEnv}
 */
export function launcherEnvironment(env, home) {
  // A surrounding `npm run` hands down which workspace it runs in; there is none where this runs.
  const own = Object.entries(env).filter(
    ([name]) => !/^npm_config_(.*workspace.*|local_prefix)$/i.test(name),
  );
  return {
    ...Object.fromEntries(own),
    PULUMI_HOME: home,
    PULUMI_VERSION: LAUNCHER_VERSION,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    npm_config_fetch_retries: "0",
    npm_config_update_notifier: "false",
  };
}
