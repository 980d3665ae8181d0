import { isUnknown, type Json } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { PLACEHOLDER } from "../../provider/schema/secret.js";
import { getSchema } from "./descriptions/table.js";
import { formatArgument, formatName } from "./fieldLine.js";
import { type Markdown, md } from "./markdown.js";
import type { State, Step } from "./preview.js";
import { readUrn } from "./urn.js";

/** Calls records as people do: by number and display name where the state knows them, else by id. */
export function createRecordLabels(steps: Step[]): (id: Json) => Markdown {
  const labels = new Map(
    steps.flatMap(({ urn, before }) => {
      const argument = idArgument(getSchema(readUrn(urn).type));
      const id = argument === undefined ? undefined : before?.inputs[argument];
      const label = before === undefined ? undefined : labelOf(before);
      return typeof id === "string" && label !== undefined ? [[id.toLowerCase(), label]] : [];
    }),
  );
  return (id) => (typeof id === "string" ? labels.get(id.toLowerCase()) : undefined) ?? formatArgument(id);
}

/** The argument that holds the id of the resource's own record: it may be looked up by the record's number. */
function idArgument(schema: ResourceSchema | undefined): string | undefined {
  const found = Object.entries(schema?.properties ?? {}).find(
    ([, field]) => field.identity === true && field.lookedUpBy !== undefined,
  );
  return found?.[0];
}

function labelOf({ outputs }: State): Markdown | undefined {
  const [number, name] = [outputs.number, outputs.displayName].map((value) =>
    typeof value === "string" && value !== "" && value !== PLACEHOLDER && !isUnknown(value)
      ? formatName(value)
      : undefined,
  );
  if (number === undefined) return name;
  return name === undefined ? number : md`${number} (${name})`;
}
