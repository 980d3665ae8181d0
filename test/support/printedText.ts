import { expect } from "chai";

/**
 * That a command printed every line that a page shows of it, in that order, whatever the columns are. `…` stands for what
 * differs.
 */
export function expectPrinted(shown: string, printed: string): void {
  let rest = printed;
  for (const line of shown.trimEnd().split("\n")) {
    const found = asPattern(line).exec(rest);
    if (found === null) expect.fail(`"${line.trim()}" is not in its place in:\n${printed}`);
    rest = rest.slice(found.index + found[0].length);
  }
}

/**
 * That a command printed what the comments behind commands say of it: lines of a diff, and sentences in quotation marks.
 */
export function expectPromised(commands: string, printed: string): void {
  for (const [, comment = ""] of commands.matchAll(/\s# (.*)$/gm)) {
    for (const [, line, sentence] of comment.matchAll(/(~ \w+: .+? => [^\s,]+)|(?<!: |=> )"([^"]{20,})"/g))
      expect(printed).to.match(asPattern(line ?? sentence ?? ""));
  }
}

/** Values that commands set as secrets. */
export function secretsSetBy(commands: string): string[] {
  return [...commands.matchAll(/config set --secret \S+ (\S+)/g)].map(([, value = ""]) => value);
}

function asPattern(line: string): RegExp {
  const literal = line.trim().replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(literal.replace(/\s+/g, "\\s+").replaceAll("…", ".*"));
}
