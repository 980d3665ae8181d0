import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildGoProgram } from "../go.mjs";
import { describeFailure, run } from "../process.mjs";

const MINUTES = 60_000;

/** Go builds each of these once. */
const generators = {
  /** The code generators of the CLI that `npm test` builds. */
  current: {},
  /** Those that have left Pulumi's own module since. */
  older: { flags: ["-modfile=older.mod", "-tags=older"] },
};

/**
 * Writes SDKs with Pulumi's own code generators: `current` those for Node.js, Python and Go, `older` those for .NET and Java.
 *
 * @param {keyof typeof generators} which
 * @param {string} schema the package schema, as JSON
 * @param {string} directory gets one folder for each language
 */
export async function generateSdks(which, schema, directory) {
  const program = await buildGoProgram({
    name: `sdk-generator-${which}`,
    module: join(import.meta.dirname, "generator"),
    source: ".",
    ...generators[which],
    check: { args: [], prints: "usage: generator" },
  });
  await mkdir(directory, { recursive: true });
  const file = join(directory, "schema.json");
  await writeFile(file, schema);
  const outcome = await run(program, [file, directory], { limitMs: 5 * MINUTES });
  if (outcome.failure) throw new Error(`SDKs: ${describeFailure(outcome)}`);
}
