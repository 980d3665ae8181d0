import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Emulator } from "./demo/emulator.mjs";
import { findLeaks, placesOf } from "./demo/leaks.mjs";
import { steps } from "./demo/steps.mjs";
import { summary } from "./demo/summary.mjs";
import { Workspace } from "./demo/workspace.mjs";
import { Interrupted } from "./pulumi-cli/run.mjs";
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
  for (const [index, step] of steps.entries()) {
    console.log(`\n${headline(`${index + 1}/${steps.length}  ${step.title}`)}\n`);
    const result = await perform(step, scene);
    results.push(result);
    // What comes next builds on it.
    if (!result.ok) break;
  }
} catch (error) {
  if (!(error instanceof Interrupted)) console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Interrupted ? 130 : 1;
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}
if (results.length > 0 && !interrupted) {
  console.log(`\n${headline("What was seen")}\n\n${summary(results)}`);
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}

/** @returns {Promise<import("./demo/steps.mjs").Scene>} */
async function prepare() {
  console.log(headline("Preparing"));
  const environment = await setUp({ log: console.log });
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
  let seen = "";
  try {
    seen = await run(scene);
    const leaks = findLeaks(scene.secrets, await placesOf(scene));
    return { title, seen: leaks.length > 0 ? `readable: ${leaks.join(", ")}` : seen, ok: leaks.length === 0 };
  } catch (error) {
    if (interrupted) throw error;
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    return { title, seen: message.split("\n", 1)[0] ?? "", ok: false };
  }
}

/** @param {string} text */
function headline(text) {
  return process.stdout.isTTY ? `\x1b[1m== ${text}\x1b[0m` : `== ${text}`;
}
