import type { PropertyMap } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import type { Placeholder } from "./placeholders.js";

export interface Program {
  text: string;
  /** Paths of the values that the language cannot express. */
  leftOut: string[];
}

export interface DeclaredResource {
  schema: ResourceSchema;
  name: string;
  /** Placeholders are in place of secrets. */
  args: PropertyMap;
}

export interface ProgramParts {
  resources: DeclaredResource[];
  projectName: string;
  placeholders: Placeholder[];
}

/** Lines of a comment that sets the secrets. */
export function describeSecrets(placeholders: Placeholder[]): string[] {
  const [first] = placeholders;
  if (first === undefined) return [];
  const isMap = placeholders.some(({ isText }) => !isText);
  const path = isMap ? " --path" : "";
  if (placeholders.length === 1)
    return [
      "The service does not return secrets. Set this one first:",
      `  pulumi config set --secret${path} ${quoteKey(first)}${isMap ? "   (for each name)" : ""}`,
    ];
  return [
    `The service does not return secrets. Write = and the value behind each name${isMap ? ", and a name for <name>" : ""}, and run this first:`,
    `  pulumi config set-all${path} \\`,
    // Without a "=", the command fails and sets nothing. With one, a forgotten value would be an empty secret.
    ...placeholders.map(
      (one, index) => `    --secret ${quoteKey(one)}${index < placeholders.length - 1 ? " \\" : ""}`,
    ),
  ];
}

function quoteKey({ key, isText }: Placeholder): string {
  return isText ? key : `'${key}["<name>"]'`;
}
