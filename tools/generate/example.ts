import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "../..");

/** Returns the statement of an example that declares a resource or calls a function, in its original form. */
export function readExample(name: string, example: string): string {
  const text = readFileSync(join(root, "examples", example, "index.ts"), "utf8");
  const source = ts.createSourceFile("index.ts", text, ts.ScriptTarget.ES2022, true);
  const statement = source.statements.find((candidate) => uses(candidate, name));
  if (statement === undefined) throw new Error(`examples/${example} has no ${name}`);
  return statement.getText();
}

function uses(node: ts.Node, name: string): boolean {
  const isUse = ts.isNewExpression(node) || ts.isCallExpression(node);
  if (isUse && node.expression.getText() === `vendorcloud.${name}`) return true;
  return ts.forEachChild(node, (child) => uses(child, name) || undefined) === true;
}
