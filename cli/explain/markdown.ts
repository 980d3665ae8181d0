import { INVISIBLE } from "../../provider/text/plain.js";

/** Text that is safe in a comment: it contains text of others only as code. */
export class Markdown {
  constructor(readonly text: string) {}

  get bytes(): number {
    return Buffer.byteLength(this.text);
  }
}

/** Template tag. Strings become code spans, in which markup, HTML and mentions have no effect. */
export function md(parts: TemplateStringsArray, ...values: (Markdown | string | number)[]): Markdown {
  const safe = values.map((value) => (typeof value === "string" ? formatCode(value) : value));
  return new Markdown(
    parts.reduce((text, part, index) => {
      const value = safe[index - 1];
      return text + (value instanceof Markdown ? value.text : String(value)) + part;
    }),
  );
}

/** Formats one line of code. */
export function formatCode(text: string): Markdown {
  const line = escapeUnsafe(
    text.replace(/[\s\p{Zl}\p{Zp}\x85]+/gu, (space) => (/^ +$/.test(space) ? space : " ")),
  );
  if (line === "") return new Markdown("(empty)");
  const fence = fenceFor(line, 1);
  // Markdown removes one space on each side if both sides have one.
  const padding = /^`|`$|^ .* $/.test(line) && line.trim() !== "" ? " " : "";
  return new Markdown(fence + padding + line + padding + fence);
}

export function formatBlock(text: string): Markdown {
  const lines = text.split(/\r\n|[\n\r\x85\u2028\u2029]/).map((line) => withoutCommand(escapeUnsafe(line)));
  const body = lines.join("\n");
  const fence = fenceFor(body, 3);
  return new Markdown(`${fence}text\n${body}\n${fence}`);
}

/** Formats `a`, `b` and `c`. */
export function formatList(items: Markdown[]): Markdown {
  const last = items.at(-1) ?? md``;
  return items.length < 2 ? last : md`${join(items.slice(0, -1), ", ")} and ${last}`;
}

export function join(items: Markdown[], separator: string): Markdown {
  return new Markdown(items.map(({ text }) => text).join(separator));
}

/** Formats a table with one line per cell. A `|` ends a cell even in code, so it is escaped. */
export function formatTable(header: Markdown[], cells: Markdown[][]): { head: Markdown; rows: Markdown[] } {
  // Omits empty columns.
  const used = header.map((_, column) => cells.some((row) => row[column]?.text));
  const row = (all: Markdown[]): Markdown => {
    const shown = all.filter((_, column) => used[column]).map(({ text }) => text.replace(/\|/g, escaped));
    return new Markdown(`| ${shown.join(" | ")} |`);
  };
  const rule = `|${"---|".repeat(used.filter(Boolean).length)}`;
  return { head: new Markdown(`${row(header).text}\n${rule}`), rows: cells.map(row) };
}

/** Formats a collapsed section. `title` must not contain text of others. */
export function formatDetails(title: Markdown, body: Markdown): Markdown {
  return new Markdown(`<details>\n<summary>${title.text}</summary>\n\n${body.text}\n\n</details>`);
}

/** Returns the first items that fit into `mostBytes` bytes together, and the number of omitted items. */
export function takeFitting(items: Markdown[], mostBytes: number): { kept: Markdown[]; leftOut: number } {
  let bytes = 0;
  const tooMany = items.findIndex((item) => {
    // A blank line separates the items.
    bytes += item.bytes + 2;
    return bytes > mostBytes;
  });
  const kept = tooMany < 0 ? items : items.slice(0, tooMany);
  return { kept, leftOut: items.length - kept.length };
}

/** Limits the number of characters. The note says how many there were. */
export function shorten(text: string, most: number): { text: string; note: Markdown } {
  if (text.length <= most) return { text, note: new Markdown("") };
  return { text: `${text.slice(0, most)}…`, note: md` (${text.length} characters)` };
}

/** Renderers do not recognize longer runs of backticks as a fence, and would show the rest as text. */
const LONGEST_FENCE = 16;

/**
 * Escapes characters that control a terminal or a renderer, because they could reorder or hide parts of a line. Also escapes
 * marks that some programs search for even in code: `@<` is a mention in Azure DevOps, and `##[` and `##vso[` are commands in
 * logs of Azure Pipelines and GitHub Actions.
 */
function escapeUnsafe(text: string): string {
  return text
    .replace(/`+/g, (run) => (run.length < LONGEST_FENCE ? run : `(${run.length} backticks)`))
    .replace(/@(?=<)|#(?=#\w{0,20}\[)/g, escaped)
    .replace(INVISIBLE, escaped)
    .replace(/[\p{Zl}\p{Zp}]/gu, escaped);
}

/**
 * Escapes commands at the start of a line, which some programs read without parsing Markdown: `/approve` in a comment (GitLab and
 * many bots), `::set-output` in a log (GitHub Actions). Paths of several parts are not commands.
 */
function withoutCommand(line: string): string {
  return line.replace(/^(\s*)(\/(?=[^\s/]*(?:\s|$))|:(?=:))/, (_all, blanks, mark) => blanks + escaped(mark));
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function fenceFor(text: string, least: number): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return "`".repeat(Math.max(least, longest + 1));
}
