import { isUnknown, type Json } from "../../provider/schema/json.js";
import { PLACEHOLDER } from "../../provider/schema/secret.js";
import { titleOf } from "./descriptions/table.js";
import { shownArgument, shownName } from "./fieldLine.js";
import { type Markdown, md } from "./markdown.js";
import type { State, Step } from "./preview.js";
import { readUrn } from "./urn.js";

/** The arguments that hold a record's id, by the title of its resource. */
const idArguments: Readonly<Record<string, string>> = {
  Customer: "customerId",
  Item: "itemId",
  Project: "projectId",
};

/** Calls records as people do: by number and display name where the state knows them, else by id. */
export function recordLabels(steps: Step[]): (id: Json) => Markdown {
  const labels = new Map(
    steps.flatMap(({ urn, before }) => {
      const argument = idArguments[titleOf(readUrn(urn).type) ?? ""];
      const id = argument === undefined ? undefined : before?.inputs[argument];
      const label = before === undefined ? undefined : labelOf(before);
      return typeof id === "string" && label !== undefined ? [[id.toLowerCase(), label]] : [];
    }),
  );
  return (id) => (typeof id === "string" ? labels.get(id.toLowerCase()) : undefined) ?? shownArgument(id);
}

function labelOf({ outputs }: State): Markdown | undefined {
  const [number, name] = [outputs.number, outputs.displayName].map((value) =>
    typeof value === "string" && value !== "" && value !== PLACEHOLDER && !isUnknown(value)
      ? shownName(value)
      : undefined,
  );
  if (number === undefined) return name;
  return name === undefined ? number : md`${number} (${name})`;
}
