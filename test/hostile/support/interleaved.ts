import fc from "fast-check";
import { isUnseen } from "../../../provider/text/plain.js";

/** Every character that messages do not show, in and beyond the basic plane. */
const unseen = ((): { basic: string[]; others: string[] } => {
  const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(isUnseen);
  return { basic: all.filter(({ length }) => length === 1), others: all.filter(({ length }) => length > 1) };
})();

const SEQUENCES = [
  ...["\u001b[31m", "\u001b[0m", "\u001b[2J", "\u009b1;31m", "\u001bc", "\u001b(B", "\u001b\\"],
  ...[
    "\u001b]8;;https://evil.example\u0007",
    "\u001b]0;title\u001b\\",
    "\u009d0;x\u009c",
    "\u001bP+q\u001b\\",
  ],
];

const MARKS = [
  ...["<{%reset%}>", "<{%fg 1%}>", "<{%clear-screen%}>", "<{%%}>", "<{%}>", "<{%"],
  ...["<{%<{%x%}>y%}>", "<{<{%x%}>%y%}>", "<{%x<{%y%}>%}>", "<<{%x%}>{%y%}>"],
];

const anyOf = (texts: string[]): fc.Arbitrary<string> =>
  fc.nat({ max: texts.length - 1 }).map((index) => texts[index] as string);

const separator = fc.oneof(
  { weight: 3, arbitrary: anyOf(unseen.basic) },
  { weight: 1, arbitrary: anyOf(unseen.others) },
  { weight: 2, arbitrary: fc.constantFrom(...SEQUENCES) },
  { weight: 2, arbitrary: fc.constantFrom(...MARKS) },
);

/** Puts anything that a message or Pulumi's CLI does not show between the characters of a text. */
export function interleaved(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const separators = fc.array(fc.tuple(fc.nat(), separator), { minLength: 1, maxLength: 8 });
  return fc.tuple(text, fc.oneof(separators, fc.tuple(separator))).map(([whole, chosen]) => {
    const [first] = chosen;
    // The same one between all characters, or several at random places.
    if (typeof first === "string") return [...whole].join(first);
    const characters = [...whole];
    for (const [at, one] of chosen as [number, string][]) characters[at % characters.length] += one;
    return characters.join("");
  });
}

/** What is left of a text after Pulumi's CLI has removed its marks. */
export function printedByCli(text: string): string {
  let printed = "";
  let rest = text;
  for (;;) {
    const start = rest.indexOf("<{%");
    if (start < 0) return printed + rest;
    printed += rest.slice(0, start);
    const end = rest.indexOf("%}>", start);
    // Without an end, nothing else is printed.
    if (end < 0) return printed;
    rest = rest.slice(end + 3);
  }
}

const INVISIBLE = /[\p{C}\p{DI}]/gu;

/** The text without anything that a person does not see, apart from white space. */
export function seen(text: string): string {
  return printedByCli(text).replace(INVISIBLE, (character) => (/\s/.test(character) ? character : ""));
}
