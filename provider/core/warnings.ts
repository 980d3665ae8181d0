import { joinTexts, type Message, message, type Text } from "../text/message.js";

/**
 * What a message says of a resource: an update changes no value, or a secret that the engine does not show; the object of a new
 * resource exists, is missing, or is a record whose values the message has. The engine passes only texts on, so `explain`
 * recognizes a message by its fixed words.
 */
export type Fact = "unchanged" | "hidesSecret" | "exists" | "missing" | "read";

const UNCHANGED = "no value differs";
const HIDDEN = "The preview does not show this, because other items of the list move.";
const EXISTS = "already exists, and this stack will manage it.";
const IS_MISSING = "does not exist, so it is created.";
const READ = "the record was read,";

/** @param message as the functions below format it, without the name of the resource */
export function findFact(message: string): Fact | undefined {
  if (message.startsWith(UNCHANGED)) return "unchanged";
  if (message.endsWith(` ${HIDDEN}`)) return "hidesSecret";
  if (message.includes(` ${EXISTS} `)) return "exists";
  if (message.endsWith(` ${IS_MISSING}`)) return "missing";
  return message.startsWith(READ) ? "read" : undefined;
}

/** A warning about an update without a changed value. */
export function formatUnchanged(reason: Text): Message {
  return message`${UNCHANGED}, but ${reason}`;
}

/**
 * A warning about an update that completes an earlier one. The engine may still show the values of the earlier one as changes.
 */
export function formatUnfinished(reason: Text): Message {
  return message`${UNCHANGED} from the last attempt, but ${reason}`;
}

/** A message of a preview about an object that the create takes over. */
export function formatTakeover(object: string, facts: Text): Message {
  return message`${object} ${EXISTS} ${facts}`;
}

/** A message of a preview about an object that the create makes, of a kind that may exist. */
export function formatMissing(object: string): string {
  return `${object} ${IS_MISSING}`;
}

const MOST_VALUES = 20;

/** A message of a preview about the values of an existing record that the create replaces. */
export function formatReplaced(values: readonly Text[]): Message {
  if (values.length === 0) return message`${READ} and has all declared values already, so no value is sent.`;
  const more = values.length > MOST_VALUES ? [`… and ${values.length - MOST_VALUES} more`] : [];
  return message`${READ} and these values are replaced: ${joinTexts([...values.slice(0, MOST_VALUES), ...more], "; ")}.`;
}

/** A warning about changes that the engine does not show, because it keeps the inputs from before a failed update. */
export function formatNotShown(paths: Text): Message {
  return message`this update also changes fields that the preview does not show: ${paths}.`;
}

/** A warning about ignored changes (`ignoreChanges`) that a replacement makes, and that the engine does not show. */
export function formatUnignored(paths: Text): Message {
  return message`the replacement also changes fields that the preview does not show, since Pulumi does not apply \`ignoreChanges\` to it: ${paths}.`;
}

/** A warning about an object that is put back after an import, before an update has sent its secrets. */
export function formatLostSecrets(paths: Text): Message {
  return message`the state does not have these secrets of the old object, which is put back without them: ${paths}.`;
}

/** A warning about objects that the run has deleted as well. The engine may not begin their creates after a failure. */
export function formatOtherDeleted(ids: readonly string[]): Message {
  return message`this run has also deleted ${joinTexts(ids, ", ")}, to replace it. If this run does not create it again, the next \`pulumi up\` does.`;
}

/** A warning about secrets that an update sends, and that the engine does not show, because it compares items by position. */
export function formatHiddenSecrets(paths: readonly Text[]): Message {
  const count = paths.length === 1 ? "1 secret" : `${paths.length} secrets`;
  return message`${count} changed: ${joinTexts(paths, ", ")}. ${HIDDEN}`;
}

export function formatUnsentSecrets(paths: readonly Text[]): Message {
  const [count, earlier, changed] =
    paths.length === 1
      ? ["1 secret", "the earlier value", "the new one"]
      : [`${paths.length} secrets`, "the earlier values", "the new ones"];
  return message`${count} changed, not sent: ${joinTexts(paths, ", ")}. The service still has ${earlier}. To send ${changed}, change \`secretsVersion\`, too.`;
}

/** The number of secrets in a message of {@link formatUnsentSecrets}; 0 for other messages. */
export function countUnsentSecrets(message: string): number {
  return Number(/^(\d+) secrets? changed, not sent: /.exec(message)?.[1] ?? 0);
}
