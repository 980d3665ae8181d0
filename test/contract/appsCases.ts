import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../provider/schema/json.js";
import { RECORDED_CASES } from "../support/recordedCases.js";

/** Recorded requests and answers of the app service, read where they stand; see `cases.ts`. */
const FOLDER = join(RECORDED_CASES, "apps");

export interface AppCase {
  request: { method: string; url: string; headers: Record<string, string>; body: unknown };
  responses: Record<string, { body?: JsonObject | null; body_schema?: { error?: { code: string } } }>;
}

export interface RecordedError {
  name: string;
  status_code: number;
  body: JsonObject;
}

/** Names of all cases, or undefined where the folder is not there. */
export function appCases(): string[] | undefined {
  if (!existsSync(FOLDER)) return undefined;
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".json") && !file.startsWith("_"));
  return files.map((file) => file.replace(/\.json$/, "")).sort();
}

export function appCase(name: string): AppCase {
  return read(name);
}

export function appErrors(): RecordedError[] {
  return read("_errors");
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8")) as T;
}
