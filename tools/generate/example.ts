import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "../..");

/** The statement of an example's program that declares a resource, as it stands there. */
export function exampleOf(resource: string, example: string): string {
  const text = readFileSync(join(root, "examples", example, "index.ts"), "utf8");
  const source = ts.createSourceFile("index.ts", text, ts.ScriptTarget.ES2022, true);
  const statement = source.statements.find((candidate) => declares(candidate, resource));
  if (statement === undefined) throw new Error(`examples/${example} declares no ${resource}`);
  return statement.getText();
}

function declares(node: ts.Node, resource: string): boolean {
  if (ts.isNewExpression(node) && node.expression.getText() === `vendorcloud.${resource}`) return true;
  return ts.forEachChild(node, (child) => declares(child, resource) || undefined) === true;
}
