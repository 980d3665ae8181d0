import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { type Clock, Runtime } from "../../provider/contract/runtime.js";
import { TokenCommand } from "../../provider/http/tokenCommand.js";
import { run, succeeded } from "../support/command.js";
import { ROOT } from "../support/sandbox.js";
import { skip } from "../support/skip.js";
import { AUTHORITY, SERVER_CERTIFICATE } from "../support/tlsServer.js";
import { FIRST_USE_MS, resultOf } from "../support/tool.js";

const TENANT = "00000000-0000-0000-0000-000000000001";
const SUBSCRIPTION = "00000000-0000-0000-0000-000000000002";
const CLIENT = "00000000-0000-0000-0000-000000000003";
const RESOURCE_MANAGER = "https://management.azure.com/.default";
const BUSINESS_CENTRAL = "https://api.businesscentral.dynamics.com/.default";

const account = {
  ...{ id: `/subscriptions/${SUBSCRIPTION}`, subscriptionId: SUBSCRIPTION, tenantId: TENANT },
  ...{ displayName: "shop", state: "Enabled" },
};
const tokenFor = (scope: string | null | undefined) => `a-token-for ${scope}`;
const page = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8");

/** The commands of the pages, run as they are printed by the real `az`, with a stand-in of Entra ID on this machine. */
describe("independent: the Azure CLI of docs/azure.md and docs/tokens.md", function () {
  this.timeout(FIRST_USE_MS);

  let directory: string;
  let packages: string;
  let server: Server;
  let asked: URLSearchParams[] = [];

  const shell = (script: string) =>
    run("sh", ["-c", script], directory, {
      PATH: `${join(directory, "bin")}${delimiter}${process.env.PATH}`,
      PYTHONPATH: packages,
      AZURE_CONFIG_DIR: join(directory, "configuration"),
      REQUESTS_CA_BUNDLE: AUTHORITY,
    });
  const output = async (script: string) => succeeded(await shell(script)).stdout;
  const scopes = () => asked.map((body) => body.get("scope")?.split(" ")[0]);

  before(async function () {
    // Elsewhere `az login` opens a browser.
    if (process.platform !== "linux") skip(this, "needs Linux without a desktop");
    packages = await resultOf("independent/azureCli.mjs");
    server = createServer(SERVER_CERTIFICATE, async (request, response) => {
      const origin = `https://${request.headers.host}`;
      const [path = ""] = (request.url ?? "").split("?");
      let text = "";
      for await (const part of request) text += part;
      const body = new URLSearchParams(text);
      const answers: Record<string, () => object> = {
        "/subscriptions": () => ({ value: [account] }),
        [`/${TENANT}/v2.0/.well-known/openid-configuration`]: () => ({
          issuer: `${origin}/${TENANT}/v2.0`,
          token_endpoint: `${origin}/token`,
          authorization_endpoint: `${origin}/authorize`,
        }),
        "/token": () => {
          asked.push(body);
          return { token_type: "Bearer", access_token: tokenFor(body.get("scope")), expires_in: 3600 };
        },
      };
      const content = answers[path]?.();
      response
        .writeHead(content ? 200 : 404, { "content-type": "application/json" })
        .end(JSON.stringify(content ?? {}));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = `https://localhost:${(server.address() as AddressInfo).port}`;

    directory = mkdtempSync(join(tmpdir(), "vendorcloud-azure-cli-"));
    for (const name of ["bin", "configuration"]) mkdirSync(join(directory, name));
    const write = (file: string, text: string) =>
      writeFileSync(join(directory, file), `${text}\n`, { mode: 0o755 });
    write("bin/az", '#!/bin/sh\nexec python3 -B -m azure.cli "$@"');
    write(
      "configuration/clouds.config",
      `[stand-in]
endpoint_active_directory = ${address}
endpoint_active_directory_resource_id = https://management.azure.com/
endpoint_management = ${address}
endpoint_resource_manager = ${address}`,
    );
    write(
      "configuration/config",
      "[cloud]\nname = stand-in\n[core]\ninstance_discovery = false\ncollect_telemetry = false",
    );
  });
  beforeEach(() => {
    asked = [];
  });
  after(() => {
    server?.close();
    if (directory) rmSync(directory, { recursive: true });
  });

  it("signs in with the identity of a job, whose assertion it sends for each token", async () => {
    const login = `az login --service-principal -u ${CLIENT} --federated-token assertion --tenant ${TENANT}`;
    const [signedIn] = JSON.parse(await output(login));
    expect(signedIn).to.deep.include({ id: SUBSCRIPTION, user: { name: CLIENT, type: "servicePrincipal" } });
    await output("az account get-access-token --scope api://job/.default --output json");
    expect(asked.at(-1)?.get("scope")).to.equal("api://job/.default");
    expect(asked.at(-1)?.get("client_assertion")).to.equal("assertion");
  });

  it("prints tokens for both services, which the provider reads and renews in time", async () => {
    const [, script = ""] = /```sh\n(export \w+_TOKEN_COMMAND="az [^`]*)```/.exec(page("azure.md")) ?? [];
    const names = [...script.matchAll(/^export (\w+_TOKEN_COMMAND)=/gm)].map(([, name = ""]) => name);
    expect(names).to.have.length(2);
    for (const [index, scope] of [RESOURCE_MANAGER, BUSINESS_CENTRAL].entries()) {
      const printed = await output(`${script}\nsh -c "$${names[index]}"`);
      const { accessToken, expires_on } = JSON.parse(printed);
      expect(scopes()).to.deep.equal([scope]);
      expect(accessToken).to.equal(tokenFor(asked[0]?.get("scope")));

      let [now, runs] = [0, 0];
      const command = new TokenCommand(
        "resourceManager",
        "",
        { now: () => now } as Clock,
        new Runtime(),
        async () => {
          runs++;
          return { output: printed };
        },
      );
      for (const [left, expected] of [
        [3600, 1],
        [61, 1],
        [59, 2],
      ] as const) {
        now = (expires_on - left) * 1000;
        expect(await command.token()).to.equal(accessToken);
        expect(runs).to.equal(expected);
      }
      asked = [];
    }
  });

  it("takes the command with a scope of one's own", async () => {
    const [, command = ""] =
      /^export \w+_TOKEN_COMMAND="(az [^"]*<scope>[^"]*)"$/m.exec(page("tokens.md")) ?? [];
    const { accessToken } = JSON.parse(await output(command.replace("<scope>", "api://shop/.default")));
    expect(scopes()).to.deep.equal(["api://shop/.default"]);
    expect(accessToken).to.equal(tokenFor(asked[0]?.get("scope")));
  });
});
