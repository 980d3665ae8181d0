import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { getFileName } from "./wiring.js";

/** The types of the values that lifecycles work with, made from the types of each resource. */
export function formatLifecycleTypes(schemas: ResourceSchema[]): string {
  const imports = schemas.map(
    (schema) =>
      `import type { ${schema.title}Args, ${schema.title}Outputs } from "./${getFileName(schema)}.js";\n`,
  );
  return [
    "// Generated from the schemas by `npm run generate`. Do not edit.\n\n",
    ...imports,
    'import type { ResolvedInputs, ResolvedState } from "../contract/resolved.js";\n',
    ...schemas.map(declarations),
  ].join("");
}

function declarations({ title, properties, required = [] }: ResourceSchema): string {
  // An id that has to be looked up is absent where there is no token to ask with.
  const given = required.filter((name) => properties[name]?.lookedUpBy === undefined);
  const names = given.map((name) => JSON.stringify(name)).join(" | ");
  return `
/** {@link ${title}Args} as the lifecycle gets them. */
export type ${title}Inputs = ResolvedInputs<${title}Args, ${title}Outputs, ${names}>;

/** {@link ${title}Inputs}, and the fields that only the service knows. */
export type ${title}State = ResolvedState<${title}Inputs, ${title}Outputs>;
`;
}
