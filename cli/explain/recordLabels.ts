import { isUnknown, type Json } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { PLACEHOLDER } from "../../provider/schema/secret.js";
import type { RecordLabel } from "./descriptions/resourceDescription.js";
import { formatArgument, formatName } from "./fieldLine.js";
import { type Markdown, md } from "./markdown.js";
import type { State, Step } from "./preview.js";

export function createRecordLabel(steps: Step[]): RecordLabel {
  const labels = new Map<string, Markdown>();
  for (const { definition, before } of steps) {
    if (before === undefined) continue;
    const schema = definition?.schema;
    for (const record of [ownRecord(schema, before), ...otherRecords(schema, before)]) {
      const label = labelOf(record);
      // Not by number: a customer and an item may have the same one.
      if (isShown(record.id) && label !== undefined) labels.set(record.id.toLowerCase(), label);
    }
  }
  return (value) =>
    (typeof value === "string" ? labels.get(value.toLowerCase()) : undefined) ?? formatArgument(value);
}

interface RecordNames {
  id: Json;
  number: Json;
  name: Json;
}

/** The record that a resource manages. */
function ownRecord(schema: ResourceSchema | undefined, { inputs, outputs }: State): RecordNames {
  const [argument = "id"] = resolved(schema).find(([, field]) => field.identity === true) ?? [];
  return { id: inputs[argument], number: outputs.number, name: outputs.displayName };
}

/** Records that the object of a resource names: the customer of a quote by `customerId`, `customerNumber` and `customerName`. */
function otherRecords(schema: ResourceSchema | undefined, { outputs }: State): RecordNames[] {
  return resolved(schema)
    .filter(([, field]) => field.identity !== true)
    .map(([argument, { resolvedBy = "" }]) => ({
      id: outputs[argument],
      number: outputs[resolvedBy],
      name: outputs[resolvedBy.replace(/Number$/, "Name")],
    }));
}

/** The arguments with ids that may be resolved by a number. */
function resolved(schema: ResourceSchema | undefined): [string, ResourceSchema["properties"][string]][] {
  return Object.entries(schema?.properties ?? {}).filter(([, field]) => field.resolvedBy !== undefined);
}

function labelOf({ number, name }: RecordNames): Markdown | undefined {
  const [shownNumber, shownName] = [number, name].map((value) =>
    isShown(value) ? formatName(value) : undefined,
  );
  if (shownNumber === undefined) return shownName;
  return shownName === undefined ? shownNumber : md`${shownNumber} (${shownName})`;
}

function isShown(value: Json): value is string {
  return typeof value === "string" && value !== "" && value !== PLACEHOLDER && !isUnknown(value);
}
