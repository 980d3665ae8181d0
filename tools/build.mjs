import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundlePlugin } from "./bundle.mjs";

// Compiles the sources of both packages to the dist of each. tsc writes only what changed, and nothing when nothing did:
// programs that run from dist meanwhile are not disturbed.

const root = join(import.meta.dirname, "..");
const packages = [root, join(root, "emulator")];

const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
const projects = packages.map((directory) => join(directory, "tsconfig.build.json"));
const { status } = spawnSync(process.execPath, [compiler, "--build", ...projects], { stdio: "inherit" });
if (status !== 0) process.exit(1);

// All of dist is published: nothing may be left there that has no source any more.
for (const directory of packages) {
  const dist = join(directory, "dist");
  for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const source = join(directory, name.replace(/(\.d\.ts|\.js)$/, ".ts"));
    if (!existsSync(source) && !name.endsWith(".tsbuildinfo") && !/^plugin\b/.test(name))
      rmSync(join(dist, name), { recursive: true, force: true });
  }
}

// A program without a TypeScript of its own is compiled by the SDK's, 3.8.3, which cannot parse `import { type A }`. In a
// declaration file `import { A }` has the same meaning. Without options, `tsc` refuses `#private`; a
// private field says the same.
const dist = join(root, "dist");
for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".d.ts"),
)) {
  const text = readFileSync(join(dist, name), "utf8");
  const parsable = text
    .replace(/^(?:im|ex)port \{[^}]*\}/gm, (names) => names.replace(/\btype /g, ""))
    .replace(/^( +)#private;$/gm, "$1private readonly __private;");
  if (parsable !== text) writeFileSync(join(dist, name), parsable);
}

await bundlePlugin();

// npm makes commands executable only where they exist already when it installs.
const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
for (const command of Object.values(bin)) chmodSync(join(root, command), 0o755);
