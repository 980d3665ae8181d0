import { isRecordId } from "../odata/bodies.js";
import type { Company } from "../odata/company.js";
import { quote } from "../odata/literal.js";

/**
 * The id of the record of a collection that has this number, by the documented filter.
 *
 * @returns or what is wrong, where there is not exactly one
 */
export async function findIdByNumber(
  company: Company,
  collection: string,
  number: string,
): Promise<{ id: string } | { problem: string }> {
  // A service may compare without letter case.
  const candidates = await company.list(
    collection,
    { filter: `number eq ${quote(number)}` },
    (fields) => String(fields.number).toLowerCase() === number.toLowerCase() && isRecordId(fields.id),
  );
  const found = candidates.filter(({ fields }) => fields.number === number);
  const [record] = found;
  if (record !== undefined && found.length === 1) return { id: String(record.fields.id) };
  if (found.length > 1)
    return { problem: `${found.length} records of ${collection} in the company have this number` };
  return {
    problem:
      candidates.length === 0
        ? `no record of ${collection} in the company has this number`
        : `no record of ${collection} in the company has exactly this number: use the same letter case`,
  };
}
