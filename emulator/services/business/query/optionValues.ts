import { businessErrors } from "../errors.js";
import type { EntityType } from "../model/entityType.js";
import type { OrderBy } from "../store/order.js";
import { splitTop } from "./splitTop.js";

/** Reads `$select`: names with commas between them, or `*` for all of them. */
export function parseSelect(text: string | undefined, type: EntityType): string[] | undefined {
  const names = text?.split(",").map((name) => name.trim());
  for (const name of names ?? []) {
    if (name !== "*") {
      requireField(name, type);
    }
  }
  return names?.includes("*") ? undefined : names;
}

/** Reads `$orderby`: names with commas between them, each with a direction if need be. */
export function parseOrderBy(text: string | undefined, type: EntityType): OrderBy[] {
  if (text === undefined) {
    return [];
  }
  return splitTop(text, ",").map((part) => {
    const [field = "", direction = "asc", ...rest] = part.trim().split(/\s+/);
    requireField(field, type);
    if (!["asc", "desc"].includes(direction) || rest.length > 0) {
      throw businessErrors.badRequest(`Syntax error in $orderby: '${part.trim()}'.`);
    }
    return { field, descending: direction === "desc" };
  });
}

function requireField(name: string, type: EntityType): void {
  if (!Object.hasOwn(type.fields, name)) {
    throw businessErrors.unknownInQuery(name, type.name);
  }
}

/** Reads an option that is a number. */
export function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw businessErrors.badRequest(`Invalid value '${text}' for ${option} query option found.`);
  }
  return Number(text);
}

/** Reads an option that is true or false. */
export function truth(option: string, text: string): boolean {
  if (text !== "true" && text !== "false") {
    throw businessErrors.badRequest(`Invalid value '${text}' for ${option} query option found.`);
  }
  return text === "true";
}
