import { expect } from "chai";

/**
 * Requires that a command printed every line that a page shows of it, in the same order, with any column widths. `…` stands for
 * variable text.
 */
export function expectPrinted(shown: string, printed: string): void {
  let rest = printed;
  for (const line of shown.trimEnd().split("\n")) {
    const found = asPattern(line).exec(rest);
    if (found === null) expect.fail(`"${line.trim()}" is not in its place in:\n${printed}`);
    rest = rest.slice(found.index + found[0].length);
  }
}

/** Requires that a command printed what the comments behind commands quote: lines of a diff, and sentences in quotation marks. */
export function expectPromised(commands: string, printed: string): void {
  for (const [, comment = ""] of commands.matchAll(/\s# (.*)$/gm)) {
    for (const [, line, sentence] of comment.matchAll(/(~ \w+: .+? => [^\s,]+)|(?<!: |=> )"([^"]{20,})"/g))
      expect(printed).to.match(asPattern(line ?? sentence ?? ""));
  }
}

/** Returns the values that commands set as secrets. */
export function secretsSetBy(commands: string): string[] {
  return [...commands.matchAll(/config set --secret \S+ (\S+)/g)].map(([, value = ""]) => value);
}

function asPattern(line: string): RegExp {
  const literal = line.trim().replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(literal.replace(/\s+/g, "\\s+").replaceAll("…", ".*"));
}
