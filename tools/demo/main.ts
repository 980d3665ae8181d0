import { styleText } from "node:util";
import { Interrupted, runTool } from "../process.mjs";
import { Demo } from "./demo.js";
import { steps } from "./steps.js";

// `npm run demo`: the example "container-group" through its whole life, with the real CLI against the emulator. Each step checks
// its result. The run leaves nothing behind.

interface Result {
  title: string;
  seen: string;
  isOk: boolean;
}

void runTool(async () => {
  const results: Result[] = [];
  printHeadline("Preparing");
  const demo = await Demo.open();
  try {
    await demo.configure();
    for (const [title, step] of Object.entries(steps)) {
      printHeadline(`${results.length + 1}/${Object.keys(steps).length}  ${title}`);
      const result = await perform(title, () => step(demo));
      results.push(result);
      demo.searchLeaks();
      // The next steps depend on this one.
      if (!result.isOk) break;
    }
    results.push(secretsResult(demo));
  } finally {
    await demo.close();
  }
  printHeadline("Results");
  console.log();
  const width = Math.max(...results.map(({ title }) => title.length));
  for (const { title, seen, isOk } of results)
    console.log(`${isOk ? "ok    " : "FAILED"}  ${title.padEnd(width)}  ${seen}`);
  if (results.some(({ isOk }) => !isOk)) process.exitCode = 1;
});

async function perform(title: string, step: () => Promise<string>): Promise<Result> {
  try {
    return { title, seen: await step(), isOk: true };
  } catch (error) {
    if (error instanceof Interrupted || !(error instanceof Error)) throw error;
    console.error(error.message);
    return { title, seen: error.message.split("\n", 1)[0] ?? "", isOk: false };
  }
}

function secretsResult({ secrets, leaks, searched }: Demo): Result {
  const [first] = leaks;
  const where = first ? `${first}, ${leaks.size} places in total` : "none found";
  const count = Object.keys(secrets).length;
  const seen = `${count} secrets searched in state, files, output and headers (${searched} texts): ${where}`;
  return { title: "Secrets", seen, isOk: leaks.size === 0 };
}

function printHeadline(text: string): void {
  const line = `== ${text}`;
  console.log(`\n${process.stdout.isTTY ? styleText("bold", line) : line}`);
}
