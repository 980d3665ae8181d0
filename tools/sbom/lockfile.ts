import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../site/pages.js";

/** A package of the lockfile. */
export interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** By their paths, such as `node_modules/ajv`. */
export type LockedPackages = Record<string, LockedPackage>;

/** A package of this repository that is published. */
export interface PublishedPackage {
  name: string;
  version: string;
  license: string;
  /** Relative to the root. */
  directory: string;
  dependencies: Record<string, string>;
}

export const lockedPackages: LockedPackages = read("package-lock.json").packages;

export const publishedPackages: PublishedPackage[] = ["", "emulator"].map((directory) => {
  const { name, version, license, dependencies } = read(join(directory, "package.json"));
  return { name, version, license, directory, dependencies };
});

/** The packages that an installation of a published package brings, by their paths in the lockfile. */
export function listInstalledWith({ directory, dependencies }: PublishedPackage): string[] {
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    const path = pathFrom(name, from);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = lockedPackages[path] ?? {};
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, path);
  };
  for (const name of Object.keys(dependencies)) visit(name, directory);
  return [...found];
}

/** As Node looks for it: in the nearest `node_modules` that has it, from the package outwards. */
function pathFrom(name: string, from: string): string | undefined {
  const candidate = join(from, "node_modules", name);
  if (candidate in lockedPackages) return candidate;
  return from === ""
    ? undefined
    : pathFrom(name, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))));
}

function read(file: string) {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8"));
}
