/** The parts of a URN, the engine's name of a resource. */
export interface Urn {
  stack: string;
  type: string;
  name: string;
}

/** Type of the resource that represents the stack. */
export const STACK_TYPE = "pulumi:pulumi:Stack";

/** `urn:pulumi:<stack>::<project>::<parent's types>$<type>::<name>`; a name may hold `::`. */
export function readUrn(urn: string): Urn {
  const [start = "", , types = "", ...name] = urn.split("::");
  return {
    stack: start.replace(/^urn:pulumi:/, ""),
    type: types.split("$").at(-1) ?? "",
    name: name.length > 0 ? name.join("::") : urn,
  };
}
