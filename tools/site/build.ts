import { join } from "node:path";
import { findProblems } from "./check.js";
import { ROOT } from "./pages.js";

/**
 * Builds the site into a directory.
 *
 * @throws Error that lists broken links and references to other servers
 */
export async function buildSite(directory: string): Promise<void> {
  const { build } = await import("vitepress");
  await build(join(ROOT, "docs"), { outDir: directory });
  const problems = findProblems(directory);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}
