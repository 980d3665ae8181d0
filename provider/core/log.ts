import type { ResourceLog } from "../contract/lifecycle.js";
import { readUrn } from "../contract/urn.js";
import type { KnownSecrets } from "../text/knownSecrets.js";
import { message, type Text, toText } from "../text/message.js";

export interface MessageLog {
  progress(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  /** Resolves when the engine has received all messages, because the process may end right after a hook. */
  sent(): Promise<void>;
}

/**
 * Adds a name to messages. With `--diff`, the engine prints no name with a warning. With a progress message, it prints the name
 * of a resource, but not that of a function.
 */
export function createNamedLog(
  log: Omit<MessageLog, "sent">,
  name: string,
  secrets: KnownSecrets,
  isResource: boolean,
): ResourceLog {
  const named = (text: Text): string => toText(message`${name}: ${text}`, secrets);
  return {
    progress: (message) => log.progress(isResource ? toText(message, secrets) : named(message)),
    info: (message) => log.info(named(message)),
    warn: (message) => log.warn(named(message)),
  };
}

/** `ContainerGroup 'web'`, or the title alone if there is no URN. */
export function formatResourceName(urn: string | undefined, title: string): string {
  return urn === undefined ? title : `${title} '${readUrn(urn).name}'`;
}
