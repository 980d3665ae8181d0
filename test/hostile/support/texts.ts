/**
 * A value with each of its texts changed.
 *
 * @param change gets the text and the name of the field that holds it, directly or in a list
 */
export function mapTexts(
  value: unknown,
  change: (text: string, name: string) => unknown,
  name = "",
): unknown {
  if (typeof value === "string") return change(value, name);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapTexts(child, change, key)]));
}
