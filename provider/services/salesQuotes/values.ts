import type { Unchecked } from "../../contract/definition.js";
import type { Context, ResourceState } from "../../contract/lifecycle.js";
import type { SalesQuoteInputs, SalesQuoteState } from "../../generated/lifecycleTypes.js";
import { type ConflictOptions, formatFieldValues } from "../../partialUpdates/conflict.js";
import { type Change, listChanges } from "../../schema/compare.js";
import { getOwn, isAbsent, isObject, type Json, mapValues, type PropertyMap } from "../../schema/json.js";
import { getPropertySchema, listLinkedNames, type Schema } from "../../schema/keywords.js";
import { isUnset, projectArguments } from "../../schema/project.js";
import { isSpelling, isStoredAs } from "../../schema/spelling.js";
import { listTexts, type Message, message } from "../../text/message.js";
import type { Quote } from "./client.js";
import { selectLines } from "./lines.js";
import { salesQuoteSchema as schema } from "./schema.js";

export type QuotePrivateState = {
  /**
   * The declared fields as the service returned them last, if they differ from the program.
   * Written by a create, an update and a refresh. Read to find conflicts and drift.
   */
  base?: PropertyMap;
  /**
   * The kinds of the lines, and the ids and numbers of their objects.
   * Written by a create and a refresh. Read by `diff` to compare the program with what the service has.
   */
  objects?: PropertyMap;
  /**
   * Whether the discount may not have been set: it has the declared value or that in `base`.
   * Written by a create that fails and an update of unknown outcome, and kept by a refresh that shows the declared value all the same.
   * The next update sets the discount; a destroy does not compare it.
   */
  isUnfinished?: boolean;
};

/** Reads any private state. Earlier versions named `base` otherwise. */
export function readPrivateState({
  base,
  answered,
  objects,
  isUnfinished,
}: Unchecked<QuotePrivateState & { answered?: PropertyMap }>): QuotePrivateState {
  const last = base ?? answered;
  return {
    ...(isObject(last) && { base: last }),
    ...(isObject(objects) && { objects }),
    ...(isUnfinished === true && { isUnfinished }),
  };
}

/** Returns the declared fields with the values of a response. */
export function pickDeclared(args: SalesQuoteInputs, { answer }: Quote): PropertyMap {
  const salesQuoteLines = selectLines(args.salesQuoteLines, answer.salesQuoteLines);
  return projectArguments(schema, { ...args }, { ...answer, salesQuoteLines });
}

/** Returns a quote with the declared values where the service has them in its own form, or has what it returned last. */
export function live(
  args: SalesQuoteInputs,
  quote: Quote,
  base: PropertyMap | undefined,
): ResourceState<SalesQuoteState> {
  return withDeclaredWhere(args, quote, base, (field, declared, found, last) =>
    [declared, last].some((value) => value !== undefined && isStoredAs(field, value, found)),
  );
}

/**
 * Returns a quote with the declared values where it has the service's spelling of them, such as a rounded number.
 *
 * @param isFound whether the quote may be older than this create, so that fewer than two decimals are no rounding
 */
export function stateOf(
  args: SalesQuoteInputs,
  quote: Quote,
  isFound = false,
): ResourceState<SalesQuoteState> {
  return withDeclaredWhere(args, quote, undefined, (field, declared, found) =>
    isSpelling(field, declared, found, isFound ? found : undefined),
  );
}

/** Whether a value of the service stands for the declared one. */
type IsDeclared = (field: Schema | undefined, declared: Json, found: Json, base: Json) => boolean;

function withDeclaredWhere(
  args: SalesQuoteInputs,
  quote: Quote,
  base: PropertyMap | undefined,
  isDeclared: IsDeclared,
): ResourceState<SalesQuoteState> {
  const salesQuoteLines = selectLines(args.salesQuoteLines, quote.answer.salesQuoteLines);
  const found = { ...quote.answer, salesQuoteLines };
  const answer = withDeclared(isDeclared, schema, { ...args }, found, base) as PropertyMap;
  return { id: quote.id, answer };
}

/** Items of lists correspond by position. */
function withDeclared(
  isDeclared: IsDeclared,
  field: Schema | undefined,
  declared: Json,
  found: Json,
  base: Json,
): Json {
  if (isAbsent(declared)) return found;
  if (isObject(declared) && isObject(found))
    return mapValues(found, (name, child) => {
      const last = isObject(base) ? getOwn(base, name) : undefined;
      return withDeclared(isDeclared, getPropertySchema(field, name), getOwn(declared, name), child, last);
    });
  if (Array.isArray(declared) && Array.isArray(found)) {
    if (declared.length !== found.length && isDeclared(field, declared, found, base)) return declared;
    const last = Array.isArray(base) ? base : [];
    return found.map((item, index) =>
      withDeclared(isDeclared, field?.items, declared[index], item, last[index]),
    );
  }
  return isDeclared(field, declared, found, base) ? declared : found;
}

/** The state of a quote after its creation. A warning names the values that the service has chosen, which are no drift later. */
export function createdState(
  args: SalesQuoteInputs,
  quote: Quote,
  context: Context,
): ResourceState<SalesQuoteState, QuotePrivateState> {
  const base = pickDeclared(args, quote);
  const state = stateOf(args, quote);
  const isAsDeclared = listChanges(schema, args, base).length === 0;
  const chosen = listChanges(schema, args, projectArguments(schema, args, state.answer));
  if (chosen.length > 0) context.log.warn(formatChosen(chosen, context));
  return {
    ...live(args, quote, base),
    storedDifferently: [],
    privateState: { objects: pickObjects(args, quote), ...(!isAsDeclared && { base }) },
  };
}

/** The state of a quote whose discount may not have been set. */
export function unfinishedState(
  args: SalesQuoteInputs,
  quote: Quote,
  { base = pickDeclared(args, quote), ...known }: QuotePrivateState = {},
): ResourceState<SalesQuoteState, QuotePrivateState> {
  const { discountAmount } = quote.answer;
  return {
    ...stateOf(args, quote),
    privateState: { ...known, base: { ...base, discountAmount }, isUnfinished: true },
  };
}

/** The state of a quote after a refresh, which shows what another client has changed: from now on, that is what the service has. */
export function readState(
  args: SalesQuoteInputs,
  quote: Quote,
  { base, isUnfinished }: QuotePrivateState,
): ResourceState<SalesQuoteState, QuotePrivateState> {
  const state = live(args, quote, base);
  const now = pickDeclared(args, quote);
  const hidden = listChanges(schema, projectArguments(schema, args, state.answer), now);
  return {
    ...state,
    privateState: {
      objects: pickObjects(args, quote),
      ...(hidden.length > 0 && { base: now }),
      ...(isUnfinished === true && hidden.some(({ path }) => path === "discountAmount") && { isUnfinished }),
    },
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
  return message`the service stored other values than those sent: ${listTexts(texts, "; ")}. ${ACCEPTED}`;
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
export function listHeld(field: Schema | undefined, args: Json, priorArgs: Json, known: Json): Json {
  if (Array.isArray(args) && Array.isArray(priorArgs)) {
    const values = Array.isArray(known) ? known : [];
    return priorArgs.map((item, index) => listHeld(field?.items, args[index], item, values[index]));
  }
  if (!isObject(args) || !isObject(priorArgs)) return isAbsent(known) ? priorArgs : known;
  const values = isObject(known) ? known : {};
  const isLinked = (name: string): boolean =>
    listLinkedNames(field?.properties ?? field?.entries ?? {}, name).some((other) => !isAbsent(args[other]));
  const names = Object.keys({ ...priorArgs, ...args }).filter(
    (name) => !isAbsent(args[name]) || !isLinked(name),
  );
  return Object.fromEntries(
    names.map((name) => {
      const value = isAbsent(args[name])
        ? priorArgs[name]
        : listHeld(getPropertySchema(field, name), args[name], priorArgs[name], values[name]);
      return [name, value];
    }),
  );
}
