import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { parseArgs } from "node:util";
import { findings, growthOf, warm } from "./findings.js";
import { picture } from "./picture.js";
import { soak } from "./soak.js";

// Whether a process stays as it is when it runs for long:
//
// In a clone that is built:
//
//   node --expose-gc --require tsx/cjs test/soak/main.ts    # 10,000 operations and 1,000 previews
//   … --picture docs/images/soak.svg, or --operations 500 --previews 50

const { values } = parseArgs({
  options: {
    operations: { type: "string", default: "10000" },
    previews: { type: "string", default: "1000" },
    lanes: { type: "string", default: "8" },
    checkpoints: { type: "string", default: "20" },
    /** How much memory may grow for 1,000 operations, and for 1,000 previews. */
    "operations-kb": { type: "string", default: "300" },
    "previews-kb": { type: "string", default: "300" },
    picture: { type: "string" },
    /** For the test of this program: what each round leaves behind, with commas. */
    leak: { type: "string" },
  },
});

const leaked: unknown[] = [];
const leaks: Record<string, () => void> = {
  memory: () => void leaked.push(Buffer.alloc(1_000_000, 1).toString("latin1")),
  listener: () => void process.on("SIGUSR2", () => undefined),
  timer: () => void setInterval(() => undefined, 60_000).unref(),
  socket: () => void createServer().listen(0, "127.0.0.1"),
};

async function main(): Promise<void> {
  const bounds = {
    operations: 1000 * Number(values["operations-kb"]),
    previews: 1000 * Number(values["previews-kb"]),
  };
  const planted = (values.leak ?? "").split(",").flatMap((name) => leaks[name] ?? []);
  const result = await soak({
    ...{ operations: Number(values.operations), previews: Number(values.previews) },
    ...{ lanes: Number(values.lanes), checkpoints: Number(values.checkpoints) },
    afterRound: () => {
      for (const leak of planted) leak();
    },
  });
  const { operations, previews, before, after, requestsOfPreviews } = result;
  for (const [what, points] of Object.entries({ operations, previews })) {
    for (const { count, bytes, files, timers } of points)
      console.log(`${count} ${what}: ${bytes} bytes, ${files} open files and sockets, ${timers} timers`);
  }
  console.log(`requests of the previews: ${requestsOfPreviews}`);
  console.log(
    `growth after the warm-up: ${kB(growthOf(warm(operations)))} for 1,000 operations, ${kB(growthOf(previews))} for 1,000 previews`,
  );
  console.log(`open files and sockets before: ${before.files}, after: ${after.files}`);
  if (values.picture !== undefined) writeFileSync(values.picture, picture(result));
  const found = findings(result, bounds);
  for (const finding of found) console.log(`FOUND: ${finding}`);
  if (found.length === 0) console.log("nothing is left behind");
  // A leaked handle may keep the process alive.
  process.exit(found.length > 0 ? 1 : 0);
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

main().catch((error) => {
  console.error(error);
  process.exit(2);
});
