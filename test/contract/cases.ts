import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Real requests and answers of services of this family, kept beside the project and not part of it. They are
 * read where they stand; without them the project's own fixtures still cover every rule.
 */
const CASES = resolve(__dirname, "../../../shared/cases");

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

export interface Case {
  name: string;
  request: Record<string, unknown>;
  /** Answers to the request, and later reads of the same group. */
  answers: Record<string, Answer>;
}

/** The cases in a folder, or undefined where there is none. Files that begin with `_` are notes. */
export function casesIn(folder: string): Case[] | undefined {
  const directory = join(CASES, folder);
  if (!existsSync(directory)) return undefined;
  return readdirSync(directory)
    .filter((file) => file.endsWith(".json") && !file.startsWith("_"))
    .sort()
    .map((file) => readCase(join(directory, file), `${folder}/${file.replace(/\.json$/, "")}`));
}

function readCase(path: string, name: string): Case {
  const recorded = JSON.parse(readFileSync(path, "utf8"));
  const answers: Record<string, Answer> = {};
  for (const [status, answer] of Object.entries<{ body: Answer["body"] }>(recorded.responses ?? {})) {
    answers[status] = { status: Number(status), body: answer.body };
  }
  if (recorded.final_get !== undefined) answers["final GET"] = { status: 200, body: recorded.final_get };
  if (recorded.list_item !== undefined) answers["item of a list"] = { status: 200, body: recorded.list_item };
  return { name, request: recorded.request, answers };
}
