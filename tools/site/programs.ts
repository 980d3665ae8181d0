import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { findPageFile } from "./links.js";
import { ROOT } from "./pages.js";

/** In the repository an example's program stands beside its page; on the site it stands below it. */
export function showExamplePrograms(markdown: MarkdownRenderer): void {
  markdown.core.ruler.before("normalize", "programs-of-examples", (state) => {
    const example = /^examples\/[^/]+\//.exec(relative(ROOT, findPageFile(state.env)))?.[0];
    if (example === undefined) return;
    const program = join(ROOT, example, "index.ts");
    if (existsSync(program))
      state.src += `\n## The program\n\n\`\`\`ts\n${readFileSync(program, "utf8")}\`\`\`\n`;
  });
}
