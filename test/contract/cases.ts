import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RECORDED_CASES } from "../support/recordedCases.js";

/**
 * Real requests and answers of services of this family, kept beside the project and not part of it. They are
 * read where they stand; without them the project's own fixtures still cover every rule.
 */

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

export interface RecordedError {
  name: string;
  status_code: number | null;
  body: { status?: string; error: { code?: string; message: string } };
}

export interface Case {
  name: string;
  request: Record<string, unknown>;
  /** Answers to the request, and later ones about the same group. */
  answers: Record<string, Answer>;
  /** Status documents of the operation that the request began. */
  polls: Answer[];
}

/** The cases in a folder, or undefined where there is none. Files that begin with `_` are notes. */
export function casesIn(folder: string): Case[] | undefined {
  const directory = join(RECORDED_CASES, folder);
  if (!existsSync(directory)) return undefined;
  return readdirSync(directory)
    .filter((file) => file.endsWith(".json") && !file.startsWith("_"))
    .sort()
    .map((file) => readCase(join(directory, file), `${folder}/${file.replace(/\.json$/, "")}`));
}

/** Refusals and failures of container groups that were recorded or quoted. */
export function recordedErrors(): RecordedError[] | undefined {
  const path = join(RECORDED_CASES, "containergroups/_errors.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

function readCase(path: string, name: string): Case {
  const recorded = JSON.parse(readFileSync(path, "utf8"));
  const answers: Record<string, Answer> = {};
  for (const [status, answer] of Object.entries<{ body: Answer["body"] }>(recorded.responses ?? {})) {
    answers[status] = { status: Number(status), body: answer.body };
  }
  if (recorded.final_get !== undefined) answers["final GET"] = { status: 200, body: recorded.final_get };
  if (recorded.list_item !== undefined) answers["item of a list"] = { status: 200, body: recorded.list_item };
  if (recorded.patch_after !== undefined) {
    answers["to a PATCH"] = { status: 200, body: recorded.patch_after.response };
  }
  const polls = (recorded.operation_polls ?? []).map(
    ({ status_code: status, body }: { status_code: number; body: Answer["body"] }) => ({ status, body }),
  );
  return { name, request: recorded.request, answers, polls };
}
