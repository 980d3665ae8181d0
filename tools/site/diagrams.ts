import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { findPageFile } from "./markdown.js";
import { ROOT } from "./pages.js";

/** A diagram of a page: Mermaid's text, which begins with its title. */
export interface Diagram {
  text: string;
  title: string;
  /** Its picture, drawn beforehand: neither the site's build nor its readers need a browser that draws. */
  picture: string;
}

/** @throws Error when it has no title: `accTitle: …` on its first lines */
export function parseDiagram(text: string): Diagram {
  const title = /^\s*accTitle:\s*(.+?)\s*$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`a diagram without a line "accTitle: …":\n${text}`);
  const name = title.toLowerCase().replace(/\W+/g, "-");
  return { text, title, picture: join(ROOT, "docs/images", `${name}.svg`) };
}

/** Adds the source of a picture to it. */
export function withSource(svg: string, text: string): string {
  return svg.replace(/<\/svg>\s*$/, `${source(text)}</svg>\n`);
}

/** Whether its picture is there, and is not one of an earlier text. */
export function isDrawn({ text, picture }: Diagram): boolean {
  return existsSync(picture) && readFileSync(picture, "utf8").includes(source(text));
}

/** Shows the pictures in place of the texts. */
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
