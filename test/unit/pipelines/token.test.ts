import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import { run } from "../../support/command.js";
import { freePort } from "../../support/freePort.js";
import { useServer } from "./useServer.js";

const SCRIPT = resolve(__dirname, "../../../docs/pipelines/token.mjs");

describe("token.mjs", () => {
  let refusal: number | undefined;
  let refusalCode: string;
  const formOf = ({ body }: { body: unknown }) => Object.fromEntries(new URLSearchParams(String(body)));
  let redirect: number | undefined;
  const server = useServer((request) => {
    if (redirect !== undefined)
      return { status: redirect, headers: { location: `${server.origin}/elsewhere` } };
    const refused = { error: refusalCode, error_description: `no ${formOf(request).client_secret}` };
    const given = { access_token: "t-1", expires_in: 3599, value: "id-token" };
    return { status: refusal ?? 200, body: refusal === undefined ? given : refused };
  });
  const asked = () =>
    server.requests.map((request) => ({
      path: request.path,
      authorization: request.headers.authorization,
      form: formOf(request),
    }));
  beforeEach(() => {
    refusal = redirect = undefined;
    refusalCode = "invalid_client";
  });

  const print = async (env: Record<string, string>, ...args: string[]) => {
    const all = { TOKEN_ENDPOINT: `${server.origin}/token`, CLIENT_ID: "c", SCOPE: "s", ...env };
    const { code, stdout, stderr } = await run(process.execPath, [SCRIPT, ...args], tmpdir(), all);
    return { code, stdout, stderr };
  };

  /** Variables of a job of GitHub. */
  const identityAt = (address: string) => ({
    ...{ ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "canary" },
  });

  it("asks with a client secret, and prints the token and its time", async () => {
    expect(await print({ CLIENT_SECRET: "canary" })).to.deep.equal({
      code: 0,
      stdout: '{"access_token":"t-1","expires_in":3599}',
      stderr: "",
    });
    const form = { grant_type: "client_credentials", client_id: "c", scope: "s", client_secret: "canary" };
    expect(asked()).to.deep.equal([{ path: "/token", authorization: undefined, form }]);
  });

  it("asks for the scope of the command, so that one job has tokens for several services", async () => {
    await print({ CLIENT_SECRET: "canary" }, "https://first.example/.default");
    await print({ CLIENT_SECRET: "canary", SCOPE: "" }, "https://second.example/.default");
    expect(asked().map(({ form }) => form.scope)).to.deep.equal([
      "https://first.example/.default",
      "https://second.example/.default",
    ]);
  });

  it("asks with the identity of a job of GitLab", async () => {
    await print({ ID_TOKEN: "of-the-job" });
    expect(asked().map(({ form }) => form.client_assertion)).to.deep.equal(["of-the-job"]);
  });

  it("asks with a workload identity, whose token is in a file", async () => {
    const directory = mkdtempSync(join(tmpdir(), "vendorcloud-token-"));
    const file = join(directory, "token");
    writeFileSync(file, "of-the-pod\n");
    await print({ ID_TOKEN_FILE: file, ACTIONS_ID_TOKEN_REQUEST_URL: "" });
    expect(asked().map(({ form }) => form.client_assertion)).to.deep.equal(["of-the-pod"]);
    rmSync(directory, { recursive: true });
    const missing = await print({ ID_TOKEN_FILE: file });
    expect(missing).to.include({ code: 1, stdout: "" });
    expect(missing.stderr).to.match(/^ENOENT/);
  });

  it("asks with the identity of a job of GitHub, which it requests first", async () => {
    await print(identityAt(`${server.origin}/identity?v=1`));
    expect(asked().map(({ path, authorization }) => [path, authorization])).to.deep.equal([
      ["/identity?v=1&audience=api%3A%2F%2FAzureADTokenExchange", "Bearer canary"],
      ["/token", undefined],
    ]);
    expect(asked()[1]?.form.client_assertion).to.equal("id-token");
  });

  it("says what is missing, or what the endpoint refuses, and never a secret", async () => {
    expect(await print({ SCOPE: "" })).to.include({ code: 1, stdout: "", stderr: "not set: SCOPE\n" });
    expect((await print({})).stderr).to.match(/^not set: CLIENT_SECRET, ID_TOKEN, ID_TOKEN_FILE or/);
    refusal = 401;
    const refused = await print({ CLIENT_SECRET: "canary" });
    expect(refused.stderr).to.equal(`${server.origin}/token responded with 401 invalid_client\n`);
    refusalCode = "\n::set-env name=A::canary";
    const unprintable = await print({ CLIENT_SECRET: "canary" });
    expect(unprintable.stderr).to.equal(`${server.origin}/token responded with 401\n`);
  });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`sends nothing to where a redirect leads: ${status}`, async () => {
      redirect = status;
      const address = `${server.origin}/t`;
      const expected = { code: 1, stdout: "", stderr: `${address}: unexpected redirect\n` };
      const secret = { TOKEN_ENDPOINT: `${address}?a=1`, CLIENT_SECRET: "canary" };
      expect(await print(secret)).to.deep.equal(expected);
      expect(await print(identityAt(`${address}?a=1`))).to.deep.equal(expected);
      expect(asked().map(({ path }) => path.split("?")[0])).to.deep.equal(["/t", "/t"]);
    });
  }

  for (const address of [
    "http://login.example/token",
    "http://user:canary@127.0.0.1.login.example/token?key=canary",
    "http://[::2]/token",
    "ftp://127.0.0.1/token",
    "login.example/canary",
  ]) {
    it(`names the variable whose address is not safe: ${address}`, async () => {
      const error = "must be an https address (http only for a loopback host)\n";
      const endpoint = await print({ TOKEN_ENDPOINT: address, CLIENT_SECRET: "canary" });
      expect(endpoint).to.deep.equal({ code: 1, stdout: "", stderr: `TOKEN_ENDPOINT ${error}` });
      expect((await print(identityAt(address))).stderr).to.equal(`ACTIONS_ID_TOKEN_REQUEST_URL ${error}`);
    });
  }

  it("does not quote an address with a password", async () => {
    const address = "https://user:canary@login.example/token?key=canary";
    const { stderr } = await print({ TOKEN_ENDPOINT: address, CLIENT_SECRET: "canary" });
    expect(stderr).to.equal("https://login.example/token: the request failed\n");
  });

  it("says which endpoint it does not reach, and why", async () => {
    const dead = `http://127.0.0.1:${await freePort()}/token`;
    const { stderr } = await print({ TOKEN_ENDPOINT: dead, CLIENT_SECRET: "canary" });
    expect(stderr).to.equal(`${dead}: ECONNREFUSED\n`);
  });
});
