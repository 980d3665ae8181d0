import type { Json } from "../../../provider/schema/json.js";
import { TOKEN } from "../../support/canaries.js";
import { leakFinder } from "../../support/canaryForms.js";
import { isSaidToBeDeleted, isSaidToBeDone, isSaidToBeMissing, quotesIn } from "./grounds.js";
import { isKind, kinds, type ResourceKind, stopKinds } from "./kinds.js";
import type { Outcome } from "./run.js";
import { type Exchange, partsOf, responseOf, type ServiceResponse, same } from "./serviceResponse.js";

/**
 * The conclusions that a hook may draw from the responses that it got, by the services' documents alone and without the provider's code:
 * nothing is done, and nothing is gone, unless a response says so.
 */

/** The conclusions of a hook without grounds, one line each. */
export function unfounded(outcome: Outcome, exchanges: readonly Exchange[]): string[] {
  const { kind, hook, result, error, url } = outcome;
  const flaws = secretsToStrangers(outcome);
  const own = exchanges.filter(({ request }) => request.origin === url);
  const responses = own
    .flatMap(partsOf)
    .filter(({ request }) => !isOfOtherRecord(request.path, kind))
    .flatMap(responseOf);
  if (error !== undefined) return [...flaws, ...flawsOfId(error.id, outcome, responses)];
  if (hook === "read") {
    const isGone = result?.id === "";
    if (isGone && !isSaidToBeMissing(outcome, responses)) flaws.push("read: gone, which no response says");
    if (!isGone) flaws.push(...flawsOfId(result?.id, outcome, responses));
  } else if (hook === "delete") {
    if (!isSaidToBeDeleted(outcome, responses)) flaws.push("delete: succeeded, which no response says");
  } else {
    if (!isSaidToBeDone(outcome, responses)) flaws.push(`${hook}: succeeded, which no response says`);
    if (hook === "create") flaws.push(...flawsOfId(result?.id, outcome, responses));
  }
  if (isKind(kind, kinds.AppUserRemoval) || isKind(kind, ...stopKinds)) {
    if (hook === "read" && exchanges.length > 0) flaws.push("read: sent a request");
  }
  return flaws;
}

const COLLECTIONS = new Map([
  [kinds.Customer, "customers"],
  [kinds.Item, "items"],
  [kinds.Project, "projects"],
]);

/** Several records may be asked for at once. */
function isOfOtherRecord(path: string, kind: ResourceKind): boolean {
  const others = [...COLLECTIONS].filter(([one]) => !isKind(kind, one));
  if (others.length === COLLECTIONS.size) return false;
  return others.some(([, collection]) => new RegExp(`/${collection}\\b`).test(path));
}

/** Another host gets neither the token nor anything else that is secret. */
export function secretsToStrangers({ requests, url, kind }: Outcome): string[] {
  const foreign = requests.filter(({ origin }) => origin !== url);
  if (foreign.length === 0) return [];
  const finder = leakFinder([TOKEN, ...kind.canaries]);
  return foreign
    .filter((request) => finder.find(JSON.stringify([request.headers, request.body])) !== undefined)
    .map(({ origin, method }) => `${method} to ${origin} holds a secret`);
}

function flawsOfId(id: Json, { kind, hook }: Outcome, responses: ServiceResponse[]): string[] {
  if (id === undefined || same(id, kind.id)) return [];
  const isOfQuote =
    isKind(kind, kinds.SalesQuote) &&
    hook === "create" &&
    responses.some(({ body }) => quotesIn(body).some((quote) => same(quote.id, id)));
  return isOfQuote ? [] : [`its id became ${JSON.stringify(id)}`];
}
