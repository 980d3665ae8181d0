import { asData } from "../schema/engineValues.js";

/**
 * A body as it was read, which is data and nothing else. `brokenJson`: announced as JSON, or beginning like it, and broken off
 * or otherwise not readable; `deepJson`: nested deeper than anything that a service has to say.
 */
export type AnswerBody =
  | { is: "json"; value: unknown }
  | { is: "text" | "html" | "brokenJson" | "deepJson"; value: string };

/** Levels of objects and lists within each other. No answer needs a tenth; thousands overflow the stack of who walks them. */
export const DEEPEST = 100;

/**
 * Reads the text of an answer by what it is, since services announce JSON as text, front ends send HTML in
 * place of JSON, and lost connections cut JSON short.
 */
export function readAnswerBody(text: string, contentType = ""): AnswerBody {
  if (text.trim() === "") return { is: "json", value: undefined };
  const announced = /[/+]json\b/i.test(contentType);
  if (announced || /^\s*[[{"]/.test(text)) {
    const json = parse(text);
    if (json && isDeeper(json.value, DEEPEST)) return { is: "deepJson", value: text };
    if (json) return { is: "json", value: asData(json.value) };
    if (announced || contentType === "") return { is: "brokenJson", value: text };
  }
  const isHtml = /^\s*<(!doctype html|html|head|body)\b/i.test(text) || /\bhtml\b/i.test(contentType);
  return { is: isHtml ? "html" : "text", value: text };
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}
