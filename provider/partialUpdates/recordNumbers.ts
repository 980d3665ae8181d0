import type { Context } from "../contract/lifecycle.js";
import { connectBusiness } from "../odata/batches.js";
import { CompanyClient } from "../odata/companyClient.js";
import { quote } from "../odata/query.js";
import type { JsonObject, PropertyMap } from "../schema/json.js";
import { foreign, message, type Text } from "../text/message.js";
import { ListedRecords, type NumberedCollection } from "./listedRecords.js";

export interface RecordNumber extends Pick<NumberedCollection, "collection" | "dimensionId" | "select"> {
  /** The argument with the number, or with a code if its name ends in `Code`. */
  argument: string;
}

/**
 * Finds the id of the record with this number in a collection.
 *
 * @returns the id, or the problem if there is not exactly one record
 */
export async function findIdByNumber(
  args: PropertyMap,
  { argument, ...collection }: RecordNumber,
  context: Context,
): Promise<{ id: string } | { problem: Text }> {
  const field = argument.endsWith("Code") ? "code" : "number";
  const number = String(args[argument]);
  const isHidden = context.isSecretPath?.(argument) === true;
  const which = isHidden ? `this ${field}` : message`the ${field} ${foreign(JSON.stringify(number))}`;
  const where: NumberedCollection = { companyId: String(args.companyId), field, ...collection };
  const candidates = await findCandidates(number, where, context);
  const found = candidates.filter((fields) => fields[field] === number);
  const [record] = found;
  if (record !== undefined && found.length === 1) return { id: String(record.id) };
  if (found.length > 1)
    return { problem: message`${found.length} records of ${where.collection} in the company have ${which}` };
  return {
    problem:
      candidates.length === 0
        ? message`no record of ${where.collection} in the company has ${which}`
        : message`no record of ${where.collection} in the company has exactly ${which}: use the same letter case`,
  };
}

/**
 * Returns the records with this number, in any letter case. A number that is not exactly one of those that were read together is
 * asked for alone: the record may be new, or the service may ignore letter case.
 */
async function findCandidates(
  number: string,
  where: NumberedCollection,
  context: Context,
): Promise<JsonObject[]> {
  const { companyId, collection, field, dimensionId } = where;
  const records = ListedRecords.of(where, context);
  const seen = await records.find("number", number, context);
  if (seen.length === 1) return seen;
  const within = dimensionId === undefined ? "" : ` and dimensionId eq ${dimensionId}`;
  const entities = await new CompanyClient(connectBusiness(context), "v2.0", companyId).list(
    collection,
    { filter: `${field} eq ${quote(number)}${within}` },
    (fields) => records.isOne(fields) && String(fields[field]).toLowerCase() === number.toLowerCase(),
  );
  const found = entities.map(({ fields }) => fields);
  records.add(found);
  return found;
}
