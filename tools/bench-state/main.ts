import { seedId } from "../../emulator/index.js";
import { run } from "../../test/support/command.js";
import { PostgreSql } from "../../test/support/postgresql.js";
import { Sandbox } from "../../test/support/sandbox.js";

/**
 * Measures the cost of a state: the same records, with their state in files and in PostgreSQL, with checkpoints and without. The
 * four run in turns; what is printed is the time of each beside that of files with checkpoints in the same round.
 *
 *   npx tsx tools/bench-state/main.ts [records, default 100] [rounds, default 3]
 */

const records = Number(process.argv[2] ?? 100);
const rounds = Number(process.argv[3] ?? 3);

const STEPS = ["first up", "update of all", "refresh", "destroy"] as const;
type Step = (typeof STEPS)[number];
type Figures = Record<Step, { seconds: number; requests: number }>;

const program = (name: string): string => `
const { Customer } = require("pulumi-vendorcloud");
const ids = ${JSON.stringify(Array.from({ length: records }, (_, n) => seedId("customers", n + 1)))};
ids.forEach((customerId, n) => new Customer("c" + n, { customerId, displayName: "${name} " + n }));
`;

async function main(): Promise<void> {
  const database = await PostgreSql.start();
  const sandbox = await Sandbox.open({ seed: "demo" });
  try {
    const skip = { PULUMI_SKIP_CHECKPOINTS: "true" };
    const kinds: Record<string, Record<string, string>> = {
      files: {},
      "files, no checkpoints": skip,
      PostgreSQL: database.environment,
      "PostgreSQL, no checkpoints": { ...database.environment, ...skip },
    };
    const figures: Record<string, Figures[]> = {};
    for (let round = 1; round <= rounds; round++) {
      for (const [kind, variables] of Object.entries(kinds)) {
        const measured = await life(sandbox, variables, `${kind} ${round}`.replace(/\W+/g, "-"));
        console.error(
          `${kind}, round ${round}: ${STEPS.map((step) => measured[step].seconds.toFixed(1)).join(", ")} s`,
        );
        figures[kind] = [...(figures[kind] ?? []), measured];
      }
    }
    report(figures);
  } finally {
    await sandbox.close();
    await database.close();
  }
}

/** A stack from nothing to nothing. */
async function life(sandbox: Sandbox, variables: Record<string, string>, stack: string): Promise<Figures> {
  const pulumi = async (...args: string[]): Promise<{ seconds: number; requests: number }> => {
    const before = sandbox.emulator.log.count();
    const start = performance.now();
    const all = [...args, "--stack", stack, "--non-interactive"];
    const { failed, text } = await run("pulumi", all, sandbox.project, sandbox.environment(variables));
    if (failed) throw new Error(text.slice(-4000));
    const seconds = (performance.now() - start) / 1000;
    return { seconds, requests: sandbox.emulator.log.count() - before };
  };
  const options = ["--yes", "--skip-preview", "--suppress-progress"];
  sandbox.write(program(`First ${stack}`));
  await pulumi("stack", "init");
  const first = await pulumi("up", ...options);
  sandbox.write(program(`Second ${stack}`));
  return {
    "first up": first,
    "update of all": await pulumi("up", ...options),
    refresh: await pulumi("refresh", ...options),
    destroy: await pulumi("destroy", ...options),
  };
}

function report(figures: Record<string, Figures[]>): void {
  const { files = [], ...others } = figures;
  console.log(
    `${records} records, ${rounds} rounds; times beside files with checkpoints: median (least to most)`,
  );
  for (const step of STEPS) {
    console.log(`${step}, ${files[0]?.[step].requests} requests`);
    for (const [kind, measured] of Object.entries(others)) {
      const ratios = files
        .map((file, round) => (measured[round]?.[step].seconds ?? Number.NaN) / file[step].seconds)
        .sort((a, b) => a - b);
      const [median, least, most] = [ratios[Math.floor((ratios.length - 1) / 2)], ratios[0], ratios.at(-1)];
      console.log(`  ${kind}: ${median?.toFixed(2)} (${least?.toFixed(2)} to ${most?.toFixed(2)})`);
    }
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
