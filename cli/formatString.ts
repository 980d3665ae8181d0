import type { Json } from "../provider/schema/json.js";
import type { Language } from "./show/options.js";

/**
 * Characters that a terminal hides or interprets: control, format, private-use and unassigned characters, surrogates, separators
 * of lines, and fillers. Also the second `#` of two, which begin a command in logs of Azure Pipelines and GitHub Actions.
 */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|(?<=#)#/gu;

type Notation = Language | "json";

/** A string of the language that holds the text, without unsafe characters. */
export function formatString(text: string, language: Notation): string {
  return escapeUnsafe(JSON.stringify(text), language);
}

/** A JSON document without unsafe characters. */
export function formatDocument(value: Json): string {
  const lines = JSON.stringify(value, null, 2).split("\n");
  return `${lines.map((line) => escapeUnsafe(line, "json")).join("\n")}\n`;
}

/** The escapes are those of a string in double quotes. */
export function escapeUnsafe(text: string, language: Notation): string {
  return text.replace(UNSAFE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    if (code.length <= 4) return `\\u${code.padStart(4, "0")}`;
    if (language === "json") return character.replace(/[\uD800-\uDFFF]/g, formatUnit);
    return language === "yaml" ? `\\U${code.padStart(8, "0")}` : `\\u{${code}}`;
  });
}

function formatUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16)}`;
}
