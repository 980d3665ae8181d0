import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./setup.mjs";

// `npm run size`: the size of each part of the repository. It counts only committed files, without generated ones.

const PARTS = ["provider", "cli", "emulator", "tools", "test"];
const SHORT_LINES = 40;

/**
 * @param {string} part a directory
 * @returns {{ file: string, text: string, lines: number }[]} its files that are not generated
 */
function listSources(part) {
  const names = execFileSync("git", ["ls-files", "-z", part], { cwd: root, encoding: "utf8" }).split("\0");
  return names
    .filter((name) => /\.[cm]?[jt]s$/.test(name))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))
    .filter(({ text }) => !text.startsWith("// Generated "))
    .map((source) => ({ ...source, lines: source.text.split("\n").length - 1 }));
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]} names of the functions, classes and types at the top level of a module
 */
function listNames(file, text) {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    const isNamed =
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement);
    return isNamed && statement.name ? [statement.name.text] : [];
  });
}

/** @type {Record<string, Record<string, number>>} */
const sizes = {};
for (const part of PARTS) {
  const sources = listSources(part);
  sizes[part] = {
    files: sources.length,
    lines: sources.reduce((sum, { lines }) => sum + lines, 0),
    [`files under ${SHORT_LINES} lines`]: sources.filter(({ lines }) => lines < SHORT_LINES).length,
  };
}
console.table(sizes);

/** @type {Map<string, string[]>} */
const places = new Map();
for (const { file, text } of listSources("provider"))
  for (const name of new Set(listNames(file, text))) places.set(name, [...(places.get(name) ?? []), file]);
const repeated = [...places].filter(([, files]) => files.length > 1);
console.log(`Names that several modules of provider define: ${repeated.length}`);
for (const [name, files] of repeated) console.log(`  ${name}: ${files.join(", ")}`);

const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
console.log(`Runtime dependencies: ${Object.keys(dependencies).join(", ")}`);
const [archive] = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: root, encoding: "utf8" }),
);
console.log(`Package: ${archive.files.length} files, ${archive.unpackedSize} bytes, ${archive.size} packed`);
