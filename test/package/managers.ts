import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type CommandResult, run } from "../support/command.js";
import { ROOT } from "../support/sandbox.js";

/** Variables without those with which `npm test` has Node load code of this repository. */
export const WITHOUT_REPOSITORY = { NODE_OPTIONS: undefined, NODE_COMPILE_CACHE: undefined };

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

let npm: Manager | undefined;

export function npmManager(): Manager {
  npm ??= {
    install: ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund"],
    exec: ["npm", "exec", "--offline", "--"],
    files: {},
    environment: environmentOfManagers(),
  };
  return npm;
}

/** Installs packages with npm. */
export async function npmInstall(directory: string, ...packages: string[]): Promise<void> {
  await succeed(npmManager(), directory, [...npmManager().install, ...packages]);
}

/** Runs a command that has to succeed, with the environment of a manager. */
export async function succeed(
  { environment }: Manager,
  directory: string,
  [command = "", ...args]: string[],
): Promise<CommandResult> {
  const result = await run(command, args, directory, environment);
  if (result.failed) throw new Error(result.text);
  return result;
}

/** The managers that npm can install, in a directory that also takes their caches. */
export async function otherManagers(directory: string): Promise<{ pnpm: Manager; yarn: Manager }> {
  const { environment } = npmManager();
  const packages = [`pnpm@${VERSIONS.pnpm}`, `@yarnpkg/cli-dist@${VERSIONS.yarn}`];
  await npmInstall(directory, "--prefix", directory, ...packages);
  const commands = join(directory, "node_modules/.bin");
  return {
    pnpm: {
      install: [join(commands, "pnpm"), "install"],
      exec: [join(commands, "pnpm"), "exec"],
      // pnpm asks about every build script; this one, of a package below the SDK, only compares versions.
      files: { "pnpm-workspace.yaml": "allowBuilds:\n  protobufjs: false\n" },
      environment: { ...environment, pnpm_config_store_dir: join(directory, "pnpm") },
    },
    yarn: {
      install: [join(commands, "yarn"), "install"],
      exec: [join(commands, "yarn"), "exec"],
      files: {},
      environment: {
        ...environment,
        YARN_NODE_LINKER: "node-modules",
        YARN_GLOBAL_FOLDER: join(directory, "yarn"),
        YARN_ENABLE_TELEMETRY: "false",
        // In a pipeline it would refuse to write the first lock file.
        YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
      },
    },
  };
}

/** The emulator's package. */
export const EMULATOR = join(ROOT, "emulator");

/** The archive that would be published. */
export interface Archive {
  path: string;
  filename: string;
  /** Bytes of the archive. */
  size: number;
  /** Bytes of its files. */
  unpackedSize: number;
  files: { path: string; size: number }[];
}

/** Packs what is built, or another project. */
export async function pack(directory: string, project = ROOT): Promise<Archive> {
  const command = ["npm", "pack", "--json", "--loglevel=error", "--pack-destination", directory];
  const [archive] = JSON.parse((await succeed(npmManager(), project, command)).stdout);
  return { ...archive, path: join(directory, archive.filename) };
}

/** This process's environment, with npm's settings for the managers that do not read them. */
function environmentOfManagers(): Record<string, string> {
  // A surrounding `npm test` sets which project it runs in, and a test where the services are.
  const variables: Record<string, string | undefined> = { ...process.env, ...WITHOUT_REPOSITORY };
  const inherited = Object.entries(variables).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(npm|pulumi|vendorcloud)_/i.test(entry[0]),
  );
  const printed = execFileSync("npm", ["config", "get", "registry", "cache", "cafile"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, "m").exec(printed)?.[1] ?? "";
  const registry = setting("registry");
  const certificates = setting("cafile");
  return {
    ...Object.fromEntries(inherited),
    npm_config_cache: setting("cache"),
    npm_config_registry: registry,
    pnpm_config_registry: registry,
    YARN_NPM_REGISTRY_SERVER: registry,
    ...(registry.startsWith("http:") && { YARN_UNSAFE_HTTP_WHITELIST: new URL(registry).hostname }),
    ...(!["", "null"].includes(certificates) && { YARN_HTTPS_CA_FILE_PATH: certificates }),
  };
}
