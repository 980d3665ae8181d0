import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { findPageFile } from "./markdown.js";
import { ROOT } from "./pages.js";

/** A diagram of a page in Mermaid's language. It begins with its title. */
export interface Diagram {
  text: string;
  title: string;
  /** The picture is drawn in advance, so that neither the build nor readers need Mermaid. */
  picture: string;
}

/** @throws Error if there is no title: `accTitle: …` on the first lines */
export function parseDiagram(text: string): Diagram {
  const title = /^\s*accTitle:\s*(.+?)\s*$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`a diagram without a line "accTitle: …":\n${text}`);
  const name = title.toLowerCase().replace(/\W+/g, "-");
  return { text, title, picture: join(ROOT, "docs/images", `${name}.svg`) };
}

export function withSource(svg: string, text: string): string {
  return svg.replace(/<\/svg>\s*$/, `${source(text)}</svg>\n`);
}

/** Whether the picture exists and belongs to the current text. */
export function isDrawn({ text, picture }: Diagram): boolean {
  return existsSync(picture) && readFileSync(picture, "utf8").includes(source(text));
}

/** Shows pictures instead of the text of diagrams. */
export function showDrawnDiagrams(markdown: MarkdownRenderer): void {
  const others = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim() !== "mermaid") return others?.(tokens, index, options, env, self) ?? "";
    const drawn = parseDiagram(token.content);
    if (!isDrawn(drawn)) {
      throw new Error(`there is no picture of "${drawn.title}" as it is now: npx tsx tools/pictures/main.ts`);
    }
    const path = relative(dirname(findPageFile(env)), drawn.picture);
    return `<img class="diagram" src="./${path}" alt="${escaped(drawn.title)}">`;
  };
}

function source(text: string): string {
  return `<metadata>${escaped(text)}</metadata>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
