import { ProviderError } from "../contract/providerError.js";
import type { KnownSecrets } from "../text/knownSecrets.js";
import { foreign, message, type Text } from "../text/message.js";
import { toText } from "../text/toText.js";

/** Facts about the operation that failed. */
export interface Failed {
  /** Type and name, for example `ContainerGroup 'web'`; with `--diff` the engine prints no name. */
  resource: string;
  operation: "check" | "diff" | "create" | "read" | "update" | "delete" | "show";
  /** Sentences that say what to do about it. */
  hints: (string | undefined)[];
  /** Texts that must not appear. */
  secrets: KnownSecrets;
}

/** Bytes of an error in all: more does not help at a terminal, and the state keeps it. */
const LONGEST_ERROR = 4000;

/** The text that a person reads: which resource, which operation, what the service said, what to do. */
export function formatFailure(error: unknown, { resource, operation, hints, secrets }: Failed): string {
  const sentences = hints.filter((sentence) => sentence !== undefined);
  const last = sentences.length > 0 ? [`  what to do: ${sentences.join(" ")}`] : [];
  const text = toText(message`${resource}: ${operation} failed: ${formatError(error)}`, secrets);
  return fitted(text.split("\n"), last).join("\n");
}

/** What was not thrown on purpose may quote anything. */
export function formatError(error: unknown): Text {
  if (error instanceof ProviderError) return error.text;
  return message`${foreign(error instanceof Error ? error.message : String(error), LONGEST_ERROR)}`;
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
