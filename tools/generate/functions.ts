import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { queries } from "../../provider/generated/resources.js";
import { readCodeBlocks } from "../site/codeBlocks.js";
import { readExample } from "./example.js";
import { readDefault, withoutDefault } from "./fieldText.js";
import { formatTable } from "./reference.js";

const root = join(__dirname, "../..");

export interface FunctionPageOptions {
  /** Name of the function, without the suffix `Output` of its second form. */
  name: string;
  /** Folder in `provider/services/` with its `query.ts`. */
  folder: string;
  source: string;
  tables: TableOptions[];
  /** Source of the example: a directory in `examples/`, or a page in `docs/` with a code block that calls the function. */
  example: { program: string } | { page: string };
}

/** A table with the fields of some types. */
export interface TableOptions {
  title: string;
  /** Text above the fields. */
  text?: string;
  /** Source file of the types. Default: the file of the function. */
  file?: string;
  types: string[];
  /** Whether the fields are results rather than arguments. */
  isAnswer?: boolean;
}

/** Formats the reference page of a function from the documentation of its types. */
export function formatFunctionPage({ name, source, tables, example }: FunctionPageOptions): string {
  const own = `provider/functions/${name}.ts`;
  const functions = [name, `${name}Output`];
  const answered = tables
    .filter(({ isAnswer }) => isAnswer === true)
    .flatMap(({ types, file = own }) =>
      types.flatMap((type) => fieldsOf(declared(type, declarationsIn(file)))),
    )
    .map((field) => field.name.getText());
  return [
    `# ${functions.join(", ")}`,
    "",
    "<!-- Generated from the functions and their types by `npm run generate`. Do not edit. -->",
    "",
    ...functions.map((each) => `- ${functionText(each, declarationsIn(own))}`),
    "",
    `Source: ${source}.`,
    "",
    ...tables.flatMap((table) => tableOf({ file: own, ...table })),
    ...nativeFlavour(name, answered),
    "## Example",
    "",
    ...exampleLines(`${name}Output`, example),
    "",
  ].join("\n");
}

/**
 * What differs with the native plugin: the object of the result, and the fields that it does not have.
 *
 * @param answered fields of the result that the page lists
 */
function nativeFlavour(name: string, answered: string[]): string[] {
  const query = queries.find((one) => one.name === name);
  if (query === undefined) throw new Error(`the plugin has no ${name}`);
  const { arguments: inputs, list, result } = query.describe();
  const names = Object.keys(result);
  const lacksSome = names.length > 0 && !answered.every((field) => names.includes(field));
  const fields = lacksSome
    ? `the fields ${names.map((field) => `\`${field}\``).join(", ")}`
    : "the fields above";
  return [
    "## With the native plugin",
    "",
    `\`${name}\` of an SDK, and in YAML \`fn::invoke\` of \`vendorcloud:index:${name}\`, take ` +
      `${Object.keys(inputs).length === 0 ? "no arguments" : "the arguments above"}. ` +
      `The result is an object with ${list === undefined ? fields : `the list \`${list}\``}.`,
    "",
  ];
}

type Declaration = ts.FunctionDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

function declarationsIn(file: string): Declaration[] {
  const text = readFileSync(join(root, file), "utf8");
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  return statements.filter(
    (statement): statement is Declaration =>
      ts.isFunctionDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement),
  );
}

function declared(name: string, declarations: Declaration[]): Declaration {
  const found = declarations.find((declaration) => declaration.name?.text === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

function functionText(name: string, declarations: Declaration[]): string {
  const declaration = declared(name, declarations) as ts.FunctionDeclaration;
  const parameters = declaration.parameters.map((parameter) => parameter.name.getText()).join(", ");
  const [summary = ""] = documentationOf(declaration).split("\n\n");
  const tags = ts.getJSDocTags(declaration);
  const tagText = (tagName: string): string => {
    const tag = tags.find((each) => each.tagName.text === tagName);
    return plain(ts.getTextOfJSDocComment(tag?.comment) ?? "");
  };
  const fails = tagText("throws");
  const sentences = [
    plain(summary),
    `Result: ${tagText("returns")}.`,
    ...(fails === "" ? [] : [`Fails with a ${fails}.`]),
  ];
  return `\`${name}(${parameters})\`: ${sentences.join(" ")}`;
}

function exampleLines(name: string, example: FunctionPageOptions["example"]): string[] {
  const [source, code] =
    "page" in example
      ? [`[${example.page}](../${example.page})`, blockWith(`vendorcloud.${name}(`, `docs/${example.page}`)]
      : [
          `[examples/${example.program}](../../examples/${example.program}/)`,
          readExample(name, example.program),
        ];
  return [`From ${source}:`, "", "```ts", code, "```"];
}

/** Returns the first code block of a page that contains `code`. The tests of the pages run it there. */
function blockWith(code: string, page: string): string {
  const block = readCodeBlocks(page).find(({ text }) => text.includes(code));
  if (block === undefined) throw new Error(`${page} has no ${code}`);
  return block.text.trimEnd();
}

function tableOf({ title, text, file, types, isAnswer }: TableOptions & { file: string }): string[] {
  const declarations = declarationsIn(file);
  const fields = types.flatMap((type) => fieldsOf(declared(type, declarations)));
  const head = isAnswer ? ["Field", "", "Meaning"] : ["Argument", "", "Default", "Meaning"];
  const rows = fields.map(isAnswer ? answerCells : argumentCells);
  return [`## ${title}`, "", ...(text === undefined ? [] : [text, ""]), ...formatTable(head, rows), ""];
}

function argumentCells(field: ts.PropertySignature): string[] {
  const meaning = meaningOf(field);
  const role = field.questionToken === undefined ? "required" : "optional";
  return [`\`${field.name.getText()}\``, role, readDefault(meaning), withoutDefault(meaning)];
}

function answerCells(field: ts.PropertySignature): string[] {
  const role = field.questionToken === undefined ? "" : "may be absent";
  return [`\`${field.name.getText()}\``, role, meaningOf(field)];
}

function meaningOf(field: ts.PropertySignature): string {
  const meaning = plain(documentationOf(field));
  if (meaning === "") throw new Error(`nothing is said of ${field.name.getText()}`);
  return meaning;
}

/** Returns the fields of a type, without the fields of nested types. */
function fieldsOf(declaration: ts.Node): ts.PropertySignature[] {
  const fields: ts.PropertySignature[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node)) fields.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(declaration);
  return fields;
}

function documentationOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return ts.getTextOfJSDocComment(comment?.comment) ?? "";
}

/** Joins the lines and replaces links by names. */
function plain(text: string): string {
  return text
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .trim();
}
