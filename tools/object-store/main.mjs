import { join } from "node:path";
import { buildGoProgram } from "../go.mjs";
import { runTool } from "../process.mjs";

// Prints where a server is that speaks S3 and keeps everything in memory. Go builds it once.

await runTool(() =>
  buildGoProgram({
    name: "gofakes3",
    module: join(import.meta.dirname, "gofakes3"),
    source: "github.com/johannesboyne/gofakes3/cmd/gofakes3",
    check: { args: ["-h"], prints: "-initialbucket" },
  }),
);
