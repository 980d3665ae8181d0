import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, Sandbox, SUBSCRIPTION } from "./sandbox.js";

/**
 * One folder for each version: a project with the state that this version wrote, and the file that its secrets are encrypted
 * with.
 */
export const GOLDEN_STATES = join(ROOT, "test/golden-states");

export const VERSION: string = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;

export const STACK = "golden";

/** Opens a project of that folder with an empty backend, and a service that always returns the same values. */
export async function openGolden(project: string): Promise<Sandbox> {
  const sandbox = await Sandbox.open({ seed: "demo", now: () => Date.UTC(2026, 0, 1) });
  const system = `/subscriptions/${SUBSCRIPTION}/resourceGroups/golden/providers/Vendor.Workloads/erpVirtualInstances/X00`;
  for (const instance of ["databaseInstances/db0", "applicationInstances/app0"])
    sandbox.emulator.erp.put(`${system}/${instance}`);
  cpSync(project, sandbox.project, { recursive: true });
  await succeed(sandbox, "stack", "init", STACK);
  return sandbox;
}

/** Runs the CLI and returns its output; rejects if the command fails. */
export async function succeed(sandbox: Sandbox, ...args: string[]): Promise<string> {
  const { text, failed } = await sandbox.pulumi(...args);
  if (failed) throw new Error(text);
  return text;
}
