import { join } from "node:path";
import { run } from "../support/command.js";
import { environmentOfManagers } from "./registry.js";

/** A package manager, by the words that a person types. */
export interface Manager {
  install: string[];
  /** The words before a command that a package provides. */
  exec: string[];
  /** Files that a project needs beside its package.json. */
  files: Record<string, string>;
  environment: Record<string, string>;
}

const VERSIONS = { pnpm: "12.21.0", yarn: "4.18.1" };

export function npmManager(): Manager {
  return {
    install: ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund"],
    exec: ["npm", "exec", "--offline", "--"],
    files: {},
    environment: environmentOfManagers(),
  };
}

/** The managers that npm can install, in a directory that also takes their caches. */
export async function otherManagers(directory: string): Promise<{ pnpm: Manager; yarn: Manager }> {
  const npm = npmManager();
  const packages = [`pnpm@${VERSIONS.pnpm}`, `@yarnpkg/cli-dist@${VERSIONS.yarn}`];
  const [command = "", ...args] = [...npm.install, "--prefix", directory, ...packages];
  const installed = await run(command, args, directory, npm.environment);
  if (installed.failed) throw new Error(installed.text);
  const commands = join(directory, "node_modules/.bin");
  return {
    pnpm: {
      install: [join(commands, "pnpm"), "install"],
      exec: [join(commands, "pnpm"), "exec"],
      // pnpm wants to be told about every build script; this one, of a package below the SDK, only compares versions.
      files: { "pnpm-workspace.yaml": "allowBuilds:\n  protobufjs: false\n" },
      environment: { ...npm.environment, pnpm_config_store_dir: join(directory, "pnpm") },
    },
    yarn: {
      install: [join(commands, "yarn"), "install"],
      exec: [join(commands, "yarn"), "exec"],
      files: {},
      environment: {
        ...npm.environment,
        YARN_NODE_LINKER: "node-modules",
        YARN_GLOBAL_FOLDER: join(directory, "yarn"),
        YARN_ENABLE_TELEMETRY: "false",
        // In a pipeline it would refuse to write the first lock file.
        YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
      },
    },
  };
}
