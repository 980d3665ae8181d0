import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./pages.js";

export interface CodeBlock {
  page: string;
  /** The heading of the second level above it; empty before the first one. */
  section: string;
  /** First line of its text on the page. */
  line: number;
  /** Language after the fence, for example `ts`; may be empty. */
  language: string;
  text: string;
  /** Text of `<!-- given: … -->` directly above the block. */
  given: string | undefined;
}

const FENCE = /^( *)```(.*)$/;
const HEADING = /^## (.+)$/;
const GIVEN = /^ *<!-- given: (.*) -->$/;

/** Returns the fenced blocks of a page, without the indentation of lists. */
export function readCodeBlocks(page: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const lines = readFileSync(join(ROOT, page), "utf8").split("\n");
  let section = "";
  for (let at = 0; at < lines.length; at++) {
    section = HEADING.exec(lines[at] ?? "")?.[1] ?? section;
    const [opening, indent = "", language = ""] = FENCE.exec(lines[at] ?? "") ?? [];
    if (opening === undefined) continue;
    const first = at + 1;
    const end = lines.findIndex((line, index) => index >= first && line.trim() === "```");
    if (end < 0) throw new Error(`${page}:${at + 1}: this block has no end`);
    const text = lines
      .slice(first, end)
      .map((line) => `${line.slice(indent.length)}\n`)
      .join("");
    const given = GIVEN.exec(lines[at - 1] ?? "")?.[1];
    blocks.push({ page, section, line: first + 1, language: language.trim(), text, given });
    at = end;
  }
  return blocks;
}
