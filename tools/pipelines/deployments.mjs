import { join } from "node:path";
import { buildGoProgram } from "../go.mjs";
import { runTool } from "../process.mjs";

// Prints the path of a program that reads settings for Pulumi Deployments with Pulumi's own types, in the versions of the CLI.

const ENGINE = join(import.meta.dirname, "../pulumi-cli/engine/go.mod");

await runTool(() =>
  buildGoProgram({
    name: "deployment-settings",
    module: join(import.meta.dirname, "deployments"),
    source: ".",
    flags: [`-modfile=${ENGINE}`],
    check: { args: [], prints: "EOF" },
  }),
);
