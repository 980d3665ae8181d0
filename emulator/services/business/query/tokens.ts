import { businessErrors } from "../errors.js";

const KINDS = [
  ["string", /'(?:[^']|'')*'/y],
  ["guid", /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?!\w)/iy],
  ["dateTime", /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})(?!\w)/iy],
  ["date", /\d{4}-\d{2}-\d{2}(?![\w-])/y],
  ["number", /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/iy],
  ["name", /[a-z_]\w*/iy],
  ["mark", /[(),]/y],
] as const;

/** One word or mark of a filter. */
export interface Token {
  kind: (typeof KINDS)[number][0] | "end";
  text: string;
  position: number;
}

/** Splits a filter into tokens; the last one is its end. */
export function tokensOf(filter: string): Token[] {
  const tokens: Token[] = [];
  let position = skipBlanks(filter, 0);
  while (position < filter.length) {
    const token = tokenAt(filter, position);
    tokens.push(token);
    position = skipBlanks(filter, position + token.text.length);
  }
  return [...tokens, { kind: "end", text: "", position }];
}

function tokenAt(filter: string, position: number): Token {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = position;
    const text = pattern.exec(filter)?.[0];
    if (text !== undefined) {
      return { kind, text, position };
    }
  }
  throw businessErrors.badRequest(`Syntax error at position ${position} in '${filter}'.`);
}

function skipBlanks(filter: string, start: number): number {
  let position = start;
  while (/\s/.test(filter.charAt(position))) {
    position += 1;
  }
  return position;
}
