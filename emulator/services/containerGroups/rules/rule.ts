import type { Report } from "../../../shape/kind.js";
import type { Container, ContainerGroup, InitContainer } from "../shape.js";

/** Something that must hold between fields. */
export type Rule = (group: ContainerGroup, groupName: string, report: Report) => void;

/** A container or init container, and its path in the request. */
export interface Located {
  path: string;
  container: Container | InitContainer;
}

/**
 * Every container and init container that can be looked into. Rules also run on requests whose fields are
 * partly wrong, so that one answer names every problem: what was wrong is missing here.
 */
export function everyContainer(group: ContainerGroup): Located[] {
  const { containers, initContainers } = group.properties;
  return [
    ...located("properties.containers", containers),
    ...located("properties.initContainers", initContainers),
  ].filter(({ container }) => container?.properties !== undefined);
}

function located(path: string, containers: (Container | InitContainer)[] | undefined): Located[] {
  return (containers ?? []).map((container, index) => ({ path: `${path}[${index}]`, container }));
}
