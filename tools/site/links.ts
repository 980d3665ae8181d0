import type { MarkdownRenderer } from "vitepress";
import { siteLink } from "./pages.js";

const ELSEWHERE = /^[a-z][a-z+.-]*:/i;

/** Links lead from file to file in the repository; on the site they lead from page to page. */
export function linksToPages(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("links-to-pages", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === "link_open" ? token.attrGet("href") : null;
      // A heading's own link is VitePress's.
      if (link === null || link.startsWith("#") || ELSEWHERE.test(link)) continue;
      token.attrSet("href", siteLink(link, pageFile(env)));
    }
  });
}

/** The file that is rendered: where pages are moved, its own path stands beside the new one. */
export function pageFile(env: { path: string; realPath?: string }): string {
  return env.realPath ?? env.path;
}
