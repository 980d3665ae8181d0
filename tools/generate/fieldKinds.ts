import { getKindName } from "../../provider/odata/filterValue.js";
import { isBodyField, type ResourceSchema } from "../../provider/schema/keywords.js";

/** The type that says of each field of a collection's records what it holds, by which filters are checked. */
export function formatFieldKinds(collections: Record<string, ResourceSchema>): string {
  const parts = Object.entries(collections).map(([name, schema]) => {
    const fields = recordFields(schema).map(
      (field) => `    ${field}: "${getKindName(schema.properties[field], field)}";`,
    );
    return `  ${name}: {\n${fields.join("\n")}\n  };`;
  });
  return [
    "// Generated from the schemas by `npm run generate`. Do not edit.\n",
    "/** Kinds of the fields of each collection's records, as far as filters are concerned. */",
    "export interface FieldKinds {",
    ...parts,
    "}\n",
  ].join("\n");
}

/** Fields of the record itself, without the arguments that only steer the resource. */
function recordFields({ properties }: ResourceSchema): string[] {
  const names = Object.keys(properties).filter((name) => isBodyField(properties[name]));
  return ["id", ...names.filter((name) => name !== "etag")];
}
