import { joinTexts, type Message, message, type Text } from "../text/message.js";

/** Warnings by which `explain` knows what the steps of a preview do not tell. */

/** The warning about an update that no value asks for. */
export function formatUnchanged(reason: Text): Message {
  return message`${UNCHANGED}${reason}`;
}

/** Whether it is a {@link formatUnchanged}. */
export function isUnchanged(message: string): boolean {
  return message.startsWith(UNCHANGED);
}

const UNCHANGED = "no value differs, but ";

/** The warning about changed secrets that are not sent. */
export function formatUnsentSecrets(paths: readonly Text[]): Message {
  const count = `${paths.length} ${paths.length === 1 ? "secret" : "secrets"}`;
  return message`${count} changed, not sent: ${joinTexts(paths, ", ")}. ${HOW_TO_SEND}`;
}

const HOW_TO_SEND =
  'By default a secret is sent only when another value changes. Set `secretChanges: "update"`, or change `secretsVersion`.';

/** The number in a {@link formatUnsentSecrets}; 0 for another message. */
export function countUnsentSecrets(message: string): number {
  return Number(/^(\d+) secrets? changed, not sent: /.exec(message)?.[1] ?? 0);
}
