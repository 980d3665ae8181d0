import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Emulator, LogEntry } from "../../emulator/index.js";

/**
 * Writes the accepted requests with bodies to a file for `test/independent/azure.test.ts`, when the emulator's log is cleared and
 * when it is closed. An environment variable names the folder.
 */
export function recordRequests(emulator: Emulator): void {
  const folder = process.env.RECORDED_REQUESTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${randomUUID()}.jsonl`);
  const isTaken = ({ body, status = 500 }: LogEntry) =>
    typeof body === "object" && body !== null && status < 400;
  const before = <Args extends unknown[], Result>(action: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      for (const { method, path, body } of emulator.log.filter(isTaken, { secrets: true }))
        appendFileSync(file, `${JSON.stringify({ method, path, body })}\n`);
      return action(...args);
    };
  };
  emulator.log.clear = before(emulator.log.clear.bind(emulator.log));
  emulator.close = before(emulator.close.bind(emulator));
}
