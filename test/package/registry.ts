import { execFileSync } from "node:child_process";

/** This process's environment, with npm's registry told to the managers that do not read npm's settings. */
export function environmentOfManagers(): Record<string, string> {
  const registry = npmSetting("registry");
  const certificates = npmSetting("cafile");
  return {
    ...inherited(),
    npm_config_cache: npmSetting("cache"),
    npm_config_registry: registry,
    pnpm_config_registry: registry,
    YARN_NPM_REGISTRY_SERVER: registry,
    ...(registry.startsWith("http:") && { YARN_UNSAFE_HTTP_WHITELIST: new URL(registry).hostname }),
    ...(certificates !== "null" && { YARN_HTTPS_CA_FILE_PATH: certificates }),
  };
}

/** A surrounding `npm test` hands down which project it runs in, and which Pulumi there is to talk to. */
function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !/^(npm|pulumi|vendorcloud)_/i.test(entry[0]),
    ),
  );
}

function npmSetting(name: string): string {
  return execFileSync("npm", ["config", "get", name], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}
