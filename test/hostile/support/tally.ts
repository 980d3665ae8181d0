import { after } from "mocha";

/** Attacks by class, and in each by kind of resource. */
const counts = new Map<string, Map<string, number>>();

export function count(attackClass: string, kind: string, attacks = 1): void {
  const amounts = counts.get(attackClass) ?? new Map<string, number>();
  counts.set(attackClass, amounts.set(kind, (amounts.get(kind) ?? 0) + attacks));
}

/** The table of everything that was tried. */
function table(): string {
  const kinds = [...new Set([...counts.values()].flatMap((amounts) => [...amounts.keys()]))].sort();
  const classes = [...counts.keys()].sort();
  const cells = [
    ["class", ...kinds, "all"],
    ...classes.map((name) => {
      const amounts = counts.get(name);
      const own = kinds.map((kind) => amounts?.get(kind) ?? 0);
      return [name, ...own.map((amount) => (amount === 0 ? "-" : String(amount))), String(sum(own))];
    }),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  return cells
    .map((line) =>
      line.map((cell, column) => cell[column === 0 ? "padEnd" : "padStart"](widths[column] ?? 0)).join("  "),
    )
    .join("\n");
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

after(() => {
  if (counts.size > 0) console.log(`\nAttacks by class and kind of resource\n\n${table()}\n`);
});
