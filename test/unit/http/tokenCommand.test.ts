import { expect } from "chai";
import { describe, it } from "mocha";
import type { ProviderError } from "../../../provider/contract/providerError.js";
import { Runtime } from "../../../provider/contract/runtime.js";
import { type CommandEnd, TokenCommand } from "../../../provider/http/tokenCommand.js";
import { foreign, message, toText } from "../../../provider/text/message.js";
import { errorText } from "../../support/asRead.js";
import { TestClock } from "../../support/clock.js";
import { rejection } from "./answers.js";

const jwt = (exp: number): string => `e30.${Buffer.from(JSON.stringify({ exp })).toString("base64url")}.sig`;

/** A command that prints one output after the other, and how often it ran. */
function printing(...outputs: (string | CommandEnd)[]) {
  const clock = new TestClock();
  const known = new Runtime();
  let runs = 0;
  const command = new TokenCommand("business", "print-token", clock, known, async () => {
    const output = outputs[Math.min(runs++, outputs.length - 1)] ?? "";
    return typeof output === "string" ? { output } : output;
  });
  return { command, clock, known, runs: () => runs };
}

/** Runs a command in a shell. */
const run = (command: string) =>
  new TokenCommand("business", command, new TestClock(), new Runtime()).token();
const node = (script: string) => `"${process.execPath}" -e "${script}"`;

describe("a command that prints a token", () => {
  for (const [form, output] of [
    ["the token alone, with a line break", "t-1\n"],
    ["the token as a JSON text", '"t-1"'],
    ["what the vendor's command line prints", '{"accessToken": "t-1", "tokenType": "Bearer"}'],
    ["JSON with a line break in the token", '{"accessToken": "t-1\\n"}'],
    ["an answer of OAuth 2.0", '{"access_token": "t-1", "expires_in": "3600"}'],
    ["exec credentials", '{"kind": "ExecCredential", "status": {"token": "t-1"}}'],
  ] as const) {
    it(`may print ${form}`, async () => {
      expect(await printing(output).command.token()).to.equal("t-1");
    });
  }

  it("runs once for all that ask, as long as nothing says when the token expires", async () => {
    const { command, clock, runs } = printing("t-1", "t-2");
    expect(await Promise.all([command.token(), command.token()])).to.deep.equal(["t-1", "t-1"]);
    await clock.advance(10 * 3_600_000);
    expect([await command.token(), runs()]).to.deep.equal(["t-1", 1]);
  });

  const expiries: [form: string, seconds: number, margin: number, fields: (end: number) => object][] = [
    ["seconds that are left", 600, 60, () => ({ expires_in: 600 })],
    ["a short time, of which a tenth is left", 20, 2, () => ({ expires_in: 20 })],
    ["seconds since 1970", 600, 60, (end) => ({ expires_on: String(end / 1000) })],
    ["a date", 600, 60, (end) => ({ expiresOn: new Date(end).toISOString() })],
    ["the token's own claim", 600, 60, (end) => ({ accessToken: jwt(end / 1000) })],
  ];
  for (const [form, seconds, margin, fields] of expiries) {
    it(`runs again ${margin} s before the token expires: ${form}`, async () => {
      const clock = new TestClock();
      let runs = 0;
      const command = new TokenCommand("business", "", clock, new Runtime(), async () => ({
        output: JSON.stringify({ accessToken: `t-${++runs}`, ...fields(clock.now() + seconds * 1000) }),
      }));
      await command.token();
      await clock.advance((seconds - margin) * 1000 - 100);
      await command.token();
      expect(runs).to.equal(1);
      await clock.advance(200);
      await command.token();
      expect(runs).to.equal(2);
    });
  }

  it("runs again once for a token that the service has refused, whoever asks", async () => {
    const { command, runs } = printing("t-1", "t-2");
    await command.token();
    expect(await Promise.all([command.token("t-1"), command.token("t-1")])).to.deep.equal(["t-2", "t-2"]);
    expect([await command.token("t-1"), await command.token(), runs()]).to.deep.equal(["t-2", "t-2", 2]);
  });

  it("does not run again for a token that replaced a refused one and is refused too, until one was accepted", async () => {
    const { command, runs } = printing("t-1", "t-2", "t-3");
    await command.token();
    await command.token("t-1");
    expect([await command.token("t-2"), runs()]).to.deep.equal(["t-2", 2]);
    command.accept();
    expect([await command.token("t-2"), runs()]).to.deep.equal(["t-3", 3]);
  });

  it("keeps a token that seems to be over already: the clock may be wrong", async () => {
    const { command, runs } = printing('{"accessToken": "t", "expires_on": 1}');
    await command.token();
    await command.token();
    expect(runs()).to.equal(1);
  });

  for (const output of ["", "two words", "<html>", "{}", '{"accessToken": 5}', "[1]", "not { json"]) {
    it(`that prints ${JSON.stringify(output)} prints no token, and its output is not shown`, async () => {
      const { command } = printing(output);
      expect(errorText(await rejection(command.token()))).to.equal(
        "vendorcloud:businessTokenCommand: the command printed no token. It must print the token alone, or JSON with `accessToken`.",
      );
    });
  }

  it("that fails is asked again by the next request", async () => {
    const { command } = printing({ output: "canary", failure: "exit code 1: no login" }, "t-2");
    expect(errorText(await rejection(command.token()))).to.equal(
      "vendorcloud:businessTokenCommand: the command failed: exit code 1: no login",
    );
    expect(await command.token()).to.equal("t-2");
  });

  it("makes a secret of outputs that repeat its token, but not of those that have a short word of an emulator", async () => {
    const secrets = async (token: string) => {
      const { command, known } = printing(token);
      await command.token();
      return [known.secrets.isIn(`a ${token}`), known.tokens.isIn(`a ${token}`)];
    };
    expect(await secrets("canary-token-1")).to.deep.equal([true, true]);
    expect(await secrets("demo")).to.deep.equal([true, false]);
  });

  it("that fails shows nothing of what it has printed, as lines or as JSON, complete or not", async () => {
    const failure = message`exit code 1: ${foreign("canary-token-1 came with c4nary-line-2")}`;
    const json = '{"access_token": "canary-token-1", "refresh_token":"c4nary-line-2"';
    for (const output of ["canary-token-1\nc4nary-line-2\n", json, `${json}}`]) {
      const { command, known } = printing({ output, failure });
      const error = (await rejection(command.token())) as ProviderError;
      expect(toText(error.text, known.secrets)).to.equal(
        "vendorcloud:businessTokenCommand: the command failed: exit code 1: [secret] came with [secret]",
      );
    }
  });

  it("runs in a shell; of a failure its error output and its exit code are shown, and never its output", async () => {
    expect(await run(node("console.log('t-' + 1)"))).to.equal("t-1");
    const failing = node("console.log('canary'); console.error('no\\nlogin'); process.exit(3)");
    expect(errorText(await rejection(run(failing)))).to.equal(
      "vendorcloud:businessTokenCommand: the command failed: exit code 3: no login",
    );
    expect(errorText(await rejection(run("exit 4")))).to.match(/exit code 4$/);
    expect(errorText(await rejection(run(node("console.log('x'.repeat(300_000))"))))).to.match(
      /it printed more than 262144 bytes$/,
    );
    expect(await run(`cat; echo t`)).to.equal("t");
  });

  it("names the signal that ended it", async () => {
    expect(errorText(await rejection(run("kill -KILL $$")))).to.match(/failed: ended by SIGKILL$/);
  });

  it("is ended even if it ignores the signal to terminate", async () => {
    const ignoring = "trap '' TERM; head -c 300000 /dev/zero; exec sleep 300";
    expect(errorText(await rejection(run(ignoring)))).to.match(/more than 262144 bytes$/);
  });
});
