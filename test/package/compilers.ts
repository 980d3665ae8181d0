import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type typescript from "typescript";
import { run } from "../support/command.js";

/** Compiles the programs that a configuration in a project's folder names, and returns the compiler's messages. */
export type Compile = (project: string, configuration: string) => Promise<string>;

/** A compiler that is a module, as Pulumi loads it. */
export function compilerModule(path: string): Compile {
  return async (project, configuration) => {
    const ts: typeof typescript = require(path);
    const file = join(project, configuration);
    const { config } = ts.readConfigFile(file, ts.sys.readFile);
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, project, undefined, file);
    const problems = ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options));
    return ts.formatDiagnostics(problems, {
      getCurrentDirectory: () => project,
      getCanonicalFileName: (name) => name,
      getNewLine: () => "\n",
    });
  };
}

/** A compiler that is only a command. */
export function compilerCommand(path: string): Compile {
  return async (project, configuration) =>
    (
      await run(
        process.execPath,
        [path, "--pretty", "false", "--project", configuration],
        project,
        process.env,
      )
    ).stdout;
}

/** Errors by file; those of a whole configuration are in "". Packages are left out, but for the one that is tested. */
export async function compile(
  compiler: Compile,
  project: string,
  files: string[],
  compilerOptions: object,
): Promise<Map<string, string[]>> {
  const configuration = "tsconfig.tested.json";
  writeFileSync(
    join(project, configuration),
    JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, files }),
  );
  const errors = new Map<string, string[]>(files.map((file) => [file, []]));
  for (const line of (await compiler(project, configuration)).split("\n")) {
    const [, file = "", error] = /^(?:(\S+)\(\d+,\d+\): )?(error .*)/.exec(line) ?? [];
    if (error === undefined || /^node_modules\/(?!pulumi-vendorcloud\/)/.test(file)) continue;
    errors.set(file, [...(errors.get(file) ?? []), error]);
  }
  return errors;
}
