import { writeFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { readCodeBlocks } from "../site/codeBlocks.js";
import { type Diagram, isDrawn, parseDiagram, withSource } from "../site/diagrams.js";
import { listPages } from "../site/pages.js";

const SETTINGS = {
  startOnLoad: false,
  theme: "neutral",
  fontFamily: "Arial, Helvetica, sans-serif",
  // Pages show pictures with `<img>`, where some browsers do not show HTML in an SVG.
  htmlLabels: false,
  flowchart: { htmlLabels: false, wrappingWidth: 320 },
};

/** Draws a picture for every diagram that is new or changed. */
export async function drawDiagrams(browser: Browser): Promise<void> {
  const diagrams = listPages()
    .flatMap(readCodeBlocks)
    .filter(({ language }) => language === "mermaid");
  const changed = diagrams.map(({ text }) => parseDiagram(text)).filter((drawn) => !isDrawn(drawn));
  if (changed.length === 0) return;
  const page = await browser.newPage();
  try {
    await page.addScriptTag({ path: require.resolve("@mermaid-js/tiny") });
    for (const each of changed) await draw(page, each);
  } finally {
    await page.close();
  }
}

async function draw(page: Page, { text, picture }: Diagram): Promise<void> {
  const svg = await page.evaluate<string, [object, string]>(
    async ([settings, source]) => {
      const { mermaid } = globalThis as unknown as { mermaid: Mermaid };
      mermaid.initialize(settings);
      return (await mermaid.render("diagram", source)).svg;
    },
    [SETTINGS, text],
  );
  writeFileSync(picture, withSource(inItsSize(svg), text));
  console.log(picture);
}

/** Mermaid scales a diagram to the available width, with letters of any size. */
function inItsSize(svg: string): string {
  const [, width, height] = / viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg) ?? [];
  return svg.replace(' width="100%"', ` width="${width}" height="${height}"`);
}

interface Mermaid {
  initialize(settings: object): void;
  render(id: string, text: string): Promise<{ svg: string }>;
}
