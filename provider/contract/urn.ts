interface Urn {
  stack: string;
  type: string;
  name: string;
}

export const STACK_TYPE = "pulumi:pulumi:Stack";

/** Parses `urn:pulumi:<stack>::<project>::<parent's types>$<type>::<name>`. A name may contain `::`. */
export function readUrn(urn: string): Urn {
  const [start = "", , types = "", ...name] = urn.split("::");
  return {
    stack: start.replace(/^urn:pulumi:/, ""),
    type: types.split("$").at(-1) ?? "",
    name: name.length > 0 ? name.join("::") : urn,
  };
}
