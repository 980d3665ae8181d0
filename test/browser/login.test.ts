import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import type { Page } from "playwright-core";
import { startEmulator } from "../../emulator/index.js";
import { run } from "../support/command.js";
import { RunningCommand } from "../support/runningCommand.js";
import { ROOT, Sandbox } from "../support/sandbox.js";
import { FakePulumi } from "../unit/cli/fakePulumi.js";
import { startChromium, type TestBrowser } from "./chromium.js";

/** Signing in as a person does: in a browser, at the emulator's page, into a stack of the real CLI. */
describe("vendorcloud login, in a browser", () => {
  const token = "canary-signed-in-7b1e";
  const key = "vendorcloud:resourceManagerToken";
  const callback = /^http:\/\/127\.0\.0\.1:\d+\/$/;

  let sandbox: Sandbox;
  let chromium: TestBrowser;
  let page: Page;
  const processes: RunningCommand[] = [];

  before(async () => {
    chromium = await startChromium();
    sandbox = await Sandbox.open({ token });
    sandbox.write("");
    for (const stack of ["dev", "cancelled"]) {
      const made = await sandbox.pulumi("stack", "init", stack);
      expect(made.failed, made.text).to.equal(false);
    }
  });
  beforeEach(async () => {
    page = await chromium.browser.newPage();
    page.setDefaultTimeout(20_000);
  });
  afterEach(async () => {
    for (const login of processes.splice(0)) login.signal("SIGKILL");
    await page.close();
  });
  after(async () => {
    await chromium?.close();
    await sandbox?.close();
  });

  const environment = (more: Record<string, string | undefined> = {}) =>
    sandbox.environment({
      VENDORCLOUD_RESOURCE_MANAGER_TOKEN: undefined,
      VENDORCLOUD_AUTH_URL: `${sandbox.emulator.url}/oauth2/authorize`,
      VENDORCLOUD_CLIENT_ID: "client-1",
      ...more,
    });

  async function startLogin(args: string[], more: Record<string, string | undefined> = {}) {
    const command = ["--require", require.resolve("tsx/cjs"), join(ROOT, "cli/main.ts"), "login"];
    const login = new RunningCommand([process.execPath, ...command, "--no-browser", ...args], {
      cwd: sandbox.project,
      env: environment(more),
    });
    processes.push(login);
    return { login, address: new URL(await login.prints(/^ {2}(https?:\S+)$/m)) };
  }

  const resultOf = async (login: RunningCommand) => ({
    code: await login.closed,
    output: login.stdout,
    errors: login.stderr,
  });

  /** Presses a button of the authorization page, and reads what the page says that the browser comes back to. */
  async function press(button: "Sign in" | "Cancel", address: URL) {
    await page.goto(address.href);
    await page.getByRole("button", { name: button }).click();
    return finalText();
  }

  async function finalText() {
    await page.getByRole("heading", { name: /^(You are|Wrong sign-in)/ }).waitFor();
    return page.locator("main").innerText();
  }

  /** Everything that the browser would go back or forward to. */
  async function history(): Promise<string> {
    const session = await page.context().newCDPSession(page);
    return JSON.stringify(await session.send("Page.getNavigationHistory"));
  }

  const configurationOf = (stack: string) => join(sandbox.project, `Pulumi.${stack}.yaml`);

  it("keeps the token, encrypted, in the stack's configuration, and leaves it nowhere else", async () => {
    const { login, address } = await startLogin(["--stack", "dev"]);
    expect(await press("Sign in", address)).to.include("You are signed in");
    expect(page.url()).to.match(callback);
    expect(await history()).not.to.include(token);
    const { code, output, errors } = await resultOf(login);
    expect(code, errors).to.equal(0);
    expect(output).to.equal("");
    expect(errors)
      .to.match(new RegExp(`${key} of stack organization/[\\w-]+/dev\\.`))
      .and.to.include("(in 60 minutes)");
    expect(errors).not.to.include(token);
    const configuration = readFileSync(configurationOf("dev"), "utf8");
    expect(configuration).to.match(/vendorcloud:resourceManagerToken:\s+secure: \S+/);
    expect(configuration).not.to.include(token);
    const kept = await sandbox.pulumi("config", "get", key, "--stack", "dev");
    expect(kept.stdout.trim()).to.equal(token);
  });

  it("hands out a token that the resource manager accepts", async () => {
    const { login, address } = await startLogin(["--print"]);
    await press("Sign in", address);
    const { output } = await resultOf(login);
    const [, given = ""] = /='(.*)'/.exec(output) ?? [];
    const path = "/subscriptions/s/resourceGroups/r/providers/Vendor.ContainerInstance/containerGroups/g";
    const answer = await fetch(`${sandbox.emulator.url}${path}?api-version=2023-05-01`, {
      headers: { authorization: `Bearer ${given}` },
    });
    expect(answer.status).to.equal(404);
  });

  it("with --print prints one line for a shell, and configures nothing", async () => {
    const { login, address } = await startLogin(["--print"], { PATH: "" });
    await press("Sign in", address);
    const { code, output, errors } = await resultOf(login);
    expect(code, errors).to.equal(0);
    expect(output).to.equal(`export VENDORCLOUD_RESOURCE_MANAGER_TOKEN='${token}'\n`);
    expect(errors).not.to.include(token);
    const script = `${output}printf %s "$VENDORCLOUD_RESOURCE_MANAGER_TOKEN"`;
    expect(await run("sh", ["-c", script], sandbox.project, environment())).to.deep.include({
      text: token,
      failed: false,
    });
  });

  it("leaves everything as it is when the person cancels", async () => {
    const { login, address } = await startLogin(["--stack", "cancelled"]);
    expect(await press("Cancel", address))
      .to.include("You are not signed in")
      .and.to.include("access_denied");
    const { code, errors } = await resultOf(login);
    expect(code).to.equal(1);
    expect(errors).to.include("the sign-in was cancelled, or access was denied");
    const file = configurationOf("cancelled");
    expect(existsSync(file) ? readFileSync(file, "utf8") : "").not.to.include(key);
  });

  it("gives the token to the CLI through standard input, never among arguments or variables", async () => {
    const fake = new FakePulumi();
    const { login, address } = await startLogin(["--stack", "recorded"], {
      PATH: `${fake.path}${delimiter}${process.env.PATH}`,
    });
    await press("Sign in", address);
    const { code, errors } = await resultOf(login);
    const calls = fake.calls();
    fake.remove();
    expect(code, errors).to.equal(0);
    expect(calls.map(({ input }) => input)).to.deep.equal(["", "", token]);
    for (const { args, variables } of calls) {
      expect(args.join(" ")).not.to.include(token);
      expect(JSON.stringify(variables)).not.to.include(token);
    }
  });

  it("takes no token that comes with another state", async () => {
    const emulator = await startEmulator({ token, authorizationWrongState: true });
    try {
      const { login, address } = await startLogin(["--print"], {
        VENDORCLOUD_AUTH_URL: `${emulator.url}/oauth2/authorize`,
      });
      expect(await press("Sign in", address)).to.include("belongs to another sign-in");
      expect(page.url()).to.match(callback);
      login.signal("SIGINT");
      const { code, output, errors } = await resultOf(login);
      expect([code, output]).to.deep.equal([130, ""]);
      expect(errors).to.include("does not belong to this sign-in").and.not.to.include(token);
    } finally {
      await emulator.close();
    }
  });

  it("shows a refusal as text, whatever the service puts into it", async () => {
    const { login, address } = await startLogin(["--print"]);
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
    expect((await resultOf(login)).code).to.equal(1);
  });

  it("ends with code 130 when it is interrupted, and its page is gone", async () => {
    const { login, address } = await startLogin(["--print"]);
    login.signal("SIGINT");
    const { code, output, errors } = await resultOf(login);
    expect([code, output]).to.deep.equal([130, ""]);
    expect(errors).to.include("interrupted; nothing has been changed");
    const gone = await fetch(address.searchParams.get("redirect_uri") ?? "").catch(() => "gone");
    expect(gone).to.equal("gone");
  });
});
