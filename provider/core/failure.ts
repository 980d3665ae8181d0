import { formatError } from "../http/errorText.js";
import { KnownSecrets } from "../http/knownSecrets.js";

/** Facts about the operation that failed. */
export interface Failed {
  /** Type and name, for example `ContainerGroup 'web'`; with `--diff` the engine prints no name of its own. */
  resource: string;
  operation: "check" | "diff" | "create" | "read" | "update" | "delete" | "show";
  /** Sentences that say what to do about it. */
  hints: (string | undefined)[];
  /** Texts that must not appear. */
  secrets: readonly string[];
}

/** Bytes of an error in all: more does not help at a terminal, and the state keeps it. */
const LONGEST_ERROR = 4000;

/** The text that a person reads: which resource, which operation, what the service said, what to do. */
export function formatFailure(error: unknown, failed: Failed): string {
  const hints = failed.hints.filter((sentence) => sentence !== undefined);
  const last = hints.length > 0 ? [`  what to do: ${hints.join(" ")}`] : [];
  const first = `${failed.resource}: ${failed.operation} failed: ${formatError(error)}`.split("\n");
  return createGuard(failed.secrets)(fitted(first, last).join("\n"));
}

/** Of too many lines the last ones before `end` are left out: each line explains the one above it. */
function fitted(lines: string[], end: string[]): string[] {
  const most = LONGEST_ERROR - sizeOf(end) - sizeOf([LEFT_OUT]);
  if (sizeOf(lines) <= most) return [...lines, ...end];
  const shown: string[] = [];
  for (const line of lines) {
    if (sizeOf([...shown, line]) > most) break;
    shown.push(line);
  }
  return [...shown, LEFT_OUT, ...end];
}

const LEFT_OUT = "  … (shortened)";

function sizeOf(lines: string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}

/**
 * Masks secrets in a text of the provider. Secrets that are ordinary words stay: they would hide the provider's own words.
 * In what a service says, all secrets are masked where it is read.
 */
export function createGuard(secrets: readonly string[]): (text: string) => string {
  const known = new KnownSecrets(secrets.filter(isDistinctive));
  return (text) => known.mask(text);
}

/** A text that the provider's own words do not hold by chance: long, or of digits and other characters. */
function isDistinctive(secret: string): boolean {
  return secret.length >= 16 || (secret.length >= 6 && /\d/.test(secret) && /\D/.test(secret));
}
