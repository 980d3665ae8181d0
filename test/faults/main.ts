import { writeFileSync } from "node:fs";
import { dynamicProtocol } from "../protocols/dynamicProtocol.js";
import { OPERATIONS } from "./kind.js";
import { faultKinds } from "./kinds.js";
import { type Matrix, runMatrix } from "./matrix.js";
import { PAGE, pageOf } from "./page.js";
import { flawsIn } from "./report.js";

/** `npm run faults`: all cells of the matrix, and the page about them. */
async function main(): Promise<void> {
  const matrices: Matrix[] = [];
  for (const kind of faultKinds) {
    for (const operation of OPERATIONS) {
      if (kind.scenarios[operation] === undefined) continue;
      const matrix = await runMatrix(kind, operation, dynamicProtocol);
      matrices.push(matrix);
      console.log(`${kind.name} ${operation}: ${countsOf(matrix)}`);
    }
  }
  const flaws = matrices.flatMap(flawsIn);
  console.log(`${matrices.flatMap(({ outcomes }) => outcomes).length} cells, ${flaws.length} with a flaw`);
  if (flaws.length > 0) {
    console.error(flaws.join("\n"));
    process.exitCode = 1;
  } else writeFileSync(PAGE, pageOf(matrices));
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
