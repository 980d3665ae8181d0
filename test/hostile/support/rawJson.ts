import type { Json } from "../../../provider/schema/json.js";

/** JSON that no value in memory has: numbers beyond all bounds, nesting beyond all sense. */
const RAW = /"@(raw|deep):([^"@]*)@"/g;
/** A text that is written as this JSON. */
export const raw = (text: string): string => `@raw:${text}@`;

/** The JSON of a value, with what only JSON can say in it. */
export function textOfJson(body: Json): string {
  return (JSON.stringify(body) ?? "").replace(RAW, (_, kind: string, value: string) =>
    kind === "raw" ? value : "[".repeat(Number(value)) + "]".repeat(Number(value)),
  );
}
