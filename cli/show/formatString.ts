import type { Language } from "./options.js";

/**
 * Characters that a terminal hides or interprets: control, format, private-use and unassigned characters, surrogates, separators
 * of lines, and fillers. Also the second `#` of two, which begin a command in logs of Azure Pipelines and GitHub Actions.
 */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|(?<=#)#/gu;

/** A string of the language that holds the text, without unsafe characters. */
export function formatString(text: string, language: Language): string {
  return escapeUnsafe(JSON.stringify(text), language);
}

/** The escapes are those of a string in double quotes. */
export function escapeUnsafe(text: string, language: Language): string {
  return text.replace(UNSAFE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    if (code.length <= 4) return `\\u${code.padStart(4, "0")}`;
    return language === "yaml" ? `\\U${code.padStart(8, "0")}` : `\\u{${code}}`;
  });
}
