import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { Interrupted } from "../../../cli/interrupt.js";
import { formatExpiry, logIn } from "../../../cli/login/login.js";
import type { LoginOptions } from "../../../cli/login/options.js";
import { FakePulumi } from "./fakePulumi.js";

const TOKEN = "canary-token-1";

describe("a sign-in", () => {
  let fake: FakePulumi | undefined;
  afterEach(() => {
    fake?.remove();
    fake = undefined;
  });

  function start(
    options: Partial<LoginOptions> = {},
    { environment = {}, interrupt }: { environment?: NodeJS.ProcessEnv; interrupt?: AbortSignal } = {},
  ) {
    const told: string[] = [];
    const printed: string[] = [];
    let tellAddress: (url: URL) => void = () => undefined;
    const address = new Promise<URL>((resolve) => {
      tellAddress = resolve;
    });
    const ended = logIn(
      {
        ...{ authUrl: "https://login.example/authorize", clientId: "client-1" },
        ...{ stack: undefined, print: false, browser: false, port: 0, timeoutSeconds: 60 },
        ...options,
      },
      {
        environment: { PATH: fake?.path ?? "", ...environment },
        notify: (line) => {
          told.push(line);
          const url = /^ {2}(https?:\S+)$/m.exec(line)?.[1];
          if (url !== undefined) tellAddress(new URL(url));
        },
        print: (line) => printed.push(line),
        stopped: interrupt ?? new AbortController().signal,
      },
    ).then(
      () => undefined,
      (error: Error) => error.message,
    );
    return { address, ended, told, printed };
  }

  /** Does what the page in the browser does. */
  async function comeBack(address: URL, answer: Record<string, string>, headers: object = {}) {
    const redirectUri = address.searchParams.get("redirect_uri") ?? "";
    const state = address.searchParams.get("state") ?? "";
    await fetch(`${redirectUri}answer`, {
      method: "POST",
      headers: {
        origin: redirectUri.replace(/\/$/, ""),
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
      },
      body: String(new URLSearchParams({ state, ...answer })),
    });
  }

  const good = { access_token: TOKEN, token_type: "Bearer", expires_in: "600" };

  /** A sign-in that the browser has come back from: how it ended, and what it said. */
  async function finished(answer: Record<string, string> = good, ...given: Parameters<typeof start>) {
    const { address, ended, told, printed } = start(...given);
    await comeBack(await address, answer);
    return { message: await ended, told, printed };
  }

  it("keeps the token in the selected stack, and names the stack and the expiry", async () => {
    fake = new FakePulumi();
    const { message, told, printed } = await finished();
    expect(message).to.equal(undefined);
    const calls = fake.calls().map(({ args, input }) => [args.join(" "), input]);
    const common = "--non-interactive --color never";
    expect(calls).to.deep.equal([
      [`stack --show-name --fully-qualify-stack-names ${common}`, ""],
      [`config --json --stack dev ${common}`, ""],
      [`config set --secret vendorcloud:resourceManagerToken --stack dev ${common}`, TOKEN],
    ]);
    expect(told.join("\n")).to.include("of stack dev").and.to.include("(in 10 minutes)");
    const variables = fake.calls().map(({ variables }) => variables);
    expect(JSON.stringify([told, printed, variables])).to.not.include(TOKEN);
  });

  for (const variable of [
    "VENDORCLOUD_RESOURCE_MANAGER_TOKEN",
    "VENDORCLOUD_RESOURCE_MANAGER_TOKEN_COMMAND",
  ]) {
    it(`reports that ${variable} takes precedence over the kept token`, async () => {
      fake = new FakePulumi();
      const { told } = await finished(good, {}, { environment: { [variable]: "old" } });
      expect(told.at(-1)).to.include(`${variable} is set and takes precedence`);
    });
  }

  it("starts no sign-in where there is no CLI", async () => {
    const { ended, told } = start();
    expect(await ended)
      .to.include("the command `pulumi` was not found")
      .and.to.include("--print");
    expect(told).to.deep.equal([]);
  });

  it("starts no sign-in where the stack's configuration cannot be read", async () => {
    fake = new FakePulumi(`
      if (call.args[0] === "stack") console.log("acme/shop/dev");
      else { console.error("error: no Pulumi.yaml project file found"); process.exitCode = 255; }`);
    const { ended, told } = start({ stack: "acme/shop/dev" });
    expect(await ended)
      .to.include("no Pulumi.yaml")
      .and.to.include("Run it in the project's directory");
    expect(told).to.deep.equal([]);
  });

  it("hides the token in what the CLI says when it cannot be kept", async () => {
    fake = new FakePulumi(`
      if (call.args[0] === "stack") console.log("dev");
      if (call.args[1] === "set") { console.error("error: cannot encrypt " + call.input); process.exitCode = 1; }`);
    const { message, told } = await finished();
    expect(message).to.include("the token could not be stored").and.to.include("cannot encrypt [token]");
    expect(message).to.include("PULUMI_CONFIG_PASSPHRASE");
    expect([message, ...told].join("\n")).to.not.include(TOKEN);
  });

  it("with --print needs no CLI", async () => {
    const { message, printed, told } = await finished({ ...good, access_token: "it's" }, { print: true });
    expect(message).to.equal(undefined);
    expect(printed).to.deep.equal(["export VENDORCLOUD_RESOURCE_MANAGER_TOKEN='it'\\''s'"]);
    expect(told.join("\n")).to.not.include("it's");
  });

  it("keeps nothing when it is refused", async () => {
    fake = new FakePulumi();
    const { message } = await finished({ error: "access_denied" });
    expect(message).to.match(/^not signed in: the sign-in was cancelled/);
    expect(fake.calls()).to.have.length(2);
  });

  it("ends when nobody signs in", async () => {
    const { ended } = start({ print: true, timeoutSeconds: 0.01 });
    expect(await ended)
      .to.include("no sign-in within 0.01 seconds")
      .and.to.include("--timeout");
  });

  it("ends when it is stopped, before and while it waits", async () => {
    const stopped = AbortSignal.abort(new Error("stopped"));
    expect(await start({ print: true }, { interrupt: stopped }).ended).to.equal("stopped");
    const controller = new AbortController();
    const waiting = start({ print: true }, { interrupt: controller.signal });
    const address = await waiting.address;
    controller.abort(new Error("stopped"));
    expect(await waiting.ended).to.equal("stopped");
    const gone = await fetch(address.searchParams.get("redirect_uri") ?? "").catch(() => "gone");
    expect(gone).to.equal("gone");
  });

  it("ends the CLI when it is stopped, and says what is not known then", async () => {
    const hangs = (command: string) => `
      if (call.args[0] === "stack") console.log("dev");
      if (call.args.join(" ").includes("${command}")) setInterval(() => undefined, 1000);`;
    const reason = new Interrupted(130);
    for (const [command, message] of [
      ["stack --show-name", "interrupted; nothing has been changed."],
      [
        "config set",
        "interrupted while the token was being stored: the configuration of the stack dev shows whether it was stored.",
      ],
    ] as const) {
      fake = new FakePulumi(hangs(command));
      const controller = new AbortController();
      const { address, ended } = start({}, { interrupt: controller.signal });
      if (command === "config set") await comeBack(await address, good);
      while (!fake.calls().some(({ args }) => args.join(" ").includes(command)))
        await new Promise(setImmediate);
      controller.abort(reason);
      expect(await ended).to.equal(message);
      fake.remove();
    }
  });

  /** A program that opens no browser, and writes its arguments down; without one nothing can be opened. */
  function openerIn(directory: string): { args: () => string[] } {
    const record = join(directory, "opened");
    const opener = process.platform === "darwin" ? "open" : "xdg-open";
    const script = `require("node:fs").writeFileSync(${JSON.stringify(record)}, JSON.stringify(process.argv.slice(2)))`;
    writeFileSync(join(directory, opener), `#!${process.execPath}\n${script}\n`, { mode: 0o755 });
    return { args: () => (existsSync(record) ? JSON.parse(readFileSync(record, "utf8") || "[]") : []) };
  }

  /** The first hop of the browser: where it is sent, and the cookie that it is given. */
  async function open(address: URL): Promise<{ url: URL; cookie: string }> {
    const { headers } = await fetch(address, { redirect: "manual" });
    const cookie = headers.get("set-cookie")?.split(";", 1)[0] ?? "";
    return { url: new URL(headers.get("location") ?? ""), cookie };
  }

  it("opens the browser at an address that neither is nor holds the authorization address", async () => {
    fake = new FakePulumi();
    const opener = openerIn(fake.path);
    const { address, ended, told } = start({ browser: true, print: true });
    const shown = await address;
    while (opener.args().length === 0) await new Promise(setImmediate);
    expect(opener.args()).to.deep.equal([shown.href]);
    expect(shown.href).to.match(/^http:\/\/127\.0\.0\.1:\d+\/start\/[\w-]+$/);
    const { url, cookie } = await open(shown);
    expect(url.href).to.match(/^https:\/\/login\.example\/authorize\?/);
    const state = url.searchParams.get("state") ?? "";
    expect(state).to.have.length(43);
    expect([...opener.args(), ...told].join("\n")).to.not.include(state);
    await comeBack(url, good, { cookie });
    expect(await ended).to.equal(undefined);
  });

  it("goes on when there is no browser to open", async () => {
    const { address, ended, told } = start({ print: true, browser: true });
    const shown = await address;
    while (!told.join("\n").includes("No browser could be opened")) await new Promise(setImmediate);
    const { url, cookie } = await open(shown);
    await comeBack(url, good, { cookie });
    expect(await ended).to.equal(undefined);
  });
});

describe("when a token expires", () => {
  const now = new Date(2026, 0, 31, 12, 0, 0);

  it("is shown in local time and in minutes", () => {
    const text = formatExpiry(3600, now);
    expect(text)
      .to.include(new Date(2026, 0, 31, 13, 0, 0).toLocaleString())
      .and.to.include("(in 60 minutes)");
  });

  it("is never shown later than it is", () => {
    expect(formatExpiry(119, now)).to.include("(in 1 minute)");
    expect(formatExpiry(59, now)).to.include("(in less than a minute)");
  });
});
