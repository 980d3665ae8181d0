import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { useNativePlugin } from "../../test/support/nativeLanguages.js";
import type { PostgreSql } from "../../test/support/postgresql.js";
import { PLUGIN_PATH, Sandbox } from "../../test/support/sandbox.js";
import type { Client } from "./client.js";

const EMPTY_HOOKS = `exports.ContainerGroup = {
  check: async (_olds, news) => ({ inputs: news }),
  diff: async (_id, olds, news) => ({ changes: JSON.stringify(olds.containers) !== JSON.stringify(news.containers) }),
  create: async (inputs) => ({ id: inputs.containerGroupName, outs: inputs }),
  update: async (_id, _olds, news) => ({ outs: news }),
  read: async (id, props) => ({ id, props }),
  delete: async () => undefined,
};`;

interface PulumiOptions {
  program(count: number, text: string): string;
  /** Default: `js`. */
  language?: "js" | "ts" | "yaml";
  /** Whether the program uses the SDK that is generated for the native plugin. */
  isNative?: boolean;
  /** Default: from 1,000 resources on. */
  skipsCheckpoints?: boolean;
}

export function pulumi({ program, language = "js", isNative = false, skipsCheckpoints }: PulumiOptions) {
  return async (count: number, database: PostgreSql | undefined): Promise<Client> => {
    const sandbox = await Sandbox.open(
      { seed: "demo" },
      { ...database?.environment, PULUMI_SKIP_CHECKPOINTS: String(skipsCheckpoints ?? count >= 1000) },
    );
    if (isNative) await useNativePlugin(sandbox);
    const floor = join(sandbox.project, "node_modules/pulumi-bench-floor");
    mkdirSync(floor);
    writeFileSync(join(floor, "bridge.js"), EMPTY_HOOKS);
    // Stacks in one database need different names.
    const stack = basename(sandbox.directory);
    const run = (args: readonly string[]) => sandbox.pulumi(...args, "--stack", stack);
    const write = (text: string): void => {
      const source = program(count, text);
      if (language === "yaml") sandbox.writeYaml(source);
      else if (language === "js") sandbox.write(source);
      else {
        const settings = `name: sandbox\nruntime: nodejs\nmain: index.ts\n${isNative ? PLUGIN_PATH : ""}`;
        writeFileSync(join(sandbox.project, "Pulumi.yaml"), settings);
        writeFileSync(join(sandbox.project, "index.ts"), source);
      }
    };
    // A stack needs a project.
    write("");
    const { failed, text } = await run(["stack", "init"]);
    if (failed) {
      await sandbox.close();
      throw new Error(text);
    }
    const change = ["up", "--yes", "--skip-preview", "--suppress-progress"];
    return {
      emulator: sandbox.emulator,
      write,
      commands: {
        up: change,
        "preview without changes": ["preview", "--expect-no-changes", "--suppress-progress"],
        "up with a change of all": change,
        refresh: ["refresh", "--yes", "--skip-preview", "--suppress-progress"],
        destroy: ["destroy", "--yes", "--skip-preview", "--suppress-progress"],
      },
      run,
      stateBytes: () => statSync(sandbox.stateFile(stack), { throwIfNoEntry: false })?.size,
      close: () => sandbox.close(),
    };
  };
}
