import type { CodeBlock } from "../../tools/site/codeBlocks.js";

const PACKAGE = 'import * as vendorcloud from "pulumi-vendorcloud";';
const SDK = 'import * as pulumi from "@pulumi/pulumi";';

/**
 * Returns the program of a block. A block without imports is a part of a program: it gets the two packages and the text of `<!--
 * given: … -->` above it.
 */
export function programOf({ text, given }: CodeBlock): string {
  const preamble = text.includes("import ") ? [] : [PACKAGE, SDK, given ?? ""];
  return [...preamble, text, "export {};\n"].join("\n");
}

/**
 * The file of a block. A page can have several versions of a program, which import its other files.
 *
 * @param version the file of a block that is a program
 */
export function moduleOf({ language }: CodeBlock, version: string): string {
  const [, file = "index.ts"] = language.split(" ");
  return file === "index.ts" ? version : file;
}

/** Groups consecutive blocks into programs. A program declares each resource once. */
export function programsOf(blocks: readonly CodeBlock[]): CodeBlock[][] {
  const programs: CodeBlock[][] = [];
  for (const block of blocks) {
    const program = programs.at(-1);
    if (program !== undefined && [...program, block].every(isProgram) && !program.some(sharesNames(block)))
      program.push(block);
    else programs.push([block]);
  }
  return programs;
}

function isProgram({ language }: CodeBlock): boolean {
  return language === "ts";
}

function sharesNames(block: CodeBlock): (other: CodeBlock) => boolean {
  const names = declaredBy(block);
  return (other) => declaredBy(other).some((name) => names.includes(name));
}

/** Returns the types and names of the resources that a block declares, as source text. */
function declaredBy({ text }: CodeBlock): string[] {
  return [...text.matchAll(/new (?:\w+\.)?(\w+)\(\s*"([^"]+)"/g)].map(([, kind, name]) => `${kind} ${name}`);
}
