import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashTexts } from "../cache.mjs";

/** The Go modules to build. They are separate because they need different versions of the same libraries. */
export const modules = {
  engine: { folder: join(import.meta.dirname, "engine"), provides: "github.com/pulumi/pulumi/pkg/v3" },
  languageHost: {
    folder: join(import.meta.dirname, "language-host"),
    provides: "github.com/pulumi/pulumi/sdk/v3",
  },
  yamlHost: { folder: join(import.meta.dirname, "yaml-host"), provides: "github.com/pulumi/pulumi-yaml" },
};

/**
 * @typedef {object} Wanted
 * @property {string} engineVersion
 * @property {string} languageHostVersion
 * @property {string} fingerprint changes with every change of a go.mod or go.sum
 * @property {string} [otherEngine] the go.mod of a CLI other than the pinned one
 */

/**
 * @param {string} [engineVersion] version of a CLI other than the pinned one; the language host stays the same
 * @returns {Promise<Wanted>} the versions in the go.mod files
 */
export async function readWanted(engineVersion) {
  const [pinned, languageHost, yamlHost] = await Promise.all([
    readModule(modules.engine.folder),
    readModule(modules.languageHost.folder),
    readModule(modules.yamlHost.folder),
  ]);
  const isOther = engineVersion && engineVersion !== requiredVersion(pinned.mod, modules.engine.provides);
  const engine = isOther ? { mod: otherEngine(pinned.mod, engineVersion), sum: "" } : pinned;
  return {
    engineVersion: requiredVersion(engine.mod, modules.engine.provides),
    languageHostVersion: requiredVersion(languageHost.mod, modules.languageHost.provides),
    fingerprint: hashTexts([engine, languageHost, yamlHost].flatMap(({ mod, sum }) => [mod, sum])),
    ...(isOther && { otherEngine: engine.mod }),
  };
}

/**
 * Returns the go.mod of a CLI other than the pinned one. Its indirect dependencies are removed: the go.mod of that release
 * decides them.
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
function requiredVersion(goMod, modulePath) {
  const requirement = /^\s*(?:require\s+)?(\S+)\s+v(\S+)/gm;
  const version = [...goMod.matchAll(requirement)].find(([, path]) => path === modulePath)?.[2];
  if (!version) throw new Error(`go.mod does not require ${modulePath}`);
  return version;
}

/** @param {string} folder */
async function readModule(folder) {
  const [mod, sum] = await Promise.all(
    ["go.mod", "go.sum"].map((name) => readFile(join(folder, name), "utf8")),
  );
  return { mod: mod ?? "", sum: sum ?? "" };
}
