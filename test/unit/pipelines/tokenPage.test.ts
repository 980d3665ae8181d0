import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { run } from "../../support/command.js";
import { useServer } from "./useServer.js";

const DOCS = resolve(__dirname, "../../../docs");
const page = readFileSync(join(DOCS, "tokens.md"), "utf8");

/** Commands of the page about tokens, run as they are printed, with a stand-in of the endpoint on this machine. */
describe("the commands of docs/tokens.md", function () {
  this.timeout(30_000);

  const formOf = ({ body }: { body: unknown }) => new URLSearchParams(String(body));
  const server = useServer((request) => ({
    status: 200,
    body: { access_token: `canary-for ${formOf(request).get("scope")}`, expires_in: 3600 },
  }));
  let directory: string;
  const shell = (script: string, variables: Record<string, string> = {}) =>
    run("sh", ["-c", script], directory, { PATH: process.env.PATH ?? "", ...variables });

  before(() => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-tokens-"));
    mkdirSync(join(directory, "pipelines"));
    copyFileSync(join(DOCS, "pipelines/token.mjs"), join(directory, "pipelines/token.mjs"));
  });
  after(() => rmSync(directory, { recursive: true }));

  it("request tokens for two services with the identity of a pipeline", async () => {
    const [, printed = ""] = /```sh\n(export TOKEN_ENDPOINT=[^`]*)```/.exec(page) ?? [];
    const values: Record<string, string> = {
      "https://login.example.com": server.origin,
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
      const scope = formOf(server.requests.at(-1) ?? { body: "" }).get("scope");
      expect(JSON.parse(stdout)).to.deep.equal({ access_token: `canary-for ${scope}`, expires_in: 3600 });
    }
    const forms = server.requests.map(formOf);
    expect(server.requests.map(({ path }) => path)).to.deep.equal(
      Array(2).fill("/contoso/oauth2/v2.0/token"),
    );
    expect(forms.map((form) => [form.get("client_id"), form.get("scope")])).to.deep.equal([
      ["shop", "https://management.azure.com/.default"],
      ["shop", "https://api.businesscentral.dynamics.com/.default"],
    ]);
    for (const form of forms) expect(form.get("client_assertion")).to.equal("assertion");
  });

  it("request a token of a managed identity", async function () {
    if ((await shell("command -v curl")).failed) this.skip();
    const [, printed = ""] = /`(curl -sH Metadata:true [^`]*)`/.exec(page) ?? [];
    // The address is that of a machine of Azure. A proxy gets the whole address.
    const { stdout, failed, text } = await shell(printed, { http_proxy: server.origin, no_proxy: "" });
    expect(failed, text).to.equal(false);
    expect(JSON.parse(stdout).access_token).to.be.a("string");
    expect(server.requests).to.have.length(1);
    const [first] = server.requests;
    const { host, searchParams } = new URL(first?.path ?? "");
    expect([host, first?.headers.metadata]).to.deep.equal(["169.254.169.254", "true"]);
    expect(searchParams.get("resource")).to.equal("https://management.azure.com");
    expect(searchParams.get("api-version")).to.equal("2018-02-01");
  });
});
