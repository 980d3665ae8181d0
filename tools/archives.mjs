import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { create } from "tar";
import { BUNDLE } from "./bundle.mjs";
import { HERE, keepNode, OS, SYSTEMS } from "./node.mjs";
import { execute, runTool } from "./process.mjs";
import { root } from "./setup.mjs";

// `npm run archives`: the archives for `pulumi plugin install`, in `archives/`. Each system gets an executable that contains
// Node, and one archive is for machines with Node. `npm run archives -- <folder> <system>…` writes only the named systems, such
// as linux-amd64 and node. Executables for macOS are signed only on a Mac: sign the others later with `codesign --sign -`.

const NAME = "pulumi-resource-vendorcloud";

/** Two builds of one commit give the same bytes. The time is that of files in archives of npm. */
const REPRODUCIBLE = { gzip: { level: 9 }, portable: true, mtime: new Date("1985-10-26T08:15:00Z") };

const POSTJECT = fileURLToPath(import.meta.resolve("postject/dist/cli.js"));

/** A fixed text in every Node. See https://nodejs.org/docs/latest-v22.x/api/single-executable-applications.html. */
const SENTINEL_FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const { version, engines } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

const [folder = join(root, "archives"), ...wanted] = process.argv.slice(2);
await runTool(async () => {
  const directory = resolve(folder);
  await mkdir(directory, { recursive: true });
  const systems = wanted.length > 0 ? wanted : [...Object.keys(SYSTEMS), "node"];
  const lines = [];
  for (const system of systems) {
    const file = `${NAME}-v${version}-${system}.tar.gz`;
    await writeArchive(system, join(directory, file));
    const hash = createHash("sha256").update(await readFile(join(directory, file)));
    lines.push(`${hash.digest("hex")}  ${file}\n`);
  }
  await writeFile(join(directory, "SHA256SUMS"), lines.join(""));
  return directory;
});

/**
 * @param {string} system
 * @param {string} file
 */
async function writeArchive(system, file) {
  const content = await mkdtemp(join(tmpdir(), "vendorcloud-archive-"));
  try {
    await copyFile(join(BUNDLE, "..", "THIRD-PARTY-NOTICES.txt"), join(content, "THIRD-PARTY-NOTICES.txt"));
    await copyFile(join(root, "LICENSE"), join(content, "LICENSE"));
    await copyFile(join(root, "plugin", "README.md"), join(content, "README.md"));
    // The same program as `vendorcloud`, so that a folder on PATH can link to it.
    const command = [
      "#!/bin/sh",
      "self=$0",
      'if [ -h "$0" ]; then self=$(readlink -f "$0"); fi',
      `exec "\${self%/*}/${NAME}" vendorcloud "$@"`,
    ];
    await writeFile(join(content, "vendorcloud"), `${command.join("\n")}\n`, { mode: 0o755 });
    if (/windows|node/.test(system))
      await writeFile(join(content, "vendorcloud.cmd"), `@"%~dp0${NAME}" vendorcloud %*\r\n`);
    if (system === "node") await writeLauncher(content);
    else await buildExecutable(system, content);
    await create({ file, cwd: content, ...REPRODUCIBLE }, (await readdir(content)).sort());
  } finally {
    await rm(content, { recursive: true });
  }
}

/**
 * Writes the bundle and a launcher that reports a missing or old Node in one line. Shells run the second line of the launcher; in
 * JavaScript it is a string and a comment.
 *
 * @param {string} directory
 */
async function writeLauncher(directory) {
  const [major, minor] = engines.node.match(/\d+/g) ?? [];
  const needs = `${NAME} needs Node ${major}.${minor} or newer`;
  const lines = [
    "#!/bin/sh",
    `":" //; command -v node >/dev/null || { echo "${needs}, and there is no node on PATH." >&2; exit 1; }; exec node "$0" "$@"`,
    `var own = process.versions.node.split(".");`,
    `if (own[0] < ${major} || (own[0] == ${major} && own[1] < ${minor})) {`,
    `  console.error("${needs}. This is " + process.version + ".");`,
    "  process.exit(1);",
    "}",
    `require("./plugin.js");`,
  ];
  await writeFile(join(directory, NAME), `${lines.join("\n")}\n`, { mode: 0o755 });
  await copyFile(BUNDLE, join(directory, "plugin.js"));
  await copyFile(join(root, "plugin", `${NAME}.cmd`), join(directory, `${NAME}.cmd`));
}

/**
 * @param {string} system
 * @param {string} directory receives the executable and Node's license
 */
async function buildExecutable(system, directory) {
  const node = await keepNode(system);
  // The blob is only for its own version of Node.
  const builder = await keepNode(HERE);
  const blob = join(directory, "sea.blob");
  const configuration = join(directory, "sea.json");
  await writeFile(
    configuration,
    JSON.stringify({ main: BUNDLE, output: blob, disableExperimentalSEAWarning: true }),
  );
  await execute(builder.executable, ["--experimental-sea-config", configuration], { name: "node" });
  const output = join(directory, system.startsWith("windows") ? `${NAME}.exe` : NAME);
  await copyFile(node.executable, output);
  await chmod(output, 0o755);
  const names = ["--sentinel-fuse", SENTINEL_FUSE, "--macho-segment-name", "NODE_SEA"];
  await execute(process.execPath, [POSTJECT, output, "NODE_SEA_BLOB", blob, ...names], { name: "postject" });
  await rm(blob);
  await rm(configuration);
  // macOS runs only signed programs, and only a Mac can sign them.
  if (OS === "darwin" && system.startsWith(OS))
    await execute("codesign", ["--force", "--sign", "-", output], { name: "codesign" });
  // The packages for Windows lack the license text.
  await copyFile(node.license ?? builder.license ?? "", join(directory, "LICENSE-node"));
}
