import { readFileSync, writeFileSync } from "node:fs";
import { dynamicProtocol } from "../protocols/dynamicProtocol.js";
import { protocols } from "../protocols/protocols.js";
import { programProtocols } from "../support/programProtocols.js";
import { EngineCourse } from "./engine/course.js";
import { type EngineMatrix, engineFlawsIn, engineSectionOf } from "./engine/section.js";
import { ENGINE_TROUBLES } from "./engine/troubles.js";
import { OPERATIONS } from "./kind.js";
import { faultKinds } from "./kinds.js";
import { type Matrix, runMatrix } from "./matrix.js";
import { PAGE, pageWith, sectionOf } from "./page.js";
import { flawsIn } from "./report.js";

/** `npm run faults [-- hooks | engine]`: all cells of the matrix, or of one of its parts, and the page about them. */
async function main(): Promise<void> {
  const [part] = process.argv.slice(2);
  if (part !== "engine") await disturbHooks();
  if (part !== "hooks") await disturbEngine();
}

async function disturbHooks(): Promise<void> {
  const matrices: Matrix[] = [];
  const flaws: string[] = [];
  for (const kind of faultKinds) {
    for (const operation of OPERATIONS) {
      if (kind.scenarios[operation] === undefined) continue;
      for (const protocol of protocols) {
        const matrix = await runMatrix(kind, operation, protocol);
        const title = `${kind.name} ${operation}, ${protocol.name}`;
        flaws.push(...flawsIn(matrix).map((flaw) => `${protocol.name}: ${flaw}`));
        console.log(`${title}: ${countsOf(matrix)}`);
        if (protocol === dynamicProtocol) matrices.push(matrix);
        else if (sectionOf(matrix) !== sectionOf(matrices.at(-1) as Matrix))
          flaws.push(`${title}: ends in another way than over the dynamic protocol`);
      }
    }
  }
  report(matrices.flatMap(({ outcomes }) => outcomes).length, flaws, { hooks: matrices });
}

async function disturbEngine(): Promise<void> {
  const matrices: EngineMatrix[] = [];
  const flaws: string[] = [];
  for (const trouble of ENGINE_TROUBLES) {
    const sections = new Set<string>();
    for (const protocol of programProtocols) {
      const matrix = { trouble, outcomes: await EngineCourse.run(protocol, trouble) };
      flaws.push(...engineFlawsIn(matrix).map((flaw) => `${protocol.name}: ${flaw}`));
      console.log(`on the real engine, ${trouble.title}, ${protocol.name}: ${matrix.outcomes.length} cells`);
      if (sections.size === 0) matrices.push(matrix);
      sections.add(engineSectionOf([matrix]));
    }
    if (sections.size > 1) flaws.push(`${trouble.title}: ends in another way over the native protocol`);
  }
  report(matrices.flatMap(({ outcomes }) => outcomes).length, flaws, { engine: matrices });
}

function report(cells: number, flaws: readonly string[], part: Parameters<typeof pageWith>[1]): void {
  console.log(`${cells} cells over each protocol, ${flaws.length} flaws`);
  if (flaws.length > 0) {
    console.error(flaws.join("\n"));
    process.exitCode = 1;
  } else writeFileSync(PAGE, pageWith(readFileSync(PAGE, "utf8"), part));
}

function countsOf({ outcomes }: Matrix): string {
  const counts = new Map<string, number>();
  for (const { runs, decision, flaw } of outcomes) {
    const result = flaw !== undefined ? "flaw" : decision !== undefined ? "decision" : `${runs} run(s)`;
    counts.set(result, (counts.get(result) ?? 0) + 1);
  }
  const parts = [...counts].sort().map(([result, count]) => `${count} × ${result}`);
  return [`${outcomes.length} cells`, ...parts].join(", ");
}

void main();
