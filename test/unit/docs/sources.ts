import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../tools/site/pages.js";

/** The sources in some folders. A text that is written in several pieces is in one. */
export function readSources(directories: string[]): string[] {
  return directories.flatMap((directory) =>
    readdirSync(join(ROOT, directory), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(ROOT, directory, file), "utf8"))
      .map((text) => text.replace(/["'`]\s*\+\s*["'`]/g, "").replace(/\\(["'`])/g, "$1")),
  );
}
