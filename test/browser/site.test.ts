import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type { BrowserContext, Page } from "playwright-core";
import { buildSite } from "../../tools/site/build.js";
import { getSiteAddress, listPages } from "../../tools/site/pages.js";
import { type LocalServer, listen } from "../support/localServer.js";
import { startChromium, type TestBrowser } from "./chromium.js";

const TABS = 6;

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

describe("browser: the documentation site", () => {
  const directory = mkdtempSync(join(tmpdir(), "vendorcloud-site-"));
  let server: LocalServer;
  let chromium: TestBrowser;
  let context: BrowserContext;
  let page: Page;
  let origin: string;
  /** Addresses of all requests, and what the page complained of. */
  const requests: string[] = [];
  const complaints: string[] = [];

  before(async () => {
    await buildSite(directory);
    server = await served(directory);
    origin = server.url;
    chromium = await startChromium();
    context = await chromium.browser.newContext();
    context.on("request", (request) => requests.push(request.url()));
    context.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    context.on("weberror", (error) => complaints.push(error.error().message));
    page = await context.newPage();
  });
  after(async () => {
    await chromium?.close();
    await server?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it("every page shows its headline, and sends no request to another host", async () => {
    const files = listPages();
    // A page is idle half a second after its last request: several wait at a time.
    const visitPages = async (): Promise<void> => {
      const tab = await context.newPage();
      for (let file = files.pop(); file !== undefined; file = files.pop()) {
        await tab.goto(`${origin}${getSiteAddress(file)}`, { waitUntil: "networkidle" });
        expect(await tab.locator("main h1").count(), file).to.equal(1);
      }
      await tab.close();
    };
    await Promise.all(Array.from({ length: TABS }, visitPages));
    const elsewhere = requests.filter((url) => !url.startsWith(origin) && !url.startsWith("data:"));
    expect(elsewhere).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });

  it("a diagram is a picture that is there", async () => {
    await page.goto(`${origin}/erp-stops`);
    const picture = page.getByAltText("How a second stop is avoided");
    await picture.scrollIntoViewIfNeeded();
    const width = await picture.evaluate(
      (image) => (image as unknown as { naturalWidth: number }).naturalWidth,
    );
    expect(width).to.be.above(300);
  });

  it("an example's program stands below its page", async () => {
    await page.goto(`${origin}/examples/quickstart`);
    await page.locator("main pre", { hasText: "export const address" }).waitFor();
  });

  it("the search finds a page by a word of its text", async () => {
    await page.goto(origin);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("secretChanges");
    await page.locator(".result", { hasText: "Rotate a secret" }).first().click();
    await page.waitForURL(`${origin}/secrets#rotate-a-secret`);
  });
});

/** As any web server that knows pages by their addresses without `.html`. */
function served(directory: string): Promise<LocalServer> {
  return listen(async ({ origin, path }) => {
    const { pathname } = new URL(path, origin);
    const name = pathname === "/" ? "/index.html" : extname(pathname) === "" ? `${pathname}.html` : pathname;
    const file = join(directory, name);
    if (!existsSync(file)) return { status: 404 };
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    return { status: 200, headers: { "content-type": type }, text: readFileSync(file) };
  });
}
