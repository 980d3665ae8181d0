import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compareVersions } from "./version.mjs";

/** What is built: each is a Go module of its own, because they need different versions of the same libraries. */
export const modules = {
  engine: { folder: folder("engine"), provides: "github.com/pulumi/pulumi/pkg/v3" },
  languageHost: { folder: folder("language-host"), provides: "github.com/pulumi/pulumi/sdk/v3" },
  yamlHost: { folder: folder("yaml-host"), provides: "github.com/pulumi/pulumi-yaml" },
};

/**
 * @typedef {object} Wanted
 * @property {string} engineVersion
 * @property {string} languageHostVersion
 * @property {string} goVersion the oldest Go that can build all of them
 * @property {string} fingerprint changes with every change of a go.mod or go.sum
 * @property {string} [otherEngine] the go.mod of another CLI than the pinned one
 */

/**
 * @param {string} [engineVersion] of another CLI than the pinned one; the language host stays
 * @returns {Promise<Wanted>} what the go.mod files ask for
 */
export async function readWanted(engineVersion) {
  const [pinned, languageHost, yamlHost] = await Promise.all([
    readModule(modules.engine.folder),
    readModule(modules.languageHost.folder),
    readModule(modules.yamlHost.folder),
  ]);
  const isOther = engineVersion && engineVersion !== requiredVersion(pinned.mod, modules.engine.provides);
  const engine = isOther ? { mod: otherEngine(pinned.mod, engineVersion), sum: "" } : pinned;
  const all = [engine, languageHost, yamlHost];
  const goVersions = all.map(({ mod }) => goDirective(mod));
  return {
    engineVersion: requiredVersion(engine.mod, modules.engine.provides),
    languageHostVersion: requiredVersion(languageHost.mod, modules.languageHost.provides),
    goVersion: goVersions.reduce((left, right) => (compareVersions(left, right) < 0 ? right : left)),
    fingerprint: fingerprint(all.flatMap(({ mod, sum }) => [mod, sum])),
    ...(isOther && { otherEngine: engine.mod }),
  };
}

/**
 * The go.mod of another CLI: what that one is built of is left to the go.mod that it was released with.
 *
 * @param {string} pinned the text of the pinned go.mod
 * @param {string} version
 * @returns {string}
 */
function otherEngine(pinned, version) {
  const { provides } = modules.engine;
  return pinned
    .split("\n")
    .filter((line) => line.includes(`${provides} v`) || !line.includes("// indirect"))
    .join("\n")
    .replace(`${provides} v${requiredVersion(pinned, provides)}`, `${provides} v${version}`);
}

/**
 * @param {string} goMod the text of a go.mod
 * @param {string} modulePath
 * @returns {string} the required version, without its `v`
 */
export function requiredVersion(goMod, modulePath) {
  const requirement = /^\s*(?:require\s+)?(\S+)\s+v(\S+)/gm;
  const version = [...goMod.matchAll(requirement)].find(([, path]) => path === modulePath)?.[2];
  if (!version) throw new Error(`go.mod does not require ${modulePath}`);
  return version;
}

/**
 * @param {string} goMod
 * @returns {string} such as `1.25.8`
 */
export function goDirective(goMod) {
  const match = /^go\s+(\d+\.\d+)(\.\d+)?\s*$/m.exec(goMod);
  if (!match) throw new Error("go.mod names no Go version");
  return `${match[1]}${match[2] ?? ".0"}`;
}

/**
 * @param {readonly string[]} texts
 * @returns {string} short, and the same whatever line ends a checkout uses
 */
export function fingerprint(texts) {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text.replaceAll("\r\n", "\n")).update("\0");
  return hash.digest("hex").slice(0, 10);
}

/** @param {string} path */
async function readModule(path) {
  const [mod, sum] = await Promise.all(
    ["go.mod", "go.sum"].map((name) => readFile(join(path, name), "utf8")),
  );
  return { mod: mod ?? "", sum: sum ?? "" };
}

/** @param {string} name */
function folder(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}
