import { createHash } from "node:crypto";
import {
  type Context,
  type Lifecycle,
  ReplacementError,
  ResourceInitError,
} from "../../contract/lifecycle.js";
import { getOutcome, ProviderError } from "../../contract/providerError.js";
import type { SalesQuoteInputs, SalesQuoteState } from "../../generated/lifecycleTypes.js";
import { findIdByNumber } from "../../odata/recordNumbers.js";
import { ConflictError } from "../../partialUpdates/conflict.js";
import { deleteTagged, formatUndeletable, type TaggedDelete } from "../../partialUpdates/taggedDelete.js";
import { listChanges } from "../../schema/compare.js";
import { isAbsent, isUnknown, type PropertyMap } from "../../schema/json.js";
import { foreign, message } from "../../text/message.js";
import { type Quote, SalesQuoteClient } from "./client.js";
import { salesQuote } from "./definition.js";
import { setDiscount } from "./discount.js";
import { findOwn, identity, insert } from "./insert.js";
import { listItemNumbers } from "./lines.js";
import { findBlocked, isReplaced, requireNotConverted } from "./refusals.js";
import {
  createdState,
  differences,
  listHeld,
  live,
  mergeKnown,
  pickDeclared,
  type QuotePrivateState,
  readPrivateState,
  readState,
  stateOf,
  unfinishedState,
} from "./values.js";

const { schema } = salesQuote;

export const salesQuoteLifecycle: Lifecycle<SalesQuoteInputs, SalesQuoteState, QuotePrivateState> = {
  ...salesQuote,

  withDefaults(args, { urn, priorArgs }) {
    if (!isAbsent(args.externalDocumentNumber)) return args;
    const marker = priorArgs.externalDocumentNumber ?? (urn && derivedMarker(urn));
    return isAbsent(marker) ? args : { ...args, externalDocumentNumber: marker };
  },

  resolveId: (argument, args, context) =>
    findIdByNumber(args, { collection: "customers", argument }, context),

  /** The service resolves item numbers itself. These requests report in the preview what it would refuse. */
  async findMissing(args, priorArgs, context) {
    const { companyId } = args;
    if (typeof companyId !== "string" || isUnknown(companyId)) return [];
    const known = [...listItemNumbers(priorArgs).values()];
    const added = [...listItemNumbers(args)].filter(([, number]) => !known.includes(number));
    const missing = added.map(async ([path, number]) => {
      const result = await findIdByNumber(
        { companyId, [path]: number },
        { collection: "items", argument: path },
        context,
      );
      return "problem" in result ? [{ path, message: result.problem }] : [];
    });
    const blocked = isReplaced(args, priorArgs) ? [findBlocked(args, companyId, context)] : [];
    // A service that does not list items or customers may still accept the quote.
    const found = [...missing, ...blocked].map((problems) => problems.catch(() => []));
    return (await Promise.all(found)).flat();
  },

  held: (args, { args: priorArgs, outputs, privateState }) => {
    const { base, objects } = readPrivateState(privateState);
    const known = mergeKnown({ ...outputs, ...priorArgs }, base);
    return listHeld(schema, { ...args }, { ...priorArgs }, mergeKnown(known, objects)) as PropertyMap;
  },

  async create(args, context) {
    const client = new SalesQuoteClient(args.companyId, context);
    const marker = args.externalDocumentNumber ?? "";
    const existing = marker === "" ? undefined : await findOwn(client, marker, args, context);
    if (existing !== undefined) {
      const number = foreign(String(existing.answer.number));
      context.log.warn(
        message`quote ${number} already has the external document number ${foreign(marker)}: it is adopted.`,
      );
    } else if (marker !== "" && context.settings.profile === "azure")
      await requireNotConverted(client, marker, String(args.customerId), context);
    const quote = existing ?? (await insert(client, args, context));
    context.runtime.created.add(identity(args, quote.id));
    const complete = await withLines(client, quote);
    const change = { client, args, quote: complete, seen: "found" } as const;
    const result = await setDiscount(change, context).catch((failure) => ({ failure }));
    if (!("failure" in result)) return createdState(args, result, context);
    const { privateState } = createdState({ ...args, discountAmount: undefined }, complete, context);
    throw new ResourceInitError(unfinishedState(args, complete, privateState), result.failure);
  },

  async read(id, { args, privateState }, context) {
    const found = await new SalesQuoteClient(args.companyId, context).get(id);
    return found === "missing" ? "missing" : readState(args, found, readPrivateState(privateState));
  },

  /** Only the discount changes in place. */
  async update(id, args, { args: priorArgs, privateState }, context) {
    const client = new SalesQuoteClient(args.companyId, context);
    const found = await client.get(id);
    if (found === "missing") throw new ProviderError("the quote no longer exists.");
    const { isUnfinished = false, ...known } = readPrivateState(privateState);
    const { base } = known;
    const [before, after] = [priorArgs.discountAmount ?? 0, args.discountAmount ?? 0];
    if (before === after && !isUnfinished) return { ...live(args, found, base), storedDifferently: [] };
    const wanted = { ...args, discountAmount: after };
    const values = [base?.discountAmount ?? before, ...(isUnfinished ? [before] : [])];
    // Earlier versions did not keep the values of an unfinished quote.
    const seen = isUnfinished && base === undefined ? "found" : values;
    const result = await setDiscount({ client, args: wanted, quote: found, seen }, context);
    if ("failure" in result) throw new ResourceInitError(unfinishedState(args, found, known), result.failure);
    const now = base && { ...base, discountAmount: result.answer.discountAmount };
    const chosen = differences(wanted, stateOf(wanted, result)).filter(
      ({ path }) => path === "discountAmount",
    );
    return {
      ...live(args, result, now),
      storedDifferently: chosen.map(({ path }) => path),
      privateState: { ...known, ...(now && { base: now }) },
    };
  },

  async delete(id, { args: declared, privateState }, context) {
    const { base, isUnfinished } = readPrivateState(privateState);
    const args = isUnfinished ? { ...declared, discountAmount: undefined } : declared;
    const client = new SalesQuoteClient(args.companyId, context);
    const deletion: TaggedDelete<Quote> = {
      read: () => client.get(id),
      requireUnchanged: (quote) => requireUnchanged(args, quote, base, context),
      delete: (quote) => client.delete(quote),
      undeletable: formatUndeletable("quote", context.urn),
    };
    await deleteTagged(deletion, context);
  },

  /** A quote cannot be made again under its number. */
  async putBack(_id, { outputs }, refusal) {
    if (getOutcome(refusal) === "unknown") throw refusal;
    const number = foreign(String(outputs.number ?? ""));
    return new ReplacementError(refusal, message`the old quote ${number} was deleted.`, AFTER_REFUSAL);
  },

  pendingUpdateReason: ({ privateState }) =>
    readPrivateState(privateState).isUnfinished
      ? "the discount of the quote may not have been set; this update sets it."
      : undefined,

  hint(error) {
    return error instanceof ConflictError
      ? "`pulumi refresh` shows the current quote; after that, `pulumi up` replaces the quote and `pulumi destroy` deletes it."
      : undefined;
  },
};

/** @throws ConflictError if another client has changed what is to be deleted */
function requireUnchanged(
  args: SalesQuoteInputs,
  quote: Quote,
  base: PropertyMap | undefined,
  context: Context,
): void {
  if (base && listChanges(schema, base, pickDeclared(args, quote)).length === 0) return;
  const others = differences(args, live(args, quote, base));
  if (others.length > 0)
    throw new ConflictError(
      others.map(({ path, before, after }) => ({ path, before, live: after })),
      context,
    );
}

const AFTER_REFUSAL =
  "correct the program, or the records at the service that it names, and run `pulumi up` again: it creates the quote.";

/** The response to a create may lack the lines. If they cannot be read, the state still keeps the quote. */
async function withLines(client: SalesQuoteClient, quote: Quote): Promise<Quote> {
  if (quote.answer.salesQuoteLines !== undefined) return quote;
  const found = await client.get(quote.id).catch(() => quote);
  return found === "missing" ? quote : found;
}

/** The hash of the URN makes the marker unique. The service limits its length. */
function derivedMarker(urn: string): string {
  return `pulumi-${createHash("sha256").update(urn).digest("hex").slice(0, 24)}`;
}
