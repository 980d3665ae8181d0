import type { CodeBlock } from "../../tools/site/codeBlocks.js";

const PACKAGE = 'import * as vendorcloud from "pulumi-vendorcloud";';
const SDK = 'import * as pulumi from "@pulumi/pulumi";';

/**
 * The program that a block of a page is. A block that imports nothing is a part of one: it has the two packages, and what
 * stands in `<!-- given: … -->` above it.
 */
export function programOf({ text, given }: CodeBlock): string {
  const preamble = text.includes("import ") ? [] : [PACKAGE, SDK, given ?? ""];
  return [...preamble, text, "export {};\n"].join("\n");
}
