import { joinTexts, type Message, message, type Text } from "../text/message.js";

/** The warning about an update that no value asks for. */
export function formatUnchanged(reason: Text): Message {
  return message`${UNCHANGED}, but ${reason}`;
}

/** The warning about an update that completes an earlier one, whose values the engine may still show as changes. */
export function formatUnfinished(reason: Text): Message {
  return message`${UNCHANGED} from the last attempt, but ${reason}`;
}

/** Whether it is a {@link formatUnchanged} or a {@link formatUnfinished}. */
export function isUnchanged(message: string): boolean {
  return message.startsWith(UNCHANGED);
}

const UNCHANGED = "no value differs";

/** The warning about changes that the engine does not show, since it keeps the inputs of before an update that failed. */
export function formatNotShown(paths: Text): Message {
  return message`this update also changes what \`pulumi preview\` does not show: ${paths}.`;
}

/** The warning about changes of a replacement that the engine does not show, since it shows what it has compared. */
export function formatUnignored(paths: Text): Message {
  return message`the replacement also changes what \`pulumi preview\` does not show, since Pulumi does not apply \`ignoreChanges\` to it: ${paths}.`;
}

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
