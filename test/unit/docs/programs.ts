import { join } from "node:path";
import ts from "typescript";
import type { CodeBlock } from "../../../tools/site/codeBlocks.js";
import { ROOT } from "../../../tools/site/pages.js";

const PACKAGE = 'import * as vendorcloud from "pulumi-vendorcloud";';
const SDK = 'import * as pulumi from "@pulumi/pulumi";';

/**
 * What the compiler says of programs on the pages, by block. A block that imports nothing is a part of a program: it
 * has the two packages, and what stands in `<!-- given: … -->` above it.
 */
export function problemsOfPrograms(blocks: CodeBlock[]): Map<CodeBlock, string[]> {
  const texts = new Map(blocks.map((block, index) => [join(ROOT, "examples", `block${index}.ts`), block]));
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    ROOT,
  );
  // Parts of programs declare more than they use.
  const host = ts.createCompilerHost({ ...options, noUnusedLocals: false }, true);
  const { readFile, fileExists } = host;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => {
    const block = texts.get(file);
    return block === undefined ? readFile(file) : program(block);
  };
  const whole = ts.createProgram([...texts.keys()], { ...options, noUnusedLocals: false }, host);
  return new Map([...texts].map(([file, block]) => [block, problemsIn(whole, file)]));
}

function program({ text, given }: CodeBlock): string {
  const preamble = text.includes("import ") ? [] : [PACKAGE, SDK, given ?? ""];
  return [...preamble, text, "export {};\n"].join("\n");
}

function problemsIn(program: ts.Program, file: string): string[] {
  const source = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"),
  );
}
