import { startChromium } from "../../test/browser/chromium.js";
import { setUp } from "../setup.mjs";
import { drawDiagrams } from "./diagrams.js";
import { drawPreviews } from "./preview.js";

// Draws the pictures of the documentation. Runs only on request, because every browser draws a little differently:
//
//   npx tsx tools/pictures/main.ts

async function main(): Promise<void> {
  Object.assign(process.env, (await setUp({ log: console.log })).environment);
  const { browser, close } = await startChromium();
  try {
    await drawPreviews(browser);
    await drawDiagrams(browser);
  } finally {
    await close();
  }
}

main();
