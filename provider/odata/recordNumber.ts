import { isRecordId } from "./bodies.js";
import type { Company } from "./company.js";
import { quoted } from "./literal.js";

/**
 * The id of the record of a collection that has this number, by the documented filter.
 *
 * @returns or what is wrong, where there is not exactly one
 */
export async function idByNumber(
  company: Company,
  collection: string,
  number: string,
): Promise<{ id: string } | { problem: string }> {
  const found = await company.list(
    collection,
    { filter: `number eq ${quoted(number)}` },
    (fields) => fields.number === number && isRecordId(fields.id),
  );
  const { companyId } = company;
  const [record] = found;
  if (record !== undefined && found.length === 1) return { id: String(record.fields.id) };
  return {
    problem:
      found.length === 0
        ? `no record of ${collection} in company ${companyId} has this number`
        : `${found.length} records of ${collection} in company ${companyId} have this number`,
  };
}
