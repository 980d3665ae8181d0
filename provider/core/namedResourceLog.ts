import type { ResourceLog } from "../contract/lifecycle.js";
import type { KnownSecrets } from "../text/knownSecrets.js";
import { toText } from "../text/toText.js";

/** Messages on their way to the engine. */
export interface MessageLog {
  progress(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  /** Resolves when the engine has taken all messages; a process may end right after a hook. */
  sent(): Promise<void>;
}

/** With `--diff` the engine prints no name beside a warning. */
export function createNamedLog(
  log: Omit<MessageLog, "sent">,
  name: string,
  secrets: KnownSecrets,
): ResourceLog {
  return {
    progress: (message) => log.progress(toText(message, secrets)),
    info: (message) => log.info(`${name}: ${toText(message, secrets)}`),
    warn: (message) => log.warn(`${name}: ${toText(message, secrets)}`),
  };
}

/** The engine prints a progress message without a name where there is no resource. */
export function createFunctionLog(
  log: Omit<MessageLog, "sent">,
  name: string,
  secrets: KnownSecrets,
): ResourceLog {
  return {
    ...createNamedLog(log, name, secrets),
    progress: (message) => log.progress(`${name}: ${toText(message, secrets)}`),
  };
}

/** `ContainerGroup 'web'`, by the URN where there is one. */
export function formatResourceName(urn: string | undefined, title: string): string {
  const name = urn?.split("::").at(-1);
  return name === undefined ? title : `${title} '${name}'`;
}
