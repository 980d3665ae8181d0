import type { Context } from "../contract/lifecycle.js";
import { isRecordId } from "../odata/bodies.js";
import { CompanyClient } from "../odata/companyClient.js";
import { connectBusiness } from "../odata/connectBusiness.js";
import { quote } from "../odata/filterValue.js";
import type { PropertyMap } from "../schema/json.js";
import { isSameText } from "../schema/normalize.js";
import { foreign, message, type Text } from "../text/message.js";

/** A number or code of a record, and where it counts. */
export interface RecordNumber {
  collection: string;
  /** The argument that has it: a code where its name ends so. */
  argument: string;
  /** The dimension that a value belongs to. */
  dimensionId?: string;
}

/**
 * The id of the record of a collection that has this number, by the documented filter.
 *
 * @returns or what is wrong, where there is not exactly one
 */
export async function findIdByNumber(
  args: PropertyMap,
  { collection, argument, dimensionId }: RecordNumber,
  context: Context,
): Promise<{ id: string } | { problem: Text }> {
  const company = new CompanyClient(connectBusiness(context), "v2.0", String(args.companyId));
  const field = argument.endsWith("Code") ? "code" : "number";
  const number = String(args[argument]);
  const isHidden = context.isSecretPath?.(argument) === true;
  const which = isHidden ? `this ${field}` : message`the ${field} ${foreign(JSON.stringify(number))}`;
  const within = dimensionId === undefined ? "" : ` and dimensionId eq ${dimensionId}`;
  // A service may compare without letter case.
  const candidates = await company.list(
    collection,
    { filter: `${field} eq ${quote(number)}${within}` },
    (fields) =>
      String(fields[field]).toLowerCase() === number.toLowerCase() &&
      isRecordId(fields.id) &&
      (dimensionId === undefined || isSameText(fields.dimensionId, dimensionId)),
  );
  const found = candidates.filter(({ fields }) => fields[field] === number);
  const [record] = found;
  if (record !== undefined && found.length === 1) return { id: String(record.fields.id) };
  if (found.length > 1)
    return { problem: message`${found.length} records of ${collection} in the company have ${which}` };
  return {
    problem:
      candidates.length === 0
        ? message`no record of ${collection} in the company has ${which}`
        : message`no record of ${collection} in the company has exactly ${which}: use the same letter case`,
  };
}
