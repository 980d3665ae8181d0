import type { ResourceLog } from "../contract/lifecycle.js";
import { createGuard } from "./failure.js";

/** Messages on their way to the engine. */
export interface MessageLog extends ResourceLog {
  /** Resolves when the engine has taken all messages; a process may end right after a hook. */
  sent(): Promise<void>;
}

/** With `--diff` the engine prints no name beside a warning. */
export function createNamedLog(log: ResourceLog, name: string, secrets: string[]): ResourceLog {
  const clean = createGuard(secrets);
  return {
    progress: (message) => log.progress(clean(message)),
    info: (message) => log.info(`${name}: ${clean(message)}`),
    warn: (message) => log.warn(`${name}: ${clean(message)}`),
  };
}

/** `ContainerGroup 'web'`, by the URN where there is one. */
export function formatResourceName(urn: string | undefined, title: string): string {
  const name = urn?.split("::").at(-1);
  return name === undefined ? title : `${title} '${name}'`;
}
