import { readdirSync, readFileSync } from "node:fs";

/** What a process is to the engine. */
export type Role = "engine" | "program" | "provider";

/** Bytes of memory of the processes of one command, by what they are. */
export type Memory = Record<Role, number>;

/** Resident memory of a process and of all that it has started; zero for a role without a process. */
export function memoryOf(root: number): Memory {
  const memory: Memory = { engine: 0, program: 0, provider: 0 };
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const parent = /^PPid:\s*(\d+)$/m.exec(textOf(`/proc/${name}/status`))?.[1];
    children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)]);
  }
  const visit = (pid: number): void => {
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? "0";
    memory[roleOf(textOf(`/proc/${pid}/cmdline`))] += 1024 * Number(kilobytes);
    for (const child of children.get(pid) ?? []) visit(child);
  };
  visit(root);
  return memory;
}

function roleOf(command: string): Role {
  if (/pulumi-resource-vendorcloud|dynamic-provider/.test(command)) return "provider";
  return /cmd\/run|pulumi-language-/.test(command) ? "program" : "engine";
}

/** Empty for a process that has just ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
