import { formatDestroyCommand } from "../../contract/commands.js";
import type { Context } from "../../contract/lifecycle.js";
import { getOutcome, ProviderError } from "../../contract/providerError.js";
import type { SalesQuoteInputs } from "../../generated/lifecycleTypes.js";
import { backOff } from "../../http/retry.js";
import { hasStatus, ServiceError } from "../../http/serviceError.js";
import { TransportError } from "../../http/transportError.js";
import { isUnset } from "../../schema/project.js";
import { foreign, listForeign, message } from "../../text/message.js";
import type { Quote, SalesQuoteClient } from "./client.js";
import { differences, stateOf } from "./values.js";

const MOST_ATTEMPTS = 5;
/** Searches for a quote after an insert that the service may still be processing. */
const MOST_SEARCHES = 3;

/**
 * Sends the deep insert. After an unknown outcome, it waits and searches for the quote. It repeats the insert only if the service has
 * definitely ended the request and the quote does not exist.
 */
export async function insert(
  client: SalesQuoteClient,
  args: SalesQuoteInputs,
  context: Context,
): Promise<Quote> {
  for (let attempt = 1; ; attempt++) {
    const isNew = (id: string): boolean => !context.runtime.created.has(identity(args, id));
    const { quote, failure, isOver } = await insertOnce(client.create(args, isNew));
    if (quote !== undefined) return quote;
    // While the service may still be processing the request, the quote can appear at any time.
    const searches = isOver ? 1 : MOST_SEARCHES;
    const found = await findInserted(client, args, { failure, attempt, searches }, context);
    if (found !== undefined) return found;
    if (!isOver || attempt >= MOST_ATTEMPTS) throw unknownInsert(failure, RUN_AGAIN);
  }
}

/** Waits for the quote of an insert with an unknown outcome; undefined if it does not exist. */
async function findInserted(
  client: SalesQuoteClient,
  args: SalesQuoteInputs,
  { failure, attempt, searches }: { failure: unknown; attempt: number; searches: number },
  context: Context,
): Promise<Quote | undefined> {
  const marker = args.externalDocumentNumber ?? "";
  if (marker === "") throw unknownInsert(failure, CHECK_BY_HAND);
  for (let left = searches; left > 0; left--) {
    if (await backOff(attempt, context)) throw unknownInsert(failure, CANCELED);
    const found = await findOwn(client, marker, args, context).catch((error) => {
      throw isRequestFailure(error) ? unknownInsert(failure, SEARCH_FAILED) : error;
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

interface InsertOutcome {
  quote?: Quote;
  failure?: unknown;
  /** Whether the service has definitely ended the request. */
  isOver: boolean;
}

/** The service itself ends a request with these status codes. Behind a gateway that responds with one, it may still continue. */
const GIVEN_UP = [408, 500, 503, 504];

/** An insert that certainly had no effect throws. Any other failure is an outcome that the caller has to find out. */
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
export async function findOwn(
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
  // An interrupted run may have created the quote, and not set its discount.
  const wanted = isUnset(quote.answer.discountAmount) ? { ...args, discountAmount: undefined } : args;
  const others = differences(wanted, stateOf(wanted, quote, true));
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
const SEARCH_FAILED =
  "it is unknown whether the quote was created, because the lookup failed. Run the command again: it repeats the lookup first.";
const CANCELED =
  "it is unknown whether the quote was created, because the run was canceled. Run the command again: it looks up the quote first.";
const RUN_AGAIN =
  "the quote does not exist yet. The service may still create it, for up to 10 minutes. Then run the command again: it looks up the " +
  "quote first, and creates it only if it does not exist.";

function unknownInsert(failure: unknown, whatToDo: string): ProviderError {
  const text = failure instanceof ProviderError ? failure.text : "the request failed.";
  return new ProviderError(text, "unknown", whatToDo);
}

/** Includes the company: a copy of a company has quotes with the same ids. */
export function identity(args: SalesQuoteInputs, id: string): string {
  return `SalesQuote/${args.companyId}/${id}`.toLowerCase();
}

function isRequestFailure(error: unknown): boolean {
  return error instanceof ServiceError || error instanceof TransportError;
}
