import { join } from "node:path";
import { buildSite } from "./build.js";
import { ROOT } from "./pages.js";

// `npm run docs`: the site, in docs/.vitepress/dist.

buildSite(join(ROOT, "docs/.vitepress/dist")).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
