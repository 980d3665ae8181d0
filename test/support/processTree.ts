import { readdirSync, readFileSync } from "node:fs";

export interface ProcessFacts {
  pid: number;
  /** Command line, with NUL between the arguments. */
  command: string;
}

/** Lists a process and all its descendants; needs Linux. */
export function processTree(root: number): ProcessFacts[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(/^PPid:\s*(\d+)$/m.exec(procText(Number(name), "status"))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const visit = (pid: number): ProcessFacts[] => [
    { pid, command: procText(pid, "cmdline") },
    ...(children.get(pid) ?? []).flatMap(visit),
  ];
  return visit(root);
}

/** Reads a file about a process; empty if the process has ended. */
export function procText(pid: number, file: "cmdline" | "status"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
