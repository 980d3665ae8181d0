/** How a secret may be written by a service that repeats it. Written from the encodings, not from the provider. */

/** So many characters in a row of a secret are a leak, whatever is around them. */
const LONGEST_PIECE = 48;
/** Of an encoded secret it takes more: somewhat more than as many characters of the secret itself, of these lengths. */
const ENCODED_PIECES = [64, 96, 160, 320];
/** A shorter text says nothing, plain or encoded. */
const SHORTEST = 6;
const SHORTEST_ENCODED = 12;

/** Finds everything that would be a leak. */
export interface LeakFinder {
  /** The first leak in a text; `undefined` when there is none. */
  find(text: string): string | undefined;
}

/**
 * @param canaries secrets
 * @param derived texts that give one away as they are, such as base64 of `user:password`
 */
export function leakFinder(canaries: readonly string[], derived: readonly string[] = []): LeakFinder {
  const whole = new Set<string>();
  const pieces = new Map<number, Set<string>>();
  const beginnings = new Uint8Array(1 << 16);
  const add = (form: string, longest: number): void => {
    if (form.length < (longest === LONGEST_PIECE ? SHORTEST : SHORTEST_ENCODED)) return;
    if (form.length <= longest) return void whole.add(form);
    const known = pieces.get(longest) ?? new Set();
    pieces.set(longest, known);
    for (let at = 0; at + longest <= form.length; at++) {
      known.add(form.slice(at, at + longest));
      beginnings[beginningAt(form, at)] = 1;
    }
  };
  for (const canary of canaries) {
    for (const part of [canary, ...linesOf(canary)]) {
      for (const form of [...plainForms(part), ...encodedForms(part)]) add(form, longestPiece(form, part));
    }
  }
  for (const text of derived) add(text, LONGEST_PIECE);
  return {
    find(text) {
      for (const form of whole) if (text.includes(form)) return form;
      for (let at = 0; at < text.length; at++) {
        // No piece begins at nearly all places: these are skipped without a copy of the text.
        if (beginnings[beginningAt(text, at)] === 0) continue;
        for (const [length, known] of pieces) {
          const piece = text.slice(at, at + length);
          if (known.has(piece)) return piece;
        }
      }
      return undefined;
    },
  };
}

/** A number for the first three characters at a place of a text, fewer at its end. */
function beginningAt(text: string, at: number): number {
  const [first, second, third] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  return (first ^ (second << 5) ^ (third << 10)) & 0xffff;
}

function longestPiece(form: string, secret: string): number {
  if (form.length === secret.length) return LONGEST_PIECE;
  const encoded = (LONGEST_PIECE * 1.25 * form.length) / secret.length;
  return ENCODED_PIECES.find((length) => length >= encoded) ?? form.length;
}

function linesOf(canary: string): string[] {
  return canary.split(/\r?\n/).filter((line) => line.length >= 16);
}

/** Forms in which most characters are the secret's own. */
export function plainForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  return [
    ...[text, text.toUpperCase(), text.toLowerCase()],
    ...[json, JSON.stringify(json).slice(1, -1)],
    ...[encodeURIComponent(text), encodeURIComponent(encodeURIComponent(text)), encodeURI(text)],
    new URLSearchParams({ x: text }).toString().slice(2),
    htmlEscaped(text),
    text.replaceAll("'", "''"),
  ];
}

export function encodedForms(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((offset) => {
    const form = base64At(bytes, offset);
    return [form, form.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** The part of the base64 that depends on these bytes alone, when `offset` others come before them. */
function base64At(bytes: Buffer, offset: number): string {
  const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
  const whole = shifted.subarray(0, shifted.length - (shifted.length % 3)).toString("base64");
  return whole.slice(offset === 0 ? 0 : 4);
}

function htmlEscaped(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
