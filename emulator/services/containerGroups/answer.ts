import { type ContainerGroup, containerGroup } from "./shape.js";

/** A group as the service answers it when it is asked for by name. */
export function answer(body: ContainerGroup): unknown {
  return containerGroup.show(body, "omit");
}

/** A group as a list contains it: without what it does at run time. */
export function toListItem(body: ContainerGroup): unknown {
  const { containers, initContainers = [] } = body.properties;
  return answer({
    ...body,
    properties: {
      ...body.properties,
      instanceView: undefined,
      containers: containers.map(withoutView),
      initContainers: initContainers.map(withoutView),
    },
  });
}

/** A group with its secrets replaced, for looking into the store. */
export function maskSecrets(body: ContainerGroup): unknown {
  return containerGroup.show(body, "mask");
}

function withoutView<T extends { properties: { instanceView?: unknown } }>(container: T): T {
  return { ...container, properties: { ...container.properties, instanceView: undefined } };
}
