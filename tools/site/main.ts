import { join } from "node:path";
import { runTool } from "../process.mjs";
import { buildSite } from "./build.js";
import { ROOT } from "./pages.js";

// `npm run docs`: builds the site, in docs/.vitepress/dist.

void runTool(() => buildSite(join(ROOT, "docs/.vitepress/dist")));
