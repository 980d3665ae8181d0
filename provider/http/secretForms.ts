/** Shorter secrets are not looked for: they would match everywhere and tell little. */
const SHORTEST_SECRET = 4;

/**
 * Every spelling in which `secret` may turn up in text: itself, inside JSON, in an address or form, and in
 * base64. Empty for secrets too short to look for.
 */
export function formsOf(secret: string): string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const bytes = Buffer.from(secret, "utf8");
  const forms = [
    secret,
    // Surrounding white space is lost where a header is built from a file's content.
    secret.trim(),
    inJson(secret),
    inCautiousJson(secret),
    inCautiousJson(secret).toLowerCase(),
    inJson(secret).replaceAll("/", "\\/"),
    ...inAddresses(secret),
    // Without the padding, which says nothing and is not always written.
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST_SECRET);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** As encoders write it that escape everything which could mean something in HTML, and all beyond ASCII. */
function inCautiousJson(text: string): string {
  return inJson(text)
    .replaceAll('\\"', "\\u0022")
    .replace(
      /[<>&'+`\u007f-\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
    );
}

function inAddresses(text: string): string[] {
  const encoded = tryEncode(encodeURIComponent, text);
  const strict = encoded.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  const spellings = [encoded, strict, strict.replaceAll("%20", "+"), tryEncode(encodeURI, text)];
  return spellings.flatMap((spelling) => [
    spelling,
    spelling.replace(/%[0-9a-f]{2}/gi, (code) => code.toLowerCase()),
    spelling.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase()),
  ]);
}

function tryEncode(encode: (text: string) => string, text: string): string {
  try {
    return encode(text);
  } catch {
    return text; // half of a surrogate pair has no encoding
  }
}
