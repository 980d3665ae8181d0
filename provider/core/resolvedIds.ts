import { isDeepStrictEqual } from "node:util";
import type { Context, Lifecycle } from "../contract/lifecycle.js";
import { toServiceData } from "../schema/colourMarks.js";
import type { Finding } from "../schema/finding.js";
import { isAbsent, isUnknown, type Json, type PropertyMap, UNKNOWN } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { normalizeSpelling } from "../schema/normalize.js";
import { formatObjectKey } from "../schema/resourceId.js";
import { revealOne } from "../schema/secret.js";
import type { Text } from "../text/message.js";

interface Pair {
  id: string;
  by: string;
  /** Arguments that a request depends on: the number, the company, and the dimension of a dimension value. */
  parts: string[];
}

/**
 * Ids that a program omits because another argument identifies the record, such as `customerNumber` for `customerId`. An id is
 * resolved once. From then on, the state contains both arguments, and the id is used.
 */
export class ResolvedIds {
  readonly #pairs: readonly Pair[];

  constructor(private readonly lifecycle: Lifecycle) {
    this.#pairs = listPairs(lifecycle.schema);
  }

  /**
   * Adds the ids that are already known, and unknown values for ids that have to be resolved.
   *
   * @param earlier arguments with known ids: of the state, and of an earlier check in this run, because the engine checks a
   * replacement twice
   */
  withKnown(args: PropertyMap, earlier: readonly PropertyMap[]): PropertyMap {
    const complete = { ...args };
    for (const pair of this.#pairs) {
      const { id, by } = pair;
      if (isAbsent(complete[by]) || !isAbsent(complete[id])) continue;
      const question = this.#questionOf(pair, complete);
      const known = earlier.find((one) => !isAbsent(one[id]) && this.#questionOf(pair, one) === question);
      complete[id] = question === undefined ? UNKNOWN : (known?.[id] ?? UNKNOWN);
    }
    return complete;
  }

  /**
   * Resolves the missing ids. Without a token, as in the preview of a pull request, it sends no request and omits the ids. A
   * create then fails because of the missing token.
   *
   * @param priorArgs the arguments in the state
   * @returns the arguments, or the problems of the numbers
   */
  async resolve(
    args: PropertyMap,
    priorArgs: PropertyMap,
    context: Context,
  ): Promise<{ args: PropertyMap } | { problems: { path: string; message: Text }[] }> {
    const { resolveId, service } = this.lifecycle;
    if (resolveId === undefined || !context.settings.hasToken(service))
      return { args: this.#withoutMissing(args) };
    const problems: { path: string; message: Text }[] = [];
    let complete = args;
    for (const pair of this.#pairs) {
      const { id, by } = pair;
      // The number is unknown, or a part is, or its own request failed.
      if (!isMissing(pair, complete) || this.#questionOf(pair, complete) === undefined) continue;
      const found = await resolveId(by, toServiceData(without(complete, id)), context);
      if ("problem" in found) problems.push({ path: by, message: found.problem });
      else complete = { ...complete, [id]: found.id };
    }
    if (!isDeepStrictEqual(args, priorArgs))
      problems.push(
        ...((await this.lifecycle.findMissing?.(toServiceData(complete), priorArgs, context)) ?? []),
      );
    return problems.length > 0 ? { problems } : { args: complete };
  }

  #withoutMissing(args: PropertyMap): PropertyMap {
    return this.#pairs
      .filter((pair) => isMissing(pair, args))
      .reduce((rest, { id }) => without(rest, id), args);
  }

  /**
   * Problems of pairs whose arguments are both declared. An id of the state is accepted, because `ignoreChanges` may have
   * restored it.
   */
  problems(given: PropertyMap, oldArgs: PropertyMap): Finding[] {
    return this.#pairs
      .filter(({ id, by }) => isGiven(given[id]) && isGiven(given[by]))
      .filter(({ id, by }) => given[id] !== oldArgs[id] || !isGiven(oldArgs[by]))
      .map(({ id, by }) => ({ path: by, message: `set either this or ${id}, not both` }));
  }

  /** Removes numbers from the values of a refresh if their ids have changed. */
  withoutStaleNumbers(live: PropertyMap, declared: PropertyMap): PropertyMap {
    const stale = this.#pairs.filter(({ id }) => {
      const field = this.lifecycle.schema.properties[id];
      const [found, known] = [live, declared].map((args) =>
        normalizeSpelling(field, String(revealOne(args[id]))),
      );
      return found !== known;
    });
    return Object.fromEntries(Object.entries(live).filter(([name]) => !stale.some(({ by }) => by === name)));
  }

  /** A key of everything that a request depends on; undefined while a part is unknown. */
  #questionOf({ parts }: Pair, args: PropertyMap): string | undefined {
    return formatObjectKey(this.lifecycle.schema, args, parts);
  }
}

function listPairs({ properties }: ResourceSchema): Pair[] {
  return Object.entries(properties).flatMap(([id, { resolvedBy: by, resolvedIn }]) => {
    if (by === undefined) return [];
    const isPart = ([name, field]: (typeof entries)[number]): boolean =>
      name === by || name === resolvedIn || (field.identity === true && field.resolvedBy === undefined);
    const entries = Object.entries(properties);
    return [{ id, by, parts: entries.filter(isPart).map(([name]) => name) }];
  });
}

/** Whether the id of a known number is to be resolved. */
function isMissing({ id, by }: Pair, args: PropertyMap): boolean {
  return isGiven(args[by]) && isUnknown(args[id]);
}

function without({ ...args }: PropertyMap, name: string): PropertyMap {
  delete args[name];
  return args;
}

function isGiven(value: Json): boolean {
  return !isAbsent(value) && !isUnknown(value);
}
