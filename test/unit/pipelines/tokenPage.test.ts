import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { run } from "../../support/command.js";

const DOCS = resolve(__dirname, "../../../docs");
const page = readFileSync(join(DOCS, "tokens.md"), "utf8");

/** A request for a token, as the stand-in of an endpoint gets it. */
interface Asked {
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: URLSearchParams;
}

/** Commands of the page about tokens, run as they are printed, with a stand-in of the endpoint on this machine. */
describe("the commands of docs/tokens.md", function () {
  this.timeout(30_000);

  let asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = new URLSearchParams(Buffer.concat(parts).toString());
    asked.push({ url: request.url, headers: request.headers, body });
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ access_token: `canary-for ${body.get("scope")}`, expires_in: 3600 }));
  });
  let origin: string;
  let directory: string;
  const shell = (script: string, variables: Record<string, string> = {}) =>
    run("sh", ["-c", script], directory, { PATH: process.env.PATH ?? "", ...variables });

  before(async () => {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-tokens-"));
    mkdirSync(join(directory, "pipelines"));
    copyFileSync(join(DOCS, "pipelines/token.mjs"), join(directory, "pipelines/token.mjs"));
  });
  beforeEach(() => {
    asked = [];
  });
  after(() => {
    server.close();
    rmSync(directory, { recursive: true });
  });

  it("request tokens for two services with the identity of a pipeline", async () => {
    const [, printed = ""] = /```sh\n(export TOKEN_ENDPOINT=[^`]*)```/.exec(page) ?? [];
    const values: Record<string, string> = {
      "https://login.example.com": origin,
      "<tenant>": "contoso",
      "<client id>": "shop",
      "<scope of the resource manager>": "https://management.azure.com/.default",
      "<scope of the business service>": "https://api.businesscentral.dynamics.com/.default",
    };
    const script = Object.entries(values).reduce((text, [from, to]) => {
      expect(text).to.include(from);
      return text.replace(from, () => to);
    }, printed);
    const commands = [...script.matchAll(/^export (\w+_TOKEN_COMMAND)=/gm)].map(([, name = ""]) => name);
    expect(commands).to.have.length(2);
    for (const name of commands) {
      const { stdout, failed, text } = await shell(`${script}\nsh -c "$${name}"`, { ID_TOKEN: "assertion" });
      expect(failed, text).to.equal(false);
      const scope = asked.at(-1)?.body.get("scope") ?? "";
      expect(JSON.parse(stdout)).to.deep.equal({ access_token: `canary-for ${scope}`, expires_in: 3600 });
    }
    expect(asked.map(({ url, body }) => [url, body.get("client_id"), body.get("scope")])).to.deep.equal([
      ["/contoso/oauth2/v2.0/token", "shop", "https://management.azure.com/.default"],
      ["/contoso/oauth2/v2.0/token", "shop", "https://api.businesscentral.dynamics.com/.default"],
    ]);
    for (const { body } of asked) expect(body.get("client_assertion")).to.equal("assertion");
  });

  it("request a token of a managed identity", async function () {
    if ((await shell("command -v curl")).failed) this.skip();
    const [, printed = ""] = /`(curl -sH Metadata:true [^`]*)`/.exec(page) ?? [];
    // The address is that of a machine of Azure. A proxy gets the whole address.
    const { stdout, failed, text } = await shell(printed, { http_proxy: origin, no_proxy: "" });
    expect(failed, text).to.equal(false);
    expect(JSON.parse(stdout).access_token).to.be.a("string");
    expect(asked).to.have.length(1);
    const [first] = asked;
    const { host, searchParams } = new URL(first?.url ?? "");
    expect([host, first?.headers.metadata]).to.deep.equal(["169.254.169.254", "true"]);
    expect(searchParams.get("resource")).to.equal("https://management.azure.com");
    expect(searchParams.get("api-version")).to.equal("2018-02-01");
  });
});
