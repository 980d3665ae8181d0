import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../../../tools/site/pages.js";

/** A text in the source; `…` stands for what is filled in. */
export interface SourceText {
  file: string;
  text: string;
  /** Whether it is handed to an error or is a warning: a person will read it. */
  isSaid: boolean;
}

const SAYS = /Error$|^(super|warn|error|refusal|fail|report)$/;
const SAID_AS = /^(message|reason)$/;

/** Every text in the sources of these directories. */
export function textsIn(directories: string[]): SourceText[] {
  const files = directories.flatMap((directory) =>
    readdirSync(join(ROOT, directory), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(directory, file)),
  );
  return files.flatMap(textsOf);
}

function textsOf(file: string): SourceText[] {
  const source = ts.createSourceFile(
    file,
    ts.sys.readFile(join(ROOT, file)) ?? "",
    ts.ScriptTarget.ES2022,
    true,
  );
  const said = namesOfSaidConstants(source);
  const texts: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text === undefined) {
      ts.forEachChild(node, visit);
      return;
    }
    texts.push({ file, text, isSaid: isSaid(node, said) });
    // The expressions in a template may hold texts as well.
    ts.forEachChild(node, (child) => {
      if (ts.isTemplateSpan(child)) visit(child.expression);
    });
  };
  visit(source);
  return texts;
}

/** A literal, or several that are put together; undefined for any other node. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === undefined && right === undefined ? undefined : `${left ?? "…"}${right ?? "…"}`;
  }
  return undefined;
}

function isSaid(node: ts.Node, constants: ReadonlySet<string>): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent))
    return isSaid(parent, constants);
  if (ts.isNewExpression(parent) || ts.isCallExpression(parent))
    return SAYS.test(calledName(parent.expression));
  if (ts.isPropertyAssignment(parent)) return SAID_AS.test(parent.name.getText());
  if (ts.isVariableDeclaration(parent)) return constants.has(parent.name.getText());
  return false;
}

/** Constants that are handed on: `throw new Error(UNDELETABLE)`. */
function namesOfSaidConstants(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && SAYS.test(calledName(node.expression)))
      for (const argument of node.arguments ?? []) if (ts.isIdentifier(argument)) names.add(argument.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function calledName(expression: ts.Expression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}
