import { processTree, procText } from "../support/processTree.js";

/** Role of a process for the engine. */
export type Role = "engine" | "program" | "provider";

/** Bytes of memory of the processes of one command, by what they are. */
export type Memory = Record<Role, number>;

/** Resident memory of a process and of all that it has started; zero for a role without a process. */
export function memoryOf(root: number): Memory {
  const memory: Memory = { engine: 0, program: 0, provider: 0 };
  for (const { pid, command } of processTree(root)) {
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(procText(pid, "status"))?.[1] ?? "0";
    memory[roleOf(command)] += 1024 * Number(kilobytes);
  }
  return memory;
}

/** @param command a command line */
export function roleOf(command: string): Role {
  if (/pulumi-resource-vendorcloud|dynamic-provider/.test(command)) return "provider";
  return /cmd\/run|pulumi-language-/.test(command) ? "program" : "engine";
}
