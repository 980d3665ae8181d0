import type { Unchecked } from "../../contract/definition.js";
import type { Context } from "../../contract/lifecycle.js";
import type { SalesQuoteInputs, SalesQuoteState } from "../../generated/lifecycleTypes.js";
import { connectBusiness } from "../../odata/batches.js";
import { type IsRequested, isRecordId } from "../../odata/bodies.js";
import { CompanyClient, type Entity } from "../../odata/companyClient.js";
import { quote } from "../../odata/query.js";
import { isAbsent, isObject, withoutAbsent } from "../../schema/json.js";
import { isSameText } from "../../schema/normalize.js";
import { fromWire, toWire } from "../../schema/wire.js";
import { salesQuoteSchema as schema } from "./schema.js";

const WITH_LINES = { expand: "salesQuoteLines" };

/** A quote of the service, with the names of arguments. Without lines if the response does not contain them. */
export interface Quote {
  id: string;
  tag: string | undefined;
  answer: Unchecked<SalesQuoteState>;
}

export class SalesQuoteClient {
  private readonly company: CompanyClient;

  constructor(companyId: string, context: Context) {
    this.company = new CompanyClient(connectBusiness(context), "v2.0", companyId);
  }

  async get(id: string): Promise<Quote | "missing"> {
    const found = await this.company.find("salesQuotes", id, WITH_LINES);
    return found === "missing" ? "missing" : quoteOf(found);
  }

  /** Lists the quotes with this external document number. */
  async listByDocumentNumber(marker: string): Promise<Quote[]> {
    const filter = `externalDocumentNumber eq ${quote(marker)}`;
    // `customerId` decides whether the quote is adopted. The service may convert numbers to upper case.
    const isRequested: IsRequested = ({ id, customerId, externalDocumentNumber }) =>
      isRecordId(id) && typeof customerId === "string" && isSameText(externalDocumentNumber, marker);
    return (await this.company.list("salesQuotes", { filter, ...WITH_LINES }, isRequested)).map(quoteOf);
  }

  /**
   * Sends the deep insert.
   *
   * @param isNew whether the new quote can have this id
   * @returns the new quote; undefined if the response does not contain it
   */
  async create(args: SalesQuoteInputs, isNew: (id: string) => boolean): Promise<Quote | undefined> {
    const marker = args.externalDocumentNumber ?? "";
    const sent = marker === "" ? { ...args, externalDocumentNumber: undefined } : args;
    const isCreated: IsRequested = (fields) =>
      isRecordId(fields.id) &&
      isNew(String(fields.id).toLowerCase()) &&
      isSameText(fields.customerId, args.customerId) &&
      (marker === "" ||
        isAbsent(fields.externalDocumentNumber) ||
        isSameText(fields.externalDocumentNumber, marker));
    const created = await this.company.post(
      "salesQuotes",
      toWire(schema, withoutAbsent({ ...sent })),
      isCreated,
    );
    return created && quoteOf(created);
  }

  /** The document does not describe this request. */
  async delete({ id, tag }: Quote): Promise<void> {
    await this.company.delete(`salesQuotes(${id})`, tag);
  }
}

function quoteOf({ fields, tag }: Entity): Quote {
  const { salesQuoteLines: lines } = fields;
  const inOrder = Array.isArray(lines)
    ? lines.filter(isObject).toSorted((a, b) => Number(a.sequence) - Number(b.sequence))
    : undefined;
  const answer = fromWire(schema, { ...fields, salesQuoteLines: inOrder });
  return { id: String(fields.id).toLowerCase(), tag, answer: { ...answer, etag: tag } };
}
