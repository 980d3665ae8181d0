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
    for (const record of listRecords(definition?.schema, before)) {
      const label = labelOf(record);
      // Not by number: a customer and an item may have the same one.
      if (isShown(record.id) && label !== undefined) labels.set(record.id.toLowerCase(), label);
    }
  }
  return (value) =>
    (typeof value === "string" ? labels.get(value.toLowerCase()) : undefined) ?? formatArgument(value);
}

type RecordNames = Record<"id" | "number" | "name", Json>;

/** The records that arguments with an id name: the managed one, and others, such as the customer of a quote. */
function listRecords(schema: ResourceSchema | undefined, { inputs, outputs }: State): RecordNames[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([argument, { identity, resolvedBy }]) => {
    if (resolvedBy === undefined) return [];
    if (identity === true)
      return [{ id: inputs[argument], number: outputs.number, name: outputs.displayName }];
    const name = outputs[resolvedBy.replace(/Number$/, "Name")];
    return [{ id: outputs[argument], number: outputs[resolvedBy], name }];
  });
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
