/** Text that is safe to put into a comment: it contains what others have written as code only. */
export class Markdown {
  constructor(readonly text: string) {}

  get bytes(): number {
    return Buffer.byteLength(this.text);
  }
}

/**
 * Text of this program with values in it. A text that is put in becomes a code span, in which nothing has a meaning:
 * no markup, no HTML, no mention of anybody.
 */
export function md(parts: TemplateStringsArray, ...values: (Markdown | string | number)[]): Markdown {
  const safe = values.map((value) => (typeof value === "string" ? formatCode(value) : value));
  return new Markdown(
    parts.reduce((text, part, index) => {
      const value = safe[index - 1];
      return text + (value instanceof Markdown ? value.text : String(value)) + part;
    }),
  );
}

/** A code span on one line. */
export function formatCode(text: string): Markdown {
  const line = tamed(text.replace(/[\s\p{Zl}\p{Zp}\x85]+/gu, (space) => (/^ +$/.test(space) ? space : " ")));
  if (line === "") return new Markdown("(empty)");
  const fence = fenceFor(line, 1);
  // One blank on each side is the fence's own, where there is one on both.
  const padding = /^`|`$|^ .* $/.test(line) && line.trim() !== "" ? " " : "";
  return new Markdown(fence + padding + line + padding + fence);
}

/** A block of lines. */
export function formatBlock(text: string): Markdown {
  const lines = text.split(/\r\n|[\n\r\x85\u2028\u2029]/).map((line) => withoutCommand(tamed(line)));
  const body = lines.join("\n");
  const fence = fenceFor(body, 3);
  return new Markdown(`${fence}text\n${body}\n${fence}`);
}

/** `a`, `b` and `c`. */
export function formatList(items: (Markdown | string)[]): Markdown {
  const safe = items.map((item) => (typeof item === "string" ? formatCode(item) : item).text);
  const last = safe.pop() ?? "";
  return new Markdown(safe.length === 0 ? last : `${safe.join(", ")} and ${last}`);
}

export function join(items: Markdown[], separator: string): Markdown {
  return new Markdown(items.map(({ text }) => text).join(separator));
}

/** A table; each cell is one line. A `|` would end its cell, in code, too, so it is escaped there as other marks are. */
export function formatTable(header: Markdown[], cells: Markdown[][]): { head: Markdown; rows: Markdown[] } {
  // A column that says nothing is left out.
  const used = header.map((_, column) => cells.some((row) => row[column]?.text));
  const row = (all: Markdown[]): Markdown => {
    const shown = all.filter((_, column) => used[column]).map(({ text }) => text.replace(/\|/g, escaped));
    return new Markdown(`| ${shown.join(" | ")} |`);
  };
  const rule = `|${"---|".repeat(used.filter(Boolean).length)}`;
  return { head: new Markdown(`${row(header).text}\n${rule}`), rows: cells.map(row) };
}

/** Folded away under a title, which holds nothing but this program's own words. */
export function formatDetails(title: Markdown, body: Markdown): Markdown {
  return new Markdown(`<details>\n<summary>${title.text}</summary>\n\n${body.text}\n\n</details>`);
}

/** The first of `items` that together stay within so many bytes, and how many are left out. */
export function takeFitting(items: Markdown[], mostBytes: number): { kept: Markdown[]; leftOut: number } {
  let bytes = 0;
  const tooMany = items.findIndex((item) => {
    // With a blank line between two of them.
    bytes += item.bytes + 2;
    return bytes > mostBytes;
  });
  const kept = tooMany < 0 ? items : items.slice(0, tooMany);
  return { kept, leftOut: items.length - kept.length };
}

/** At most so many characters; where there are more, their number is said. */
export function shorten(text: string, most: number): { text: string; note: Markdown } {
  if (text.length <= most) return { text, note: new Markdown("") };
  return { text: `${text.slice(0, most)}…`, note: md` (${text.length} characters)` };
}

/** Beyond this, renderers stop to take a run of backticks for a fence, and would go on behind it as if it were text. */
const LONGEST_FENCE = 16;

/**
 * Without characters that control a terminal or a renderer: they could turn the order of a line round, or hide a part of
 * it. Also without the marks that some programs look for anywhere in a text, in code too: `@<` mentions somebody in Azure
 * DevOps, and `##[` and `##vso[` are commands in the logs of Azure Pipelines and GitHub Actions.
 */
function tamed(text: string): string {
  return text
    .replace(/`+/g, (run) => (run.length < LONGEST_FENCE ? run : `(${run.length} backticks)`))
    .replace(/@(?=<)|#(?=#\w{0,20}\[)/g, escaped)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escaped);
}

/**
 * Without a command at the start of a line, which programs find without reading Markdown: `/approve` in a comment (GitLab
 * and many bots), `::set-output` in a log (GitHub Actions). A path of several parts is none.
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
