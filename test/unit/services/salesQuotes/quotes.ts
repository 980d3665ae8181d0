import type { Lifecycle, PriorState, ResourceState } from "../../../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { salesQuoteLifecycle } from "../../../../provider/services/salesQuotes/lifecycle.js";
import {
  business,
  businessContext,
  COMPANY,
  collection,
  OTHER,
  once,
  PARENT,
  TAG,
} from "../../support/businessService.js";
import type { nock } from "../../support/mockedNetwork.js";

export const lifecycle: Lifecycle = salesQuoteLifecycle;

/** With all that means something in an address or a filter. */
export const MARKER = "R&D #7 o'neill+1%";
const EXPAND = "salesQuoteLines";
let quotes = 0;

/** Another quote than all before: the lifecycle knows for the whole process which ones it has made. */
export function newQuote(changes: JsonObject = {}) {
  const id = `00000000-0000-0000-0000-${String(++quotes).padStart(12, "a")}`;
  const fields: JsonObject = {
    "@odata.etag": TAG,
    id,
    number: `S-QUO${quotes}`,
    customerId: PARENT,
    externalDocumentNumber: MARKER,
    salesQuoteLines: [
      line(OTHER, 10),
      { lineType: "Comment", itemId: "00000000-0000-0000-0000-000000000000" },
    ],
    ...changes,
  };
  return { id, fields };
}

export function line(itemId: string, quantity: number): JsonObject {
  return { "@odata.etag": "l", id: OTHER, sequence: 10000, itemId, quantity, description: "Desk" };
}

/** The fields of the lines of a state that programs of tests declare. */
export const declaredLines = ({ answer }: Pick<ResourceState, "answer">): JsonObject[] =>
  (answer.salesQuoteLines as JsonObject[]).map(({ itemId, quantity }) => ({ itemId, quantity }));

export const args: JsonObject = {
  companyId: COMPANY,
  customerId: PARENT,
  salesQuoteLines: [{ itemId: OTHER, quantity: 10 }],
  externalDocumentNumber: MARKER,
};

/** The body that `args` are sent as. */
export const { companyId: _, ...body } = args;

export const recorded = (changes: JsonObject = {}): PriorState => ({
  args: { ...args, ...changes },
  outputs: { etag: 'W/"state"' },
  privateState: {},
});

export const create = (changes: JsonObject = {}, context = businessContext(once)) =>
  lifecycle.create({ ...args, ...changes }, context);

/** Creates a quote: its state, and what its user sees meanwhile. */
export async function created(changes: JsonObject = {}, context = businessContext(once)) {
  const state = await create(changes, context);
  return { id: state.id, state, warnings: context.log.warnings, waits: context.clock.waits };
}

/** The look for quotes with the marker. */
export const look = (...found: { fields: JsonObject }[]) =>
  looking().reply(200, collection(...found.map(({ fields }) => fields)));
export const looking = () =>
  business.list("v2.0", "salesQuotes", `externalDocumentNumber eq '${MARKER.replace("'", "''")}'`, EXPAND);
export const get = (id: string, ...found: { fields: JsonObject }[]) =>
  getting(id).reply(200, collection(...found.map(({ fields }) => fields)));
/** A quote that the next read finds. */
export function shownQuote(changes: JsonObject = {}) {
  const quote = newQuote(changes);
  get(quote.id, quote);
  return quote;
}
export const getting = (id: string) => business.find("v2.0", "salesQuotes", id, EXPAND);
export const post = (sent: JsonObject = body): nock.Interceptor => business.post("v2.0", "salesQuotes", sent);
export const remove = (id: string, tag: string | undefined = TAG) =>
  business.delete("v2.0", `salesQuotes(${id})`, tag);
