/**
 * Secrets that a test looks for in everything that comes out of the provider, each of another nature: long, short,
 * of several lines, with characters that every encoding changes, a number, content in base64.
 */

/** A token that looks like none: it is masked because it is known. */
export const PLAIN_TOKEN = "canary-token-4711-Zq7";

export const TOKEN = "eyJhbGciOiJub25lIn0.Y2FuYXJ5LXRva2Vu.s1gn4ture_0815-4711";

const line = (seed: number): string =>
  Array.from({ length: 64 }, (_, index) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".charAt(
      (seed * 37 + index * 29 + seed * index * index * 7) % 64,
    ),
  ).join("");

export const PEM = [
  "-----BEGIN PRIVATE KEY-----",
  ...Array.from({ length: 24 }, (_, index) => line(index + 1)),
  "-----END PRIVATE KEY-----",
  "",
].join("\n");

/** Changed by percent-encoding, JSON, HTML and OData alike. */
export const ODD = `p4ss"w0rd'<&>\\ %41 ü-c4nary`;
export const STORAGE_KEY = `${line(40)}${line(41).slice(0, 22)}==`;
export const WORKSPACE_KEY = "w0rkspace-key-c4nary-0001";
export const FILE_CONTENT = "user=app\npassword=f1le-content-c4nary-0002\n";
export const PIN = 90_210_417;
export const CONNECTION = "https://reader:c0nnection-c4nary-0003@db.example/shop?x=1&y=2";
export const TAG = "t4g-canary-0004-blue";
export const FIELD = "f1eld c4nary 0005, Main St. 7";
export const PHONE = "+1 425 555 0117 c4nary-0006";
export const GTIN = "c4nary-gtin-09";
export const CODE = "c0de-c4nary-0010";
export const SECRET_GUID = "c4a4a12e-0007-4c4a-9a17-000000000007";
export const TRIGGER = "tr1gger-c4nary-0008";

/** The text of a secret of a random program: found nowhere by chance. */
export function canary(kind: string, slot: number, number: number): string {
  return `cnry-${kind}-${slot}-${number}-Zq7`;
}

/** The texts of {@link canary} in a text. */
export function canariesIn(text: string): string[] {
  return text.match(/cnry-[\w-]+-Zq7/g) ?? [];
}
