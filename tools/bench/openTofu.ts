import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { startEmulator } from "../../emulator/index.js";
import { run } from "../../test/support/command.js";
import { AUTHORITY, startTlsServer } from "../../test/support/tlsServer.js";
import { keep, PLATFORM } from "../cache.mjs";
import { runGo } from "../go.mjs";
import { type Client, groupArgs } from "./client.js";

/** OpenTofu's programs with their Go modules. A program on PATH has priority. */
const PROGRAMS = {
  tofu: { module: "github.com/opentofu/opentofu@v1.12.6", source: "./cmd/tofu" },
  "terraform-provider-azapi": { module: "github.com/Azure/terraform-provider-azapi@v1.15.0", source: "." },
  "terraform-provider-restful": {
    module: "github.com/magodo/terraform-provider-restful@v0.25.2",
    source: ".",
  },
};

type ProviderName = "azapi" | "restful";

const SUBSCRIPTION = "11111111-2222-3333-4444-555555555555";

/**
 * OpenTofu with one provider: `azapi` for all types of Azure, or `restful` for REST services. The programs follow the
 * documentation of the providers.
 */
export async function openTofu(provider: ProviderName, count: number): Promise<Client> {
  const tofu = await findProgram("tofu");
  const plugin = await findProgram(`terraform-provider-${provider}`);
  const directory = await mkdtemp(join(tmpdir(), "vendorcloud-bench-"));
  const emulator = await startEmulator({ seed: "demo", profile: "azure", provisioningPolls: 0 });
  // The client of `azapi` sends tokens only over TLS.
  const tls = await startTlsServer(Number(new URL(emulator.url).port));
  const project = join(directory, "project");
  mkdirSync(project);
  const source = SOURCES[provider];
  const settings = join(directory, "settings.tfrc");
  writeFileSync(
    settings,
    `provider_installation {\n  dev_overrides { ${JSON.stringify(source)} = ${JSON.stringify(join(plugin, ".."))} }\n}\n`,
  );
  const azureCli = join(directory, "az");
  writeFileSync(azureCli, AZURE_CLI);
  chmodSync(azureCli, 0o755);
  const environment = {
    ...process.env,
    PATH: `${directory}${delimiter}${process.env.PATH}`,
    TF_CLI_CONFIG_FILE: settings,
    SSL_CERT_FILE: AUTHORITY,
    CHECKPOINT_DISABLE: "1",
  };
  const apply = ["apply", "-auto-approve", "-input=false", "-no-color"];
  return {
    emulator,
    write: (text) => {
      const program = configurations[provider](count, text, emulator.url, `https://localhost:${tls.port}/`);
      writeFileSync(join(project, "main.tf.json"), JSON.stringify(program));
    },
    commands: {
      up: apply,
      "preview without changes": ["plan", "-detailed-exitcode", "-input=false", "-no-color"],
      "up with a change of all": apply,
      refresh: ["apply", "-refresh-only", "-auto-approve", "-input=false", "-no-color"],
      destroy: ["destroy", "-auto-approve", "-input=false", "-no-color"],
    },
    run: (args) => run(tofu, [...args], project, environment),
    stateBytes: () => statSync(join(project, "terraform.tfstate")).size,
    async close() {
      await tls.close();
      await emulator.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const SOURCES: Record<ProviderName, string> = { azapi: "Azure/azapi", restful: "magodo/restful" };

/** Prints a token as Azure's command line does. */
const AZURE_CLI = `#!/bin/sh
echo '{"accessToken":"token","expiresOn":"2099-01-01 00:00:00.000000","expires_on":4070908800,"subscription":"${SUBSCRIPTION}","tenant":"${SUBSCRIPTION}","tokenType":"Bearer"}'
`;

const configurations: Record<
  ProviderName,
  (count: number, text: string, url: string, secureUrl: string) => object
> = {
  azapi: (count, text, _url, secureUrl) => ({
    terraform: { required_providers: { azapi: { source: SOURCES.azapi } } },
    provider: {
      azapi: {
        subscription_id: SUBSCRIPTION,
        tenant_id: SUBSCRIPTION,
        skip_provider_registration: true,
        use_cli: true,
        use_msi: false,
        endpoint: [
          {
            resource_manager_endpoint: secureUrl,
            resource_manager_audience: secureUrl,
            active_directory_authority_host: secureUrl,
          },
        ],
      },
    },
    resource: {
      azapi_resource: namedGroups(count, text, (name, { location, tags, properties }) => ({
        type: "Microsoft.ContainerInstance/containerGroups@2023-05-01",
        parent_id: `/subscriptions/${SUBSCRIPTION}/resourceGroups/bench`,
        ...{ name, location, tags },
        body: { properties },
      })),
    },
  }),
  restful: (count, text, url) => ({
    terraform: { required_providers: { restful: { source: SOURCES.restful } } },
    provider: {
      restful: { base_url: url, security: { http: { token: { token: "token" } } } },
    },
    resource: {
      restful_resource: namedGroups(count, text, (name, body) => ({
        path: `/subscriptions/${SUBSCRIPTION}/resourceGroups/bench/providers/Microsoft.ContainerInstance/containerGroups/${name}`,
        query: { "api-version": ["2023-05-01"] },
        create_method: "PUT",
        poll_create: {
          status_locator: "body.properties.provisioningState",
          default_delay_sec: 1,
          status: { success: "Succeeded", pending: ["Pending", "Creating"] },
        },
        body,
      })),
    },
  }),
};

interface GroupBody {
  location: string;
  tags: object;
  properties: object;
}

function namedGroups(
  count: number,
  text: string,
  declare: (name: string, body: GroupBody) => object,
): Record<string, object> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const name = `group-${index}`;
      return [name, declare(name, bodyOf(name, text))];
    }),
  );
}

/** The body of the request for a group. Users of these providers write it themselves. */
function bodyOf(name: string, text: string): GroupBody {
  const { location, tags, containers, osType, restartPolicy, ipAddress } = groupArgs(name, text);
  const nested = containers.map(({ name, ...properties }) => ({ name, properties }));
  return { location, tags, properties: { containers: nested, osType, restartPolicy, ipAddress } };
}

/** @returns the path of the program: from PATH, or built once from its module, which takes minutes */
async function findProgram(name: keyof typeof PROGRAMS): Promise<string> {
  const found = (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);
  if (found !== undefined) return found;
  const { module, source } = PROGRAMS[name];
  const directory = await keep(`${name}-${module.split("@")[1]}-${PLATFORM}`, {
    make: async (directory) => {
      const { Dir } = JSON.parse(await runGo(["mod", "download", "-json", module], { cwd: directory }));
      await runGo(["build", "-o", join(directory, name), source], { cwd: Dir });
    },
    requireUsable: async (directory) => void statSync(join(directory, name)),
  });
  return join(directory, name);
}
