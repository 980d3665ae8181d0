import { join } from "node:path";
import { buildGoProgram } from "../go.mjs";
import { runTool } from "../process.mjs";

// Prints the path of an S3 server that stores everything in memory. Go builds it once.

await runTool(() =>
  buildGoProgram({
    name: "gofakes3",
    module: join(import.meta.dirname, "gofakes3"),
    source: "github.com/johannesboyne/gofakes3/cmd/gofakes3",
    check: { args: ["-h"], prints: "-initialbucket" },
  }),
);
