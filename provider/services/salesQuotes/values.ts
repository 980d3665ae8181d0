import type { Unchecked } from "../../contract/definition.js";
import type { Context, ResourceState } from "../../contract/lifecycle.js";
import type { SalesQuoteInputs, SalesQuoteState } from "../../generated/lifecycleTypes.js";
import { type ConflictOptions, formatFieldValues } from "../../partialUpdates/conflict.js";
import { type Change, isSame, listChanges } from "../../schema/compare.js";
import { getOwn, isAbsent, isObject, type Json, mapValues, type PropertyMap } from "../../schema/json.js";
import { getPropertySchema, listLinkedNames, type Schema } from "../../schema/keywords.js";
import { isUnset, projectArguments } from "../../schema/project.js";
import { withDeclared } from "../../schema/spelling.js";
import { joinTexts, type Message, message } from "../../text/message.js";
import type { Quote } from "./client.js";
import { selectLines } from "./lines.js";
import { salesQuoteSchema as schema } from "./schema.js";

export type QuotePrivateState = {
  /** The declared fields as the service returned them after the creation, if they differ from the program. */
  answered?: PropertyMap;
  /** The kinds of the lines, and the ids and numbers of their objects. */
  objects?: PropertyMap;
  /** Whether the discount of a new quote has not been set. */
  isUnfinished?: boolean;
};

/** Returns the declared fields with the values of a response. */
export function pickDeclared(args: SalesQuoteInputs, { answer }: Quote): PropertyMap {
  const salesQuoteLines = selectLines(args.salesQuoteLines, answer.salesQuoteLines);
  return projectArguments(schema, { ...args }, { ...answer, salesQuoteLines });
}

/**
 * Returns a quote in which declared values replace those that the service still has from the creation, and its forms of them, such
 * as rounded numbers.
 *
 * @param answered the declared fields as the service returned them after the creation
 * @param isFound whether the quote may be older than this create, see {@link withDeclared}
 */
export function live(
  args: SalesQuoteInputs,
  quote: Quote,
  answered: Json,
  isFound = false,
): ResourceState<SalesQuoteState> {
  const salesQuoteLines = selectLines(args.salesQuoteLines, quote.answer.salesQuoteLines);
  const found = { ...quote.answer, salesQuoteLines };
  const spelled = withDeclared(schema, { ...args }, found, answered, isFound);
  const answer = isFound ? spelled : withUnchanged(schema, { ...args }, spelled, found, answered);
  return { id: quote.id, answer: answer as PropertyMap };
}

/** Replaces values that are the same as after the creation by the declared ones. */
function withUnchanged(
  field: Schema | undefined,
  declared: Json,
  shown: Json,
  found: Json,
  answered: Json,
): Json {
  if (isAbsent(declared) || answered === undefined) return shown;
  const all = [declared, shown, found, answered];
  if (all.every(isObject))
    return mapValues(shown as PropertyMap, (name, child) => {
      const [own, live, earlier] = [declared, found, answered].map((one) => getOwn(one as PropertyMap, name));
      return withUnchanged(getPropertySchema(field, name), own, child, live, earlier);
    });
  if (Array.isArray(shown) && all.every((list) => Array.isArray(list) && list.length === shown.length))
    return shown.map((item, index) => {
      const [own, live, earlier] = [declared, found, answered].map((one) => (one as Json[])[index]);
      return withUnchanged(field?.items, own, item, live, earlier);
    });
  return isSame(field, answered, projectArguments(field, declared, found)) ? declared : shown;
}

/** The state of a quote after its creation. A warning names the values that the service has chosen, which are no drift later. */
export function createdState(
  args: SalesQuoteInputs,
  quote: Quote,
  context: Context,
): ResourceState<SalesQuoteState, QuotePrivateState> {
  const answered = pickDeclared(args, quote);
  const state = stateOf(args, quote);
  const isAsDeclared = listChanges(schema, args, answered).length === 0;
  const chosen = listChanges(schema, args, projectArguments(schema, args, state.answer));
  if (chosen.length > 0) context.log.warn(formatChosen(chosen, context));
  return {
    ...live(args, quote, answered),
    storedDifferently: [],
    privateState: { objects: pickObjects(args, quote), ...(!isAsDeclared && { answered }) },
  };
}

/** The state of a quote after a refresh, which shows what another client has changed: from now on, that is what the service has. */
export function readState(
  args: SalesQuoteInputs,
  quote: Quote,
  { answered, isUnfinished }: Unchecked<QuotePrivateState>,
): ResourceState<SalesQuoteState, QuotePrivateState> {
  const state = live(args, quote, answered);
  const now = pickDeclared(args, quote);
  const isAsShown = listChanges(schema, projectArguments(schema, args, state.answer), now).length === 0;
  return {
    ...state,
    privateState: {
      objects: pickObjects(args, quote),
      ...(!isAsShown && { answered: now }),
      ...(isUnfinished === true && { isUnfinished }),
    },
  };
}

/** A quote in which declared values replace the service's spellings of them. */
export function stateOf(args: SalesQuoteInputs, quote: Quote): ResourceState<SalesQuoteState> {
  const salesQuoteLines = selectLines(args.salesQuoteLines, quote.answer.salesQuoteLines);
  const found = { ...quote.answer, salesQuoteLines };
  return {
    id: quote.id,
    answer: withDeclared(schema, { ...args }, found, pickDeclared(args, quote), false) as PropertyMap,
  };
}

/** The kinds of the lines, and the ids and numbers of their objects. */
function pickObjects(args: SalesQuoteInputs, { answer }: Quote): PropertyMap {
  const lines = selectLines(args.salesQuoteLines, answer.salesQuoteLines) ?? [];
  const names = ["lineType", "itemId", "accountId", "lineObjectNumber"];
  const pick = (line: PropertyMap) =>
    Object.fromEntries(names.filter((name) => !isUnset(line[name])).map((name) => [name, line[name]]));
  return { salesQuoteLines: lines.map(pick) };
}

/** Adds values to known ones, in lists by position. */
export function mergeKnown(known: Json, more: Json): Json {
  if (Array.isArray(known) && Array.isArray(more))
    return known.map((item, index) => mergeKnown(item, more[index]));
  if (!isObject(known) || !isObject(more)) return isAbsent(more) ? known : more;
  const names = Object.keys({ ...known, ...more });
  return Object.fromEntries(names.map((name) => [name, mergeKnown(getOwn(known, name), getOwn(more, name))]));
}

function formatChosen(chosen: Change[], options: ConflictOptions): Message {
  const texts = chosen.map(({ path, before, after }) =>
    formatFieldValues(
      path,
      [
        [before, "in the program"],
        [after, "at the service"],
      ],
      options,
    ),
  );
  return message`the service stored other values than those sent: ${joinTexts(texts, "; ")}. ${ACCEPTED}`;
}

const ACCEPTED =
  "The quote stays as it is, and later runs show no difference. To accept a value, declare it: that replaces nothing.";

/** Returns the declared fields that have other values at the service. */
export function differences(args: SalesQuoteInputs, { answer }: ResourceState<SalesQuoteState>): Change[] {
  return listChanges(schema, args, projectArguments(schema, args, answer));
}

/**
 * Returns what the service has for arguments: declared ones, or their other spellings. An argument that is no longer declared keeps
 * its value, unless its other spelling is declared now.
 *
 * @param known the values of the service
 */
export function listHeld(field: Schema | undefined, args: Json, prior: Json, known: Json): Json {
  if (Array.isArray(args) && Array.isArray(prior)) {
    const values = Array.isArray(known) ? known : [];
    return prior.map((item, index) => listHeld(field?.items, args[index], item, values[index]));
  }
  if (!isObject(args) || !isObject(prior)) return isAbsent(known) ? prior : known;
  const values = isObject(known) ? known : {};
  const isLinked = (name: string): boolean =>
    listLinkedNames(field?.properties ?? field?.entries ?? {}, name).some((other) => !isAbsent(args[other]));
  const names = Object.keys({ ...prior, ...args }).filter((name) => !isAbsent(args[name]) || !isLinked(name));
  return Object.fromEntries(
    names.map((name) => {
      const value = isAbsent(args[name])
        ? prior[name]
        : listHeld(getPropertySchema(field, name), args[name], prior[name], values[name]);
      return [name, value];
    }),
  );
}
