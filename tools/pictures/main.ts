import { startChromium } from "../../test/browser/chromium.js";
import { diagramPictures } from "./diagrams.js";
import { loginPicture } from "./login.js";

// The pictures of the documentation, made anew on request only, since every browser draws a little differently:
//
//   npx tsx tools/pictures/main.ts

async function main(): Promise<void> {
  const { browser, close } = await startChromium();
  try {
    await loginPicture(browser);
    await diagramPictures(browser);
  } finally {
    await close();
  }
}

main();
