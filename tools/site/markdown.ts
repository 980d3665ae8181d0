import { cpSync, existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { FILES, ROOT, toSiteLink } from "./pages.js";

const ELSEWHERE = /^[a-z][a-z+.-]*:/i;

/** In the repository, links name files. On the site, they name pages. */
export function linkToPages(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("links-to-pages", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === "link_open" ? token.attrGet("href") : null;
      // VitePress itself handles links to headings.
      if (link === null || link.startsWith("#") || ELSEWHERE.test(link)) continue;
      const address = toSiteLink(link, findPageFile(env));
      token.attrSet("href", address);
      if (!address.startsWith(FILES)) continue;
      linkedFiles.add(address.slice(FILES.length));
      // Otherwise the site would search for a page there.
      token.attrSet("target", "_self");
    }
  });
}

const linkedFiles = new Set<string>();

export function copyLinkedFiles({ outDir }: { outDir: string }): void {
  for (const file of linkedFiles) cpSync(join(ROOT, file), join(outDir, FILES, file));
}

/** Returns the rendered file: for moved pages, its path in the repository and its new path. */
export function findPageFile(env: { path: string; realPath?: string }): string {
  return env.realPath ?? env.path;
}

/** In the repository, the program of an example is beside its page; on the site, below it. */
export function showExamplePrograms(markdown: MarkdownRenderer): void {
  markdown.core.ruler.before("normalize", "programs-of-examples", (state) => {
    const example = /^examples\/[^/]+\//.exec(relative(ROOT, findPageFile(state.env)))?.[0];
    if (example === undefined) return;
    const program = join(ROOT, example, "index.ts");
    if (existsSync(program))
      state.src += `\n## The program\n\n\`\`\`ts\n${readFileSync(program, "utf8")}\`\`\`\n`;
  });
}
