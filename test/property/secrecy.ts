import { inspect } from "node:util";
import { runtime } from "@pulumi/pulumi";
import { isObject } from "../../provider/schema/json.js";
import type { HostProcess } from "../protocols/hostProcess.js";
import type { Stored } from "../protocols/protocol.js";
import { canariesIn, PLAIN_TOKEN } from "../support/canaries.js";
import { Broken } from "./broken.js";

/**
 * No secret and no token is in the state in the clear, in an error, or at the terminal.
 *
 * @param unrecorded secrets that the program marked in an operation that did not end: no state knows that they are some
 */
export function checkSecrecy(
  entries: readonly Stored[],
  errors: readonly Error[],
  host: HostProcess,
  unrecorded: ReadonlySet<string>,
): void {
  const shown = [
    ...host.messages,
    ...errors.map(seenOf),
    ...entries.map(({ inputs, outputs, id, initErrors = [] }) =>
      JSON.stringify([id, inClear(inputs), inClear(outputs), initErrors]),
    ),
  ];
  for (const text of shown) {
    const secrets = canariesIn(text).filter((secret) => !unrecorded.has(secret));
    const found = secrets[0] ?? (text.includes(PLAIN_TOKEN) ? "the token" : undefined);
    if (found !== undefined) throw new Broken(`shows ${found}: ${text.slice(0, 2000)}`);
  }
}

/** The properties of an error go to the state, where they are looked at. */
function seenOf(error: Error & { properties?: unknown }): string {
  const { properties: _, ...rest } = error;
  const seen = [error.message, error.stack, rest];
  return inspect(seen, { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null });
}

/** The part of a value that the state file holds unencrypted. */
function inClear(value: unknown): unknown {
  if (isSecret(value)) return "[secret]";
  if (Array.isArray(value)) return value.map(inClear);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, inClear(child)]));
}

function isSecret(value: unknown): boolean {
  return isObject(value) && value[runtime.specialSigKey] === runtime.specialSecretSig;
}
