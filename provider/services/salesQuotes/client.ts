import type { Unchecked } from "../../contract/definition.js";
import type { Context } from "../../contract/lifecycle.js";
import type { SalesQuoteInputs, SalesQuoteState } from "../../generated/lifecycleTypes.js";
import { connectBusiness } from "../../odata/batches.js";
import { type Entity, hasIdOf, type IsRequested, isRecordId } from "../../odata/bodies.js";
import { CompanyClient, isUnknownPath, requireTag } from "../../odata/companyClient.js";
import { formatLiteral } from "../../odata/query.js";
import type { RecordSource } from "../../partialUpdates/partialUpdate.js";
import { isAbsent, isObject, withoutAbsent } from "../../schema/json.js";
import { isSameText } from "../../schema/normalize.js";
import { fromWire, toWire } from "../../schema/wire.js";
import { customerSchema } from "../records/schema.js";
import { salesQuoteSchema as schema } from "./schema.js";

const WITH_LINES = { expand: "salesQuoteLines" };

/** Collections of the documents that a quote becomes. */
const CONVERTED = { salesOrders: "the order", salesInvoices: "the invoice" };

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

  async listByDocumentNumber(marker: string): Promise<Quote[]> {
    const filter = `externalDocumentNumber eq ${formatLiteral(marker)}`;
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
    // The service takes the discount only once the quote has lines.
    const sent = {
      ...args,
      discountAmount: undefined,
      ...(marker === "" && { externalDocumentNumber: undefined }),
    };
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

  /** The quote as a record of which fields are updated. */
  sourceOf(id: string): RecordSource {
    const { company } = this;
    return {
      name: `quote ${id}`,
      isTagged: true,
      read: async () => {
        const found = await this.get(id);
        return found === "missing" ? "missing" : { answer: found.answer, tag: found.tag };
      },
      async patch(body, tag) {
        const found = await company.patch(`salesQuotes(${id})`, body, requireTag(tag), hasIdOf(id));
        return { answer: withoutAbsent(quoteOf(found).answer), tag: found.tag };
      },
    };
  }

  /** What is blocked for a customer, or an empty text. */
  async getBlocked(customerId: string): Promise<string> {
    const found = await this.company.find("customers", customerId);
    const { blocked } = found === "missing" ? {} : fromWire(customerSchema, found.fields);
    return typeof blocked === "string" ? blocked.trim() : "";
  }

  /**
   * Finds the order or the invoice that was made of a quote. A service without these collections has none.
   *
   * @throws ServiceError with the status 403 if the token may not read them
   */
  async findConverted(
    marker: string,
    customerId: string,
  ): Promise<{ what: string; number: string } | undefined> {
    const isRequested: IsRequested = (fields) => isSameText(fields.externalDocumentNumber, marker);
    const found = Object.entries(CONVERTED).map(async ([collection, what]) => {
      const filter = `externalDocumentNumber eq ${formatLiteral(marker)}`;
      const documents = await this.company.list(collection, { filter }, isRequested).catch((error) => {
        if (isUnknownPath(error)) return [];
        throw error;
      });
      return documents
        .filter(({ fields }) => isSameText(fields.customerId, customerId))
        .map(({ fields }) => ({ what, number: String(fields.number) }));
    });
    return (await Promise.all(found)).flat()[0];
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
