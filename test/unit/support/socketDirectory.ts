import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new directory with a short path: no socket has one of much more than a hundred bytes, and tests may run deep in others. */
export function makeSocketDirectory(): string {
  return mkdtempSync(join(process.platform === "win32" ? tmpdir() : "/tmp", "sockets-"));
}
