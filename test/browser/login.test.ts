import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import type { Page } from "playwright-core";
import { succeeded } from "../support/command.js";
import { RunningCommand } from "../support/runningCommand.js";
import { ROOT, Sandbox } from "../support/sandbox.js";
import { startChromium, type TestBrowser } from "./chromium.js";

/** Signing in as a person does: in a browser, at the emulator's page, into a stack of the real CLI. */
describe("vendorcloud login, in a browser", () => {
  const token = "canary-signed-in-7b1e";
  const key = "vendorcloud:resourceManagerToken";

  let sandbox: Sandbox;
  let chromium: TestBrowser;
  let page: Page;
  let running: RunningCommand | undefined;

  before(async () => {
    chromium = await startChromium();
    sandbox = await Sandbox.open({ token });
    sandbox.write("");
    succeeded(await sandbox.pulumi("stack", "init", "dev"));
  });
  beforeEach(async () => {
    page = await chromium.browser.newPage();
    page.setDefaultTimeout(20_000);
  });
  afterEach(async () => {
    running?.signal("SIGKILL");
    await page.close();
  });
  after(async () => {
    await chromium?.close();
    await sandbox?.close();
  });

  async function startLogin(...args: string[]) {
    const command = ["--require", require.resolve("tsx/cjs"), join(ROOT, "cli/main.ts"), "login"];
    const env = sandbox.environment({
      VENDORCLOUD_RESOURCE_MANAGER_TOKEN: undefined,
      VENDORCLOUD_AUTH_URL: `${sandbox.emulator.url}/oauth2/authorize`,
      VENDORCLOUD_CLIENT_ID: "client-1",
    });
    const started = [process.execPath, ...command, "--no-browser", ...args];
    const login = new RunningCommand(started, { cwd: sandbox.project, env });
    running = login;
    return { login, address: new URL(await login.prints(/^ {2}(https?:\S+)$/m)) };
  }

  /** What the page says that the browser comes back to. */
  async function finalText() {
    await page.getByRole("heading", { name: /^You are/ }).waitFor();
    return page.locator("main").innerText();
  }

  /** Everything that the browser would go back or forward to. */
  async function history(): Promise<string> {
    const session = await page.context().newCDPSession(page);
    return JSON.stringify(await session.send("Page.getNavigationHistory"));
  }

  it("keeps the token, encrypted, in the stack's configuration, and leaves it nowhere else", async () => {
    const { login, address } = await startLogin("--stack", "dev");
    await page.goto(address.href);
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await finalText()).to.include("You are signed in");
    expect(page.url()).to.match(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(await history()).not.to.include(token);
    expect(await login.closed, login.text).to.equal(0);
    expect(login.stdout).to.equal("");
    expect(login.stderr)
      .to.match(new RegExp(`${key} of stack organization/[\\w-]+/dev\\.`))
      .and.not.include(token);
    const configuration = readFileSync(join(sandbox.project, "Pulumi.dev.yaml"), "utf8");
    expect(configuration).to.match(/vendorcloud:resourceManagerToken:\s+secure: \S+/);
    expect(configuration).not.to.include(token);
    const kept = await sandbox.pulumi("config", "get", key, "--stack", "dev");
    expect(kept.stdout.trim()).to.equal(token);
  });

  it("shows a refusal as text, whatever the service puts into it", async () => {
    const { login, address } = await startLogin("--print");
    const markup = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>";
    const answer = new URLSearchParams({
      error: "server_error",
      error_description: markup,
      state: address.searchParams.get("state") ?? "",
    });
    await page.goto(`${address.searchParams.get("redirect_uri")}#${answer}`);
    expect(await finalText()).to.include(markup);
    expect(await page.locator("img, main script").count()).to.equal(0);
    expect(await page.title()).to.equal("You are not signed in");
    expect(await login.closed).to.equal(1);
  });
});
