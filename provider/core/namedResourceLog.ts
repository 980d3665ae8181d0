import type { Opened } from "../dynamic/propertyCodec.js";
import type { EngineRow } from "../dynamic/resourceLog.js";
import { createGuard } from "./failure.js";

/** With `--diff` the engine prints no name beside a warning. */
export function namedRow(row: EngineRow, name: string, secrets: string[]): EngineRow {
  const clean = createGuard(secrets);
  return {
    ...row,
    progress: (message) => row.progress(clean(message)),
    info: (message) => row.info(`${name}: ${clean(message)}`),
    warn: (message) => row.warn(`${name}: ${clean(message)}`),
  };
}

/** `ContainerGroup 'web'`, by the URN where there is one. */
export function resourceName({ urn }: Pick<Opened, "urn">, title: string): string {
  const name = urn?.split("::").at(-1);
  return name === undefined ? title : `${title} '${name}'`;
}
