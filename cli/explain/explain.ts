import { type Analysis, analyze } from "./analysis.js";
import { formatDocument } from "./document.js";

export interface Explained extends Analysis {
  markdown: string;
}

/**
 * Explains a preview.
 *
 * @param text output of `pulumi preview --json`
 * @param isFull whether the Markdown has everything; otherwise what fits a comment
 * @throws Error for other input
 */
export function explain(text: string, isFull = false): Explained {
  const analysis = analyze(text);
  return { ...analysis, markdown: `${formatDocument(analysis, isFull).text}\n` };
}
