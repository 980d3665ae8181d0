import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useNativePlugin } from "../../test/support/nativeLanguages.js";
import { PostgreSql } from "../../test/support/postgresql.js";
import { Sandbox } from "../../test/support/sandbox.js";
import { runTool } from "../process.mjs";
import { FLOOR, VARIANTS } from "./variants.js";

// Measures the cost of some variants beside that of the first: in turns, on the real CLI, from nothing each time.
//
//   npm run bench -- [resources, default 100] [rounds, default 3] [variants, default floor,dynamic]

const [given = "100", rounds = "3", variants = "floor,dynamic"] = process.argv.slice(2);
const count = Number(given);

/** What the commands of a stack's life cost: seconds of each, and the bytes of its state; and how many requests each sent. */
interface Costs {
  amounts: Record<string, number>;
  requests: Record<string, number>;
}

interface Run {
  name: string;
  rounds: Costs[];
}

void runTool(async () => {
  const names = variants.split(",");
  const unknown = names.filter((name) => !(name in VARIANTS)).join(", ");
  if (unknown !== "") throw new Error(`No variant is called ${unknown}: ${Object.keys(VARIANTS).join(", ")}`);
  const needsDatabase = names.some((name) => VARIANTS[name]?.isInPostgreSql);
  const database = needsDatabase ? await PostgreSql.start() : undefined;
  const runs = names.map((name): Run => ({ name, rounds: [] }));
  try {
    for (let round = 1; round <= Number(rounds); round++)
      for (const run of runs) run.rounds.push(await live(run.name, `${run.name}-${round}`, database));
  } finally {
    await database?.close();
  }
  report(runs);
});

/** The life of a stack, from nothing to nothing. */
async function live(name: string, stack: string, database: PostgreSql | undefined): Promise<Costs> {
  const variant = VARIANTS[name] as (typeof VARIANTS)[string];
  const sandbox = await Sandbox.open(
    { seed: "demo" },
    {
      ...(variant.isInPostgreSql && database?.environment),
      PULUMI_SKIP_CHECKPOINTS: String(variant.skipsCheckpoints ?? count >= 1000),
    },
  );
  const amounts: Record<string, number> = {};
  const requests: Record<string, number> = {};
  const pulumi = async (...args: string[]): Promise<void> => {
    const { failed, text } = await sandbox.pulumi(...args, "--stack", stack);
    if (failed) throw new Error(text.slice(-4000));
  };
  const measure = async (what: string, ...args: string[]): Promise<void> => {
    sandbox.emulator.log.clear();
    const start = performance.now();
    await pulumi(...args, "--suppress-progress");
    amounts[what] = (performance.now() - start) / 1000;
    requests[what] = sandbox.emulator.log.count();
  };
  const write = (text: string): void => {
    const program = variant.program(count, text);
    if (variant.native === "YAML") sandbox.writeYaml(program);
    else sandbox.write(program);
  };
  try {
    if (variant.native === "JavaScript") await useNativePlugin(sandbox);
    const floor = join(sandbox.project, "node_modules/pulumi-bench-floor");
    mkdirSync(floor);
    writeFileSync(join(floor, "bridge.js"), FLOOR);
    write("info");
    await pulumi("stack", "init");
    await measure("up", "up", "--yes", "--skip-preview");
    const file = statSync(sandbox.stateFile(stack), { throwIfNoEntry: false });
    await measure("preview without changes", "preview", "--expect-no-changes");
    write("debug");
    await measure("up with a change of all", "up", "--yes", "--skip-preview");
    await measure("refresh", "refresh", "--yes", "--skip-preview");
    await measure("destroy", "destroy", "--yes", "--skip-preview");
    const seconds = Object.entries(amounts).map(([what, amount]) => `${what} ${amount.toFixed(1)} s`);
    console.error(`${stack}: ${seconds.join(", ")}`);
    if (file !== undefined) amounts["bytes of state"] = file.size;
    return { amounts, requests };
  } finally {
    await sandbox.close();
  }
}

function report([reference, ...others]: Run[]): void {
  console.log(`${count} resources, ${rounds} rounds: median of the rounds (each of them)`);
  for (const { name, rounds } of others) {
    console.log(`${name}:`);
    const [first] = rounds;
    for (const what of Object.keys(first?.amounts ?? {})) {
      const ratios = rounds
        .map(({ amounts }, round) => (amounts[what] ?? 0) / (reference?.rounds[round]?.amounts[what] ?? 0))
        .sort((a, b) => a - b);
      const all = ratios.map((ratio) => ratio.toFixed(2)).join(", ");
      console.log(`  ${what}: ${median(ratios).toFixed(2)} of ${reference?.name} (${all})`);
    }
    const sent = Object.entries(first?.requests ?? {}).map(([what, number]) => `${number} in ${what}`);
    console.log(`  requests: ${sent.join(", ")}`);
  }
}

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
