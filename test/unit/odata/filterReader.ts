/**
 * A small reader of filters that knows nothing of how they are written: tests compare what it reads with what was
 * meant.
 */
export type Read =
  | { and: Read[] }
  | { or: Read[] }
  | { not: Read }
  | { field: string; operator: string; value: string; quoted: boolean };

export function readFilter(text: string): Read {
  const tokens = [...text.matchAll(/'(?:[^']|'')*'|[(),]|[^\s(),']+/g)].map(([token]) => token);
  if (tokens.join("") !== withoutBlanks(text)) throw new Error(`unreadable: ${text}`);
  let at = 0;
  const take = (token: string): boolean => {
    if (tokens[at] !== token) return false;
    at += 1;
    return true;
  };
  const must = (token: string): void => {
    if (!take(token)) throw new Error(`no ${token} at ${at} of ${text}`);
  };
  const word = (): string => {
    const token = tokens[at++];
    if (token === undefined || /^[(),]$/.test(token)) throw new Error(`no word at ${at - 1} of ${text}`);
    return token;
  };
  const value = (): { value: string; quoted: boolean } => {
    const token = word();
    const quoted = token.startsWith("'");
    return { value: quoted ? token.slice(1, -1).replaceAll("''", "'") : token, quoted };
  };
  const chain = (name: "and" | "or", part: () => Read): Read => {
    const parts = [part()];
    while (take(name)) parts.push(part());
    const [only] = parts;
    return parts.length === 1 && only ? only : ({ [name]: parts } as Read);
  };
  const primary = (): Read => {
    if (take("not")) return { not: primary() };
    if (take("(")) {
      const inner = whole();
      must(")");
      return inner;
    }
    const first = word();
    if (!take("(")) return { field: first, operator: word(), ...value() };
    const field = word();
    must(",");
    const read = { field, operator: first, ...value() };
    must(")");
    return read;
  };
  const whole = (): Read => chain("or", () => chain("and", primary));
  const read = whole();
  if (at !== tokens.length) throw new Error(`more at ${at} of ${text}`);
  return read;
}

/** Without the blanks that stand between tokens. */
function withoutBlanks(text: string): string {
  return text
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\s+/g, "")))
    .join("");
}
