import { isObject } from "../../provider/schema/json.js";

/**
 * Whether `whole` holds everything that `part` holds; items of lists are found by name where they have one. An object without
 * entries is as good as none.
 */
export function isPartOf(part: unknown, whole: unknown, exactly = false): boolean {
  if (Array.isArray(part)) {
    if (!Array.isArray(whole) || part.length !== whole.length) return false;
    return part.every((item, index) => {
      const named = isObject(item) && item.name !== undefined;
      const other = named ? whole.find((one) => isObject(one) && one.name === item.name) : whole[index];
      return isPartOf(item, other, exactly);
    });
  }
  if (!isObject(part)) return part === whole;
  if (!isObject(whole)) return whole === undefined && Object.keys(part).length === 0;
  if (exactly && Object.keys(part).length !== Object.keys(whole).length) return false;
  return Object.entries(part).every(([name, value]) => isPartOf(value, whole[name], exactly));
}
