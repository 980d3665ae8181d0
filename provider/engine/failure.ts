import { errorText } from "../http/errorText.js";
import { redact } from "../http/redaction.js";

/** What is known about the operation that failed. */
export interface Failed {
  /** Type and name, for example `ContainerGroup 'web'`; with `--diff` the engine prints no name of its own. */
  resource: string;
  operation: "check" | "diff" | "create" | "read" | "update" | "delete";
  /** What to do about it, sentence by sentence. */
  advice: (string | undefined)[];
  /** Texts that must not appear. */
  secrets: string[];
}

/** The text that a person reads: which resource, which operation, what the service said, what to do. */
export function failureText(error: unknown, failed: Failed): string {
  const lines = [`${failed.resource}: ${failed.operation} failed: ${errorText(error)}`];
  const advice = failed.advice.filter((sentence) => sentence !== undefined);
  if (advice.length > 0) lines.push(`  what to do: ${advice.join(" ")}`);
  return redact(lines.join("\n"), failed.secrets);
}

/** An error that holds its text and nothing else: the host prints the stack of what a hook throws. */
export function cleanError(text: string): Error {
  const error = new Error(text);
  error.stack = text;
  return error;
}

/** An error that makes the engine keep the resource, with what the service has of it. */
export function initializationError(text: string, id: string, properties: object): Error {
  return Object.assign(cleanError(text), { id, properties, reasons: [text] });
}
