import type { PropertyMap } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import type { Placeholder } from "./placeholders.js";

export interface Program {
  text: string;
  /** Paths of the values that the language cannot express. */
  leftOut: string[];
}

/** The parts of a program that are the same in all languages. */
export interface ProgramParts {
  schema: ResourceSchema;
  resourceName: string;
  projectName: string;
  args: PropertyMap;
  placeholders: Placeholder[];
}

/** Lines of a comment that sets the secrets. */
export function describeSecrets(placeholders: Placeholder[]): string[] {
  if (placeholders.length === 0) return [];
  const commands = placeholders.map(
    ({ key, isText }) =>
      `  pulumi config set --secret ${isText ? key : `--path '${key}["<name>"]'   (for each name)`}`,
  );
  return ["The service does not return secrets. Set them first:", ...commands];
}
