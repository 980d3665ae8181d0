import { writeFileSync } from "node:fs";
import { PostgreSql } from "../../test/support/postgresql.js";
import { runTool } from "../process.mjs";
import { CHANGED, type Client, type Step, TEXT } from "./client.js";
import { picture } from "./picture.js";
import { measureProcesses } from "./processes.js";
import { VARIANTS } from "./variants.js";

// Compares the costs of variants with the cost of the first one. Each round runs the real tools from an empty state.
//
//   npm run bench -- [resources, default 100] [rounds, default 3] [variants, default floor,dynamic] [file for a picture]

const [given = "100", rounds = "3", variants = "floor,dynamic", pictureFile] = process.argv.slice(2);
const count = Number(given);

interface Costs {
  /** For each command: seconds of time and of processors, and megabytes of all processes; also the bytes of the state. */
  amounts: Record<string, number>;
  requests: Record<string, number>;
}

void runTool(async () => {
  const names = variants.split(",");
  const unknown = names.filter((name) => !(name in VARIANTS)).join(", ");
  if (unknown !== "") throw new Error(`No variant is called ${unknown}: ${Object.keys(VARIANTS).join(", ")}`);
  const needsDatabase = names.some((name) => VARIANTS[name]?.isInPostgreSql);
  const database = needsDatabase ? await PostgreSql.start() : undefined;
  const costs = new Map<string, Costs[]>(names.map((name) => [name, []]));
  try {
    for (let round = 1; round <= Number(rounds); round++)
      for (const [name, all] of costs) {
        const client = await open(name, database);
        // The tool is not installed and cannot be built.
        if (client === undefined) costs.delete(name);
        else all.push(await live(`${name}, round ${round}`, client));
      }
  } finally {
    await database?.close();
  }
  report(costs);
});

async function open(name: string, database: PostgreSql | undefined): Promise<Client | undefined> {
  const { open, isInPostgreSql } = VARIANTS[name] as (typeof VARIANTS)[string];
  try {
    return await open(count, isInPostgreSql ? database : undefined);
  } catch (error) {
    console.error(`${name} is left out: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

async function live(title: string, client: Client): Promise<Costs> {
  const costs: Costs = { amounts: {}, requests: {} };
  let peakBytes = 0;
  const measure = async (step: Step): Promise<void> => {
    client.emulator.log.clear();
    const start = performance.now();
    const [{ failed, text }, effort] = await measureProcesses(() => client.run(client.commands[step]));
    if (failed) throw new Error(`${title}: ${text.slice(-4000)}`);
    costs.amounts[step] = (performance.now() - start) / 1000;
    costs.amounts[`${step}, processors`] = effort.processorSeconds;
    costs.requests[step] = client.emulator.log.count();
    peakBytes = Math.max(peakBytes, effort.peakBytes);
  };
  try {
    client.write(TEXT);
    await measure("up");
    const bytes = client.stateBytes();
    await measure("preview without changes");
    client.write(CHANGED);
    await measure("up with a change of all");
    await measure("refresh");
    await measure("destroy");
    costs.amounts["peak memory"] = peakBytes / 1e6;
    if (bytes !== undefined) costs.amounts["bytes of state"] = bytes;
    const texts = Object.entries(costs.amounts).map(([what, amount]) => `${what} ${amount.toFixed(1)}`);
    console.error(`${title}: ${texts.join(", ")}`);
    return costs;
  } finally {
    await client.close();
  }
}

/** Formats a table in Markdown: the median of the rounds (minimum to maximum), relative to the first variant. */
function report(costs: Map<string, Costs[]>): void {
  const [[reference, base] = ["", []], ...others] = costs;
  const row = (cells: string[]): void => console.log(`| ${cells.join(" | ")} |`);
  row([`${count} resources, relative to ${reference}`, ...others.map(([name]) => name)]);
  row(Array(others.length + 1).fill("---"));
  const steps = Object.keys(base[0]?.amounts ?? {}).map((name) => ({
    name,
    values: others.map(([variant, all]) => {
      const ratios = all
        .map(({ amounts }, round) => (amounts[name] ?? 0) / (base[round]?.amounts[name] ?? 0))
        .sort((one, other) => one - other);
      return { variant, ratios, ratio: ratios[Math.floor(ratios.length / 2)] ?? 0 };
    }),
  }));
  for (const { name, values } of steps)
    row([name, ...values.map(({ ratio, ratios }) => `${ratio.toFixed(2)}${spread(ratios)}`)]);
  for (const [name, [first]] of costs) {
    const sent = Object.entries(first?.requests ?? {}).map(([what, number]) => `${number} in ${what}`);
    console.log(`requests of ${name}: ${sent.join(", ")}`);
  }
  if (pictureFile !== undefined)
    writeFileSync(
      pictureFile,
      picture({
        title: `${count} resources, relative to ${reference}`,
        steps: steps.filter(({ name }) => !name.endsWith("processors")),
      }),
    );
}

function spread(sorted: number[]): string {
  if (sorted.length === 1) return "";
  return ` (${sorted[0]?.toFixed(2)} to ${sorted.at(-1)?.toFixed(2)})`;
}
