import type { SalesQuoteInputs } from "../../generated/lifecycleTypes.js";
import { isObject, isUnknown, type Json, type PropertyMap } from "../../schema/json.js";
import { isResponseOnly } from "../../schema/keywords.js";
import { isUnset } from "../../schema/project.js";
import { isSpelling } from "../../schema/spelling.js";
import { salesQuoteSchema } from "./schema.js";

const fields = salesQuoteSchema.properties.salesQuoteLines?.items?.properties ?? {};

/**
 * Returns the lines of a response that the program declares. Undeclared comments are left out: the service adds the texts of an
 * item as comments.
 *
 * @param declared undefined for an import, which returns every line with its non-empty fields
 */
export function selectLines(
  declared: SalesQuoteInputs["salesQuoteLines"] | undefined,
  lines: Json,
): PropertyMap[] | undefined {
  if (!Array.isArray(lines)) return undefined;
  const all = lines.filter(isObject);
  if (declared === undefined) return all.map(pickSetFields);
  const texts = declared.filter((line) => isComment({ ...line })).map(({ description }) => description);
  return all.filter(
    (line) =>
      !isComment(line) || texts.some((text) => isSpelling(fields.description, text, line.description)),
  );
}

/** Returns the item numbers of the lines by path, without those that a preview does not know yet. */
export function listItemNumbers({ salesQuoteLines }: PropertyMap): Map<string, string> {
  const lines = Array.isArray(salesQuoteLines) ? salesQuoteLines : [];
  const isItem = ({ lineType }: PropertyMap): boolean =>
    typeof lineType === "string" && lineType.trim().toLowerCase() === "item";
  return new Map(
    lines.flatMap((line, index): [string, string][] => {
      const number = isObject(line) && isItem(line) ? line.lineObjectNumber : undefined;
      return typeof number === "string" && !isUnknown(number)
        ? [[`salesQuoteLines[#${index}].lineObjectNumber`, number]]
        : [];
    }),
  );
}

function pickSetFields(line: PropertyMap): PropertyMap {
  const isText = isComment(line);
  const isSet = (name: string, value: Json): boolean =>
    isText
      ? name === "lineType" || name === "description"
      : !isUnset(value) || name === "quantity" || name === "unitPrice";
  const isTaken = ([name, value]: [string, Json]): boolean =>
    isResponseOnly(fields[name]) || (Object.hasOwn(fields, name) && isSet(name, value));
  return Object.fromEntries(Object.entries(line).filter(isTaken));
}

/** A line without a type is a comment if it identifies no item, account or other object. */
function isComment({ lineType, itemId, accountId, lineObjectNumber }: PropertyMap): boolean {
  if (typeof lineType === "string" && lineType.trim() !== "") return lineType.toLowerCase() === "comment";
  return [itemId, accountId, lineObjectNumber].every(isUnset);
}
