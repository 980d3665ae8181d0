/** A body as it was read. */
export type AnswerBody =
  /** `undefined` for an empty body. */
  | { is: "json"; value: unknown }
  | { is: "text"; value: string }
  | { is: "html"; value: string }
  /** Announced as JSON, or beginning like it, and broken off or otherwise not readable. */
  | { is: "brokenJson"; value: string };

/**
 * Reads the text of an answer by what it is, since services announce JSON as text, front ends send HTML in
 * place of JSON, and lost connections cut JSON short.
 */
export function readAnswerBody(text: string, contentType = ""): AnswerBody {
  if (text.trim() === "") return { is: "json", value: undefined };
  const announced = /[/+]json\b/i.test(contentType);
  if (announced || /^\s*[[{"]/.test(text)) {
    const json = parse(text);
    if (json) return { is: "json", value: json.value };
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
