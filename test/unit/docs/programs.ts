import { join } from "node:path";
import ts from "typescript";
import type { CodeBlock } from "../../../tools/site/codeBlocks.js";
import { ROOT } from "../../../tools/site/pages.js";
import { moduleOf, programOf } from "../../support/pageProgram.js";

/** The compiler's errors in programs on the pages, by block. */
export function problemsOfPrograms(blocks: CodeBlock[]): Map<CodeBlock, string[]> {
  const texts = new Map(
    blocks.map((block, index) => [join(ROOT, "examples", moduleOf(block, `block${index}.ts`)), block]),
  );
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
    return block === undefined ? readFile(file) : programOf(block);
  };
  const whole = ts.createProgram([...texts.keys()], { ...options, noUnusedLocals: false }, host);
  return new Map([...texts].map(([file, block]) => [block, problemsIn(whole, file)]));
}

function problemsIn(program: ts.Program, file: string): string[] {
  const source = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"),
  );
}
