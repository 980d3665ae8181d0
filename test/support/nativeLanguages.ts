import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Context } from "mocha";
import { run } from "./command.js";
import { PLUGIN_PATH, ROOT, type Sandbox } from "./sandbox.js";
import { resultOf, resultOrSkip } from "./tool.js";

/** Returns the folder with the SDKs that Pulumi's code generators write from the package schema, one for each language. */
export function nativeSdks(): Promise<string> {
  sdks ??= resultOf("sdk/main.mjs", ["--installed"]);
  return sdks;
}

let sdks: Promise<string> | undefined;

/** Variables with which programs in Python find the SDK. */
export async function pythonVariables(context: Context): Promise<Record<string, string>> {
  const folders = await resultOrSkip(context, "Python with pip", () => resultOf("sdk/python.mjs"));
  return { PYTHONPATH: folders.split("\n").join(delimiter) };
}

/** Variables for programs in Go. They share compiled packages with the language hosts that `tools/go.mjs` builds. */
export async function goVariables(): Promise<Record<string, string>> {
  const flags = "-trimpath -gcflags=all=-dwarf=false";
  return { ...(await goSettings()), CGO_ENABLED: "0", GOFLAGS: flags, GOWORK: "off" };
}

/** Variables for Go's caches and downloads, for commands that see neither the home directory nor its variables. */
async function goSettings(): Promise<Record<string, string>> {
  const names = [
    ...["GOMODCACHE", "GOCACHE", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN"],
    ...["GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOINSECURE", "GOVCS"],
  ];
  const { stdout } = await run("go", ["env", "-json", ...names], ROOT, process.env);
  const proxies = Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name));
  return { ...JSON.parse(stdout), ...Object.fromEntries(proxies) };
}

/** Links the SDK as `npm install ./sdks/nodejs` does. The SDK resolves its packages from its own location. */
export function installNodeSdk(sdks: string, project: string, name: string): void {
  const modules = join(project, "node_modules");
  mkdirSync(modules, { recursive: true });
  const scope = join(modules, "@pulumi");
  if (!existsSync(scope)) symlinkSync(join(ROOT, "node_modules/@pulumi"), scope, "dir");
  cpSync(join(sdks, "nodejs"), join(modules, name), { recursive: true });
}

/** Later programs use the native plugin. An existing Pulumi.yaml gets the plugin's path. */
export async function useNativePlugin(sandbox: Sandbox): Promise<void> {
  const { project } = sandbox;
  rmSync(join(project, "node_modules/pulumi-vendorcloud"));
  installNodeSdk(await nativeSdks(), project, "pulumi-vendorcloud");
  const settings = join(project, "Pulumi.yaml");
  if (existsSync(settings)) appendFileSync(settings, PLUGIN_PATH);
  sandbox.isNative = true;
}
