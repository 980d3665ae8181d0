import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { createState, formatAuthorizationUrl } from "../../cli/login/authorizationRequest.js";
import { listen } from "../../cli/login/listener.js";
import { startEmulator } from "../../emulator/index.js";
import { ROOT } from "../../test/support/sandbox.js";

const ignore = (): void => undefined;
const SIZE = { width: 560, height: 260 };

/** The page that asks, and the page that the browser comes back to, side by side. */
export async function drawLogin(browser: Browser): Promise<void> {
  const emulator = await startEmulator();
  const state = createState();
  const listener = await listen({ port: 0, state, onForeign: ignore });
  const page = await browser.newPage({ viewport: SIZE });
  try {
    const { redirectUri } = listener;
    const authUrl = `${emulator.url}/oauth2/authorize`;
    await page.goto(formatAuthorizationUrl({ authUrl, clientId: "pulumi-at-work", redirectUri, state }));
    const asking = await pictureOf(page);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "You are signed in" }).waitFor();
    await sideBySide(page, [asking, await pictureOf(page)], join(ROOT, "docs/images/login.png"));
  } finally {
    await page.close();
    listener.close();
    await emulator.close();
  }
}

async function sideBySide(page: Page, pictures: string[], path: string): Promise<void> {
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`).join("");
  const style =
    "body { display: flex; gap: 16px; margin: 0; padding: 16px; background: #ddd } img { border: 1px solid #999 }";
  await page.goto("about:blank");
  await page.setViewportSize({ width: 2 * SIZE.width + 52, height: SIZE.height + 34 });
  await page.setContent(`<style>${style}</style>${images}`);
  await page.screenshot({ path });
  console.log(path);
}

async function pictureOf(page: Page): Promise<string> {
  return (await page.screenshot()).toString("base64");
}
