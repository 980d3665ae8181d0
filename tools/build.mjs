import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundlePlugin } from "./bundle.mjs";

// Compiles the sources of both packages to their dist. tsc writes only changed files, so the build does not disturb programs that
// run from dist.

const root = join(import.meta.dirname, "..");
const packages = [root, join(root, "emulator")];

const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
const projects = packages.map((directory) => join(directory, "tsconfig.build.json"));
const { status } = spawnSync(process.execPath, [compiler, "--build", ...projects], { stdio: "inherit" });
if (status !== 0) process.exit(1);

// All of dist is published, so it must not contain files without a source.
for (const directory of packages) {
  const dist = join(directory, "dist");
  for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const source = join(directory, name.replace(/(\.d\.ts|\.js)$/, ".ts"));
    if (!existsSync(source) && !name.endsWith(".tsbuildinfo") && !/^plugin\b/.test(name))
      rmSync(join(dist, name), { recursive: true, force: true });
  }
}

// Programs without their own TypeScript use the SDK's, 3.8.3, which cannot parse `import { type A }`. In a declaration file,
// `import { A }` has the same meaning. Without options, `tsc` refuses `#private`; a private field has the same meaning.
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

// npm makes commands executable only if they exist during the installation.
const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
for (const command of Object.values(bin)) chmodSync(join(root, command), 0o755);
