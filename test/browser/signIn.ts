import { startChromium } from "./chromium.js";

/** In place of a person's browser, for `xdg-open`: goes to the address and presses "Sign in". */
async function main(address: string): Promise<void> {
  const { browser, close } = await startChromium();
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "You are signed in" }).waitFor();
  } finally {
    await close();
  }
}

void main(process.argv[2] ?? "");
