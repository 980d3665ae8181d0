import { isAbsent, type Json, type PropertyMap } from "../../provider/schema/json.js";
import type { Language } from "./options.js";
import { withPlaceholders } from "./placeholders.js";
import type { Program } from "./programParts.js";
import type { ShownObject } from "./readObject.js";
import { formatTypeScript } from "./typescript.js";
import { formatYaml } from "./yaml.js";

/** Formats a program that declares an object. */
export function formatProgram(object: ShownObject, id: string, language: Language): Program {
  const { schema } = object;
  const resourceName = nameOf(object.args, id);
  // Pulumi allows only these characters in the name of a project.
  const projectName = resourceName.match(/[a-z\d]+/g)?.join("-") ?? "shown";
  const { args, placeholders } = withPlaceholders(object, projectName);
  const isIdentity = ([name]: [string, Json]): boolean => schema.properties[name]?.identity === true;
  const entries = Object.entries(args).filter(([, value]) => !isAbsent(value));
  const sorted = [...entries.filter(isIdentity), ...entries.filter((entry) => !isIdentity(entry))];
  const parts = { schema, resourceName, projectName, args: Object.fromEntries(sorted), placeholders };
  return language === "yaml" ? formatYaml(parts) : { text: formatTypeScript(parts), leftOut: [] };
}

function nameOf({ containerGroupName, displayName, number }: PropertyMap, id: string): string {
  const own = [containerGroupName, displayName, number].find(
    (text) => typeof text === "string" && text !== "",
  );
  const words = String(own ?? id.split("/").at(-1)).match(/[\p{L}\d]+/gu) ?? ["shown"];
  return words.join("-").toLowerCase();
}
