import type { ResourceLog } from "../contract/lifecycle.js";
import type { KnownSecrets } from "../text/knownSecrets.js";
import type { Text } from "../text/message.js";
import { toText } from "../text/toText.js";

/** Messages on their way to the engine. */
export interface MessageLog {
  progress(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  /** Resolves when the engine has taken all messages; a process may end right after a hook. */
  sent(): Promise<void>;
}

/**
 * Messages with a name in front. With `--diff` the engine prints none beside a warning; beside a progress message it prints that
 * of the resource, and none for a function.
 */
export function createNamedLog(
  log: Omit<MessageLog, "sent">,
  name: string,
  secrets: KnownSecrets,
  isResource: boolean,
): ResourceLog {
  const named = (message: Text): string => `${name}: ${toText(message, secrets)}`;
  return {
    progress: (message) => log.progress(isResource ? toText(message, secrets) : named(message)),
    info: (message) => log.info(named(message)),
    warn: (message) => log.warn(named(message)),
  };
}

/** `ContainerGroup 'web'`, by the URN where there is one. */
export function formatResourceName(urn: string | undefined, title: string): string {
  const name = urn?.split("::").at(-1);
  return name === undefined ? title : `${title} '${name}'`;
}
