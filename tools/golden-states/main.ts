import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GOLDEN_STATES, openGolden, STACK, succeed, VERSION } from "../../test/support/goldenState.js";
import { setUp } from "../setup.mjs";

// Writes the state of the current version with one resource of each type, before its release:
//
//   npx tsx tools/golden-states/main.ts

const PROGRAM = join(GOLDEN_STATES, "program");
const SETTINGS = `Pulumi.${STACK}.yaml`;

async function main(): Promise<void> {
  Object.assign(process.env, (await setUp({ log: console.error })).environment);
  const sandbox = await openGolden(PROGRAM);
  try {
    await succeed(sandbox, "up", "--yes", "--skip-preview", "--stack", STACK);
    await succeed(sandbox, "stack", "export", "--stack", STACK, "--file", "state.json");
    const target = join(GOLDEN_STATES, VERSION);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target);
    cpSync(PROGRAM, target, { recursive: true });
    cpSync(join(sandbox.project, SETTINGS), join(target, SETTINGS));
    const state = readFileSync(join(sandbox.project, "state.json"), "utf8");
    writeFileSync(join(target, "state.json"), withoutRunDetails(state));
  } finally {
    await sandbox.close();
  }
}

/** Removes times and source positions, which differ between runs. */
function withoutRunDetails(state: string): string {
  const { version, deployment } = JSON.parse(state);
  deployment.manifest.time = "0001-01-01T00:00:00Z";
  for (const resource of deployment.resources) {
    for (const name of ["created", "modified", "sourcePosition", "stackTrace"]) delete resource[name];
  }
  return `${JSON.stringify({ version, deployment }, undefined, 2)}\n`;
}

void main();
