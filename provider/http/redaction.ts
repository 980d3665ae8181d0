import { formsOf } from "./secretForms.js";

/** What stands where a secret was. */
export const REDACTED = "[secret]";

/** Nesting of a value beyond which it is dropped rather than walked. */
const DEEPEST = 100;

/**
 * Credentials that can be told by their surroundings; the part in front of them stays readable. None begins with
 * a bracket: what is masked or hidden already stays as it is.
 */
const CREDENTIALS = [
  // "Bearer eyJ…", but not "the bearer token is invalid": a token has a digit or is long.
  /\b((?:bearer|basic|sharedaccesssignature)\s+)(?=[\w.~+/=-]*\d|[\w.~+/=-]{20})[\w.~+/=-]{6,}/gi,
  /\b(x-api-token["']?\s*[:=]\s*["']?)[^\s"',;&<>[\]]+/gi,
  /((?:^|[?&;,\s"'])(?:sig|signature|accountkey|sharedaccesskey|client_secret|password|access_token|refresh_token|api[-_]?key)=)[^\s"'&;,<>[\]]+/gi,
  // A JSON web token by its first letters, complete or cut.
  /\b()eyJ[\w-]{8,}(?:\.[\w-]*)*/g,
];

/**
 * `text` with `[secret]` in place of every known secret of at least four characters, in any of its spellings
 * (plain, JSON, address, base64), and of everything that looks like a credential: bearer tokens,
 * `X-API-Token` values, JSON web tokens, signatures of shared access addresses.
 */
export function redact(text: string, secrets: Iterable<string> = []): string {
  return CREDENTIALS.reduce(
    (result, pattern) => result.replace(pattern, `$1${REDACTED}`),
    redactKnown(text, secrets),
  );
}

/** {@link redact} for every text in a JSON value, names of properties included. */
export function redactValue(value: unknown, secrets: Iterable<string> = []): unknown {
  const known = [...secrets];
  const walk = (part: unknown, depth: number): unknown => {
    if (typeof part === "string") return redact(part, known);
    if (typeof part !== "object" || part === null) return part;
    if (depth > DEEPEST) return undefined;
    if (Array.isArray(part)) return part.map((element) => walk(element, depth + 1));
    return Object.fromEntries(
      Object.entries(part).map(([name, member]) => [redact(name, known), walk(member, depth + 1)]),
    );
  };
  return walk(value, 0);
}

interface Span {
  start: number;
  end: number;
}

/**
 * Replaces the union of all places: where secrets overlap, no part of either is left, and a secret that is a
 * part of "[secret]" itself does not match in what was put in for another.
 */
function redactKnown(text: string, secrets: Iterable<string>): string {
  const spans: Span[] = [];
  for (const secret of secrets) {
    for (const form of formsOf(secret)) {
      for (const span of placesOf(form, text)) spans.push(span);
    }
  }
  if (spans.length === 0) return text;
  spans.sort((a, b) => a.start - b.start);
  let result = "";
  let done = 0;
  for (const { start, end } of spans) {
    if (start >= done) result += text.slice(done, start) + REDACTED;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

/** Where `form` stands in `text`; places that touch or overlap come as one. */
function* placesOf(form: string, text: string): Generator<Span> {
  let start = text.indexOf(form);
  while (start >= 0) {
    let end = start + form.length;
    let next = text.indexOf(form, start + 1);
    while (next >= 0 && next <= end) {
      end = next + form.length;
      next = text.indexOf(form, next + 1);
    }
    yield { start, end };
    start = next;
  }
}
