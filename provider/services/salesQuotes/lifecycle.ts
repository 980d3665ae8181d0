import { createHash } from "node:crypto";
import { formatDestroyCommand } from "../../contract/configuration.js";
import type { Context, Lifecycle, ResourceState } from "../../contract/lifecycle.js";
import { getOutcome, ProviderError } from "../../contract/providerError.js";
import type { SalesQuoteInputs, SalesQuoteState } from "../../generated/lifecycleTypes.js";
import { backOff } from "../../http/retry.js";
import { ServiceError } from "../../http/serviceError.js";
import { TransportError } from "../../http/transportError.js";
import { ConflictError } from "../../records/conflict.js";
import { isTagConflict, OUTDATED } from "../../records/partialUpdate.js";
import { findIdByNumber } from "../../records/recordLifecycle.js";
import { type Change, listChanges } from "../../schema/compare.js";
import { isAbsent, isObject, isUnknown, type Json, type PropertyMap } from "../../schema/json.js";
import { projectArguments } from "../../schema/project.js";
import { withDeclared } from "../../schema/spelling.js";
import { foreign, listForeign, message } from "../../text/message.js";
import { type Quote, SalesQuoteClient } from "./client.js";
import { salesQuote } from "./definition.js";
import { listItemNumbers, selectLines } from "./lines.js";

const { schema } = salesQuote;

const MOST_ATTEMPTS = 5;
/** Lookups of a quote after an insert that the service may still be processing. */
const MOST_LOOKUPS = 3;

/** `answered`: the declared fields as the service returned them after the creation, if they differ from the program. */
type QuotePrivateState = { answered?: PropertyMap };

export const salesQuoteLifecycle: Lifecycle<SalesQuoteInputs, SalesQuoteState, QuotePrivateState> = {
  ...salesQuote,

  withDefaults(args, { urn, before }) {
    if (!isAbsent(args.externalDocumentNumber)) return args;
    const marker = before.externalDocumentNumber ?? (urn && derivedMarker(urn));
    return isAbsent(marker) ? args : { ...args, externalDocumentNumber: marker };
  },

  lookUp: (argument, args, context) => findIdByNumber(args, { collection: "customers", argument }, context),

  /** The service resolves item numbers itself. This lookup reports unknown numbers in the preview. */
  async findMissing(args, before, context) {
    const { companyId } = args;
    if (typeof companyId !== "string" || isUnknown(companyId)) return [];
    const known = [...listItemNumbers(before).values()];
    const added = [...listItemNumbers(args)].filter(([, number]) => !known.includes(number));
    const found = added.map(async ([path, number]) => {
      const result = await findIdByNumber(
        { companyId, [path]: number },
        { collection: "items", argument: path },
        context,
      )
        // A service that does not list items may still accept their numbers.
        .catch(() => undefined);
      return result !== undefined && "problem" in result ? [{ path, message: result.problem }] : [];
    });
    return (await Promise.all(found)).flat();
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
    }
    const quote = existing ?? (await insert(client, args, context));
    context.runtime.created.add(identity(args, quote.id));
    const complete = await withLines(client, quote);
    const answered = pickDeclared(args, complete);
    const isAsDeclared = listChanges(schema, args, answered).length === 0;
    return { ...live(args, complete, answered), privateState: isAsDeclared ? {} : { answered } };
  },

  async read(id, { args, privateState: { answered } }, context) {
    const found = await new SalesQuoteClient(args.companyId, context).get(id);
    return found === "missing" ? "missing" : live(args, found, answered);
  },

  /** No field of a quote changes in place. */
  async update(id, args, { privateState: { answered } }, context) {
    const found = await new SalesQuoteClient(args.companyId, context).get(id);
    if (found === "missing") throw new ProviderError("the quote no longer exists.");
    return { ...live(args, found, answered), storedDifferently: [] };
  },

  async delete(id, { args, privateState: { answered } }, context) {
    const client = new SalesQuoteClient(args.companyId, context);
    let lastTag: string | undefined;
    for (let attempt = 1; ; attempt++) {
      const quote = await client.get(id);
      if (quote === "missing") return;
      const isUnchanged =
        isObject(answered) && listChanges(schema, answered, pickDeclared(args, quote)).length === 0;
      const others = isUnchanged ? [] : differences(args, live(args, quote, answered));
      if (others.length > 0)
        throw new ConflictError(
          others.map(({ path, before, after }) => ({ path, before, live: after })),
          context,
        );
      if (quote.tag === undefined) throw new ProviderError(UNTAGGED);
      try {
        return await client.delete(quote);
      } catch (error) {
        if (hasStatus(error, [405, 501])) throw new ProviderError(UNDELETABLE);
        const isUnknown = getOutcome(error) === "unknown";
        if (!isUnknown && !isTagConflict(error) && !hasStatus(error, [404])) throw error;
        if (attempt === MOST_ATTEMPTS) throw error;
        const isOutdated = !isUnknown && quote.tag === lastTag;
        if ((isUnknown || isOutdated) && (await backOff(attempt, context, isOutdated ? OUTDATED : undefined)))
          throw error;
        lastTag = quote.tag;
      }
    }
  },

  hint(error) {
    return error instanceof ConflictError
      ? "`pulumi refresh` shows the current quote; after that, `pulumi up` replaces the quote and `pulumi destroy` deletes it."
      : undefined;
  },
};

const UNTAGGED =
  "the service returned no entity tag for the quote, so deleting it could discard another client's change. " +
  "Nothing was deleted.";
const UNDELETABLE =
  "the service does not support deleting sales quotes. Delete the quote manually, then remove it from the state with " +
  "`pulumi state delete`; the resource option `retainOnDelete` keeps it at the service.";

/**
 * Sends the deep insert. After an unknown outcome, it waits and looks up the quote. It repeats the insert only if the service has
 * definitely ended the request and the quote does not exist.
 */
async function insert(client: SalesQuoteClient, args: SalesQuoteInputs, context: Context): Promise<Quote> {
  const marker = args.externalDocumentNumber ?? "";
  for (let attempt = 1; ; attempt++) {
    const isNew = (id: string): boolean => !context.runtime.created.has(identity(args, id));
    const { quote, failure, isOver } = await insertOnce(client.create(args, isNew));
    if (quote !== undefined) return quote;
    if (marker === "") throw unknownInsert(failure, CHECK_BY_HAND);
    // While the service may still be processing the request, the quote can appear at any time.
    for (let lookups = isOver ? 1 : MOST_LOOKUPS; lookups > 0; lookups--) {
      if (await backOff(attempt, context)) throw unknownInsert(failure, CANCELED);
      const found = await findOwn(client, marker, args, context).catch((error) => {
        throw isRequestFailure(error) ? unknownInsert(failure, LOOKUP_FAILED) : error;
      });
      if (found !== undefined) return found;
    }
    if (!isOver || attempt >= MOST_ATTEMPTS) throw unknownInsert(failure, RUN_AGAIN);
  }
}

interface InsertOutcome {
  quote?: Quote;
  failure?: unknown;
  /** Whether the service has definitely ended the request. */
  isOver: boolean;
}

/** The service itself ends a request with these status codes. Behind a gateway that responds with one, it may still continue. */
const GIVEN_UP = [408, 500, 503, 504];

async function insertOnce(inserting: Promise<Quote | undefined>): Promise<InsertOutcome> {
  try {
    const quote = await inserting;
    if (quote !== undefined) return { quote, isOver: true };
    const failure = new ProviderError("the service did not return the quote that it created.", "unknown");
    return { failure, isOver: false };
  } catch (failure) {
    if (getOutcome(failure) === "notApplied") throw failure;
    const isGateway = failure instanceof ServiceError && failure.isFromGateway;
    return { failure, isOver: !isGateway && hasStatus(failure, GIVEN_UP) };
  }
}

/** Finds the quote with the external document number. Other clients may use the same number, so the quote must be as declared. */
async function findOwn(
  client: SalesQuoteClient,
  marker: string,
  args: SalesQuoteInputs,
  { runtime, urn }: Context,
): Promise<Quote | undefined> {
  const [quote, ...more] = await client.listByDocumentNumber(marker);
  if (quote === undefined) return undefined;
  const number = foreign(String(quote.answer.number));
  const which = message`a quote with the external document number ${foreign(marker)} already exists (${number})`;
  if (more.length > 0)
    throw new ProviderError(
      message`${more.length + 1} quotes have the external document number ${foreign(marker)}. ${GIVE_ANOTHER}`,
    );
  if (runtime.created.has(identity(args, quote.id)))
    throw new ProviderError(message`${which} and belongs to another resource. ${GIVE_ANOTHER}`);
  const others = differences(args, live(args, quote, pickDeclared(args, quote), true));
  if (others.length > 0)
    throw new ProviderError(
      message`${which} and differs from the program: ${listForeign(others.map(({ path }) => path))}. ${GIVE_ANOTHER}`,
      "notApplied",
      formatExistingHint(urn),
    );
  return quote;
}

/** Says what to do if a quote has the declared document number and differs from the program. */
function formatExistingHint(urn: string | undefined): string {
  const earlier = urn && [...urn.split("::").slice(0, 3), "<earlier name>"].join("::");
  return (
    'if this stack manages the quote under an earlier name, give this resource an alias (`aliases: [{ name: "<earlier name>" }]`), ' +
    `or delete that quote first: ${formatDestroyCommand(earlier)}, then \`pulumi up\`. To adopt the quote, declare its ` +
    "existing values, and change them in the next run. To replace a quote, set `deleteBeforeReplace: true`. `retainOnDelete` would keep it: " +
    "undo the change, remove the option and run `pulumi up` first."
  );
}

const GIVE_ANOTHER = "Give each quote its own `externalDocumentNumber`.";
const CHECK_BY_HAND =
  "without an `externalDocumentNumber` the quote cannot be looked up. Before you run the command again, check at the " +
  "service whether the customer has a new quote with these lines: the next run creates a new one.";
const LOOKUP_FAILED =
  "it is unknown whether the quote was created, because the lookup failed. Run the command again: it repeats the lookup first.";
const CANCELED =
  "it is unknown whether the quote was created, because the run was canceled. Run the command again: it looks up the quote first.";
const RUN_AGAIN =
  "the quote does not exist yet. The service may still create it, for up to 10 minutes. Then run the command again: it looks up the " +
  "quote first, and creates it only if it does not exist.";

/** The response to a create may lack the lines. If they cannot be read, the state still keeps the quote. */
async function withLines(client: SalesQuoteClient, quote: Quote): Promise<Quote> {
  if (quote.answer.salesQuoteLines !== undefined) return quote;
  const found = await client.get(quote.id).catch(() => quote);
  return found === "missing" ? quote : found;
}

/** Returns the declared fields with the values of a response. */
function pickDeclared(args: SalesQuoteInputs, { answer }: Quote): PropertyMap {
  const salesQuoteLines = selectLines(args.salesQuoteLines, answer.salesQuoteLines);
  return projectArguments(schema, { ...args }, { ...answer, salesQuoteLines });
}

/**
 * Returns a quote in which declared values replace the service's forms of them, such as rounded numbers.
 *
 * @param answered the declared fields as the service returned them after the creation
 * @param isFound whether the quote may be older than this create, see {@link withDeclared}
 */
function live(
  args: SalesQuoteInputs,
  quote: Quote,
  answered: Json,
  isFound = false,
): ResourceState<SalesQuoteState> {
  const salesQuoteLines = selectLines(args.salesQuoteLines, quote.answer.salesQuoteLines);
  const found = { ...quote.answer, salesQuoteLines };
  return { id: quote.id, answer: withDeclared(schema, { ...args }, found, answered, isFound) as PropertyMap };
}

/** Returns the declared fields that have other values at the service. */
function differences(args: SalesQuoteInputs, { answer }: ResourceState<SalesQuoteState>): Change[] {
  return listChanges(schema, args, projectArguments(schema, args, answer));
}

/** Creates the error for a deep insert with an unknown outcome. */
function unknownInsert(failure: unknown, whatToDo: string): ProviderError {
  const text = failure instanceof ProviderError ? failure.text : "the request failed.";
  return new ProviderError(text, "unknown", whatToDo);
}

/** The hash of the URN makes the marker unique. The service limits its length. */
function derivedMarker(urn: string): string {
  return `pulumi-${createHash("sha256").update(urn).digest("hex").slice(0, 24)}`;
}

/** Includes the company: a copy of a company has quotes with the same ids. */
function identity(args: SalesQuoteInputs, id: string): string {
  return `SalesQuote/${args.companyId}/${id}`.toLowerCase();
}

function isRequestFailure(error: unknown): boolean {
  return error instanceof ServiceError || error instanceof TransportError;
}

function hasStatus(error: unknown, statuses: readonly number[]): boolean {
  return error instanceof ServiceError && statuses.includes(error.status);
}
