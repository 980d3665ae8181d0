import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
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

/** The literals of the sources in a folder. Inserted values are `…`. */
export function readMessages(directory: string): string[] {
  const files = readdirSync(join(ROOT, directory), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, directory, file), "utf8");
      return listLiterals(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
    });
}

function listLiterals(node: ts.Node): string[] {
  const own = ts.isStringLiteralLike(node)
    ? [node.text]
    : ts.isTemplateExpression(node)
      ? [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("")]
      : [];
  const inner: string[] = [];
  ts.forEachChild(node, (child) => void inner.push(...listLiterals(child)));
  return [...own, ...inner];
}
