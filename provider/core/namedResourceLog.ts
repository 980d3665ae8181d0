import type { ResourceProperties } from "../dynamic/propertyCodec.js";
import type { EngineLog } from "../dynamic/resourceLog.js";
import { createGuard } from "./failure.js";

/** With `--diff` the engine prints no name beside a warning. */
export function createNamedLog(log: EngineLog, name: string, secrets: string[]): EngineLog {
  const clean = createGuard(secrets);
  return {
    ...log,
    progress: (message) => log.progress(clean(message)),
    info: (message) => log.info(`${name}: ${clean(message)}`),
    warn: (message) => log.warn(`${name}: ${clean(message)}`),
  };
}

/** `ContainerGroup 'web'`, by the URN where there is one. */
export function resourceName({ urn }: Pick<ResourceProperties, "urn">, title: string): string {
  const name = urn?.split("::").at(-1);
  return name === undefined ? title : `${title} '${name}'`;
}
