import { createRequire } from "node:module";
import { join } from "node:path";
import { log } from "@pulumi/pulumi";
import { isFirstInRun } from "./firstInRun.js";

/** Programs that the engine starts run in the directory in which it starts their hooks; others, of the Automation API, may not. */
const STARTED_BY_ENGINE = /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]run[\\/]/;

/** Read when the package is loaded: a program that changes its directory later does not move the hooks. */
const startDirectory = currentDirectory();

/** Warns, once in a run of a program, when the engine will not find this package, although the program does. */
export function warnOfPackageLookup(
  main = require.main?.filename ?? "",
  directory: string | undefined = startDirectory,
): void {
  if (directory === undefined || !STARTED_BY_ENGINE.test(main)) return;
  if (!isFirstInRun("packageLookup") || canBeFound(directory)) return;
  void log.warn(
    `the engine cannot find pulumi-vendorcloud: it searches node_modules in ${directory} and in its parent directories. ` +
      "Add pulumi-vendorcloud to the dependencies in the package.json of that directory.",
  );
}

/** As the engine's host does it. Only a clear no is one. */
function canBeFound(directory: string): boolean {
  try {
    createRequire(join(directory, "index.js")).resolve("pulumi-vendorcloud/bridge");
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND";
  }
}

function currentDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
