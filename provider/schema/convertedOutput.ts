/** The text of an Output that a program has converted to a string, in the SDKs for Node, Python and .NET. */
const CONVERTED_OUTPUT = /Calling (\[to(String|JSON)\]|__str__) on an \[?Output/i;

/** Whether a text, or the content of base64, contains an Output that a program has converted to a string. */
export function hasConvertedOutput(text: string): boolean {
  return [text, Buffer.from(text, "base64").toString("latin1")].some((part) => CONVERTED_OUTPUT.test(part));
}

export const CONVERTED =
  "contains an Output that was converted to a string; pass the Output itself, or make the text in its `apply`";
