import { isObject, isUnknown, type Json } from "../../provider/schema/json.js";
import { getPropertySchema, type Schema } from "../../provider/schema/keywords.js";
import { formatItemPath, joinPath } from "../../provider/schema/path.js";

/** A list some of whose items are not known before the update: what is gone from the others may be in one of those. */
interface OpenList {
  path: string;
  /** Paths of the items that are known. */
  items: string[];
}

export function openLists(schema: Schema | undefined, value: Json, path = ""): OpenList[] {
  if (Array.isArray(value)) {
    const items = value.map((item, index) => ({ item, path: formatItemPath(schema, path, item, index) }));
    const below = items.flatMap(({ item, path }) => openLists(schema?.items, item, path));
    if (!value.some(isUnknown)) return below;
    return [{ path, items: items.filter(({ item }) => !isUnknown(item)).map(({ path }) => path) }, ...below];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    openLists(getPropertySchema(schema, name), child, joinPath(path, name)),
  );
}

/** Whether what stood at `path` may be in an item that is not known yet. */
export function mayBeIn(lists: OpenList[], path: string): boolean {
  return lists.some(
    (list) => path.startsWith(`${list.path}[`) && !list.items.some((item) => path.startsWith(`${item}.`)),
  );
}
