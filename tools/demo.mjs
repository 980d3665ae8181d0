import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Emulator } from "./demo/emulator.mjs";
import { LeakDetector } from "./demo/leaks.mjs";
import { steps } from "./demo/steps.mjs";
import { formatSummary } from "./demo/summary.mjs";
import { Workspace } from "./demo/workspace.mjs";
import { root, setUp } from "./setup.mjs";

// `npm run demo`: the example "container-group" through its whole life with the real CLI, against the emulator.
// Every step checks that it showed what it should. Nothing of it outlives the run.

/** @type {(() => unknown)[]} */
const cleanups = [];
/** @type {import("./demo/summary.mjs").Result[]} */
const results = [];
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    interrupted = true;
  });
}

try {
  const scene = await prepare();
  const detector = new LeakDetector(scene.secrets);
  for (const [index, step] of steps.entries()) {
    console.log(`\n${headline(`${index + 1}/${steps.length}  ${step.title}`)}`);
    const result = await perform(step, scene);
    results.push(result);
    await detector.search(scene);
    // The next steps depend on this one.
    if (!result.ok || interrupted) break;
  }
  results.push(secretsResult(detector));
} catch (error) {
  if (!interrupted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}
if (interrupted) {
  process.exitCode = 130;
} else if (results.length > 0) {
  console.log(`\n${headline("Results")}\n\n${formatSummary(results)}`);
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}

/** @returns {Promise<import("./demo/steps.mjs").Scene>} */
async function prepare() {
  console.log(headline("Preparing"));
  const { environment } = await setUp({ log: console.log });
  const secrets = Object.fromEntries(
    ["token", "apiKey", "storageKey"].map((name) => [name, `${name}-${randomBytes(12).toString("hex")}`]),
  );
  const emulator = await Emulator.start({ token: secrets.token ?? "", polls: 4 });
  cleanups.push(() => emulator.stop());
  const workspace = new Workspace(join(root, "examples", "container-group"), environment);
  cleanups.push(() => workspace.close());
  console.log(`Emulator: ${emulator.url}`);
  console.log("State, home and stack: in a temporary directory\n");
  await workspace.pulumi("stack", "init", "demo");
  await workspace.setConfig("vendorcloud:resourceManagerUrl", emulator.url);
  await workspace.setSecret("vendorcloud:resourceManagerToken", secrets.token ?? "");
  await workspace.setConfig("vendorcloud:subscriptionId", "11111111-2222-3333-4444-555555555555");
  await workspace.setConfig("vendorcloud:pollIntervalSeconds", "0.5");
  await workspace.setSecret("apiKey", secrets.apiKey ?? "");
  await workspace.setSecret("storageKey", secrets.storageKey ?? "");
  return { workspace, emulator, secrets };
}

/**
 * @param {import("./demo/steps.mjs").Step} step
 * @param {import("./demo/steps.mjs").Scene} scene
 */
async function perform({ title, run }, scene) {
  try {
    return { title, seen: await run(scene), ok: true };
  } catch (error) {
    if (interrupted || !(error instanceof Error)) throw error;
    console.error(error.message);
    return { title, seen: error.message.split("\n", 1)[0] ?? "", ok: false };
  }
}

/** @param {LeakDetector} detector */
function secretsResult({ secrets, leaks, searched }) {
  const [first] = leaks;
  const where = first ? `${first}, ${leaks.size} places in total` : "none found";
  const seen = `${secrets.length} secrets searched in state, files, output and headers (${searched} texts): ${where}`;
  return { title: "Secrets", seen, ok: leaks.size === 0 };
}

/** @param {string} text */
function headline(text) {
  return process.stdout.isTTY ? `\x1b[1m== ${text}\x1b[0m` : `== ${text}`;
}
