import { asData, asText } from "../schema/engineValues.js";
import { RESOURCE_LIMITS } from "./responseLimits.js";

/** A body as it was read: data and nothing else, whatever the service sent. */
export type AnswerBody =
  /** `undefined` for an empty body. */
  | { is: "json"; value: unknown }
  | { is: "text"; value: string }
  | { is: "html"; value: string }
  /** Announced as JSON, or beginning like it, and broken off or otherwise not readable. */
  | { is: "brokenJson"; value: string }
  /** Nested deeper, or in more parts, than anything that a service has to say. */
  | { is: "hugeJson"; value: string };

/** Levels of objects and lists within each other. No answer needs a tenth; thousands overflow the stack of who walks them. */
export const DEEPEST = 100;

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPENING_LIST, CLOSING_LIST, OPENING_OBJECT, CLOSING_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Reads the text of an answer by what it is, since services announce JSON as text, front ends send HTML in
 * place of JSON, and lost connections cut JSON short.
 */
export function readAnswerBody(
  text: string,
  contentType = "",
  mostParts = RESOURCE_LIMITS.parts,
): AnswerBody {
  if (text.trim() === "") return { is: "json", value: undefined };
  const announced = /[/+]json\b/i.test(contentType);
  if (announced || /^\s*[[{"]/.test(text)) {
    if (!isBounded(text, mostParts)) return { is: "hugeJson", value: asText(text) };
    const json = parse(text);
    if (json) return { is: "json", value: json.value };
    if (announced || contentType === "") return { is: "brokenJson", value: asText(text) };
  }
  const isHtml = /^\s*<(!doctype html|html|head|body)\b/i.test(text) || /\bhtml\b/i.test(contentType);
  return { is: isHtml ? "html" : "text", value: asText(text) };
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: asData(JSON.parse(text)) };
  } catch {
    return undefined;
  }
}

/** Says of a JSON text, before anything is made of it, whether what it describes can be handled. */
function isBounded(json: string, mostParts: number): boolean {
  let depth = 0;
  let parts = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (isInText) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isInText = false;
      continue;
    }
    if (code === QUOTE) isInText = true;
    else if (code === COLON) parts++;
    else if (code === OPENING_LIST || code === OPENING_OBJECT) {
      parts++;
      depth++;
    } else if (code === CLOSING_LIST || code === CLOSING_OBJECT) depth--;
    if (depth > DEEPEST || parts > mostParts) return false;
  }
  return true;
}
