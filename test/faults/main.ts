import { writeFileSync } from "node:fs";
import { dynamicProtocol } from "../protocols/dynamicProtocol.js";
import { protocols } from "../protocols/protocols.js";
import { OPERATIONS } from "./kind.js";
import { faultKinds } from "./kinds.js";
import { type Matrix, runMatrix } from "./matrix.js";
import { PAGE, pageOf, sectionOf } from "./page.js";
import { flawsIn } from "./report.js";

/** `npm run faults`: all cells of the matrix, and the page about them. */
async function main(): Promise<void> {
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
  console.log(
    `${matrices.flatMap(({ outcomes }) => outcomes).length} cells over each protocol, ${flaws.length} flaws`,
  );
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
