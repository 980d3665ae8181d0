import { isDeepStrictEqual } from "node:util";
import type { Context, Lifecycle } from "../contract/lifecycle.js";
import type { Finding } from "../schema/inspect.js";
import { isAbsent, isUnknown, type Json, type PropertyMap, UNKNOWN } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { normalizeSpelling } from "../schema/normalize.js";
import { formatObjectKey } from "../schema/resourceId.js";
import { revealOne } from "../schema/secret.js";
import type { Text } from "../text/message.js";

interface Pair {
  /** The argument that is looked up. */
  id: string;
  by: string;
  /** Arguments that a lookup depends on: the number, the company, and for a value of a dimension the dimension. */
  parts: string[];
}

/**
 * Ids that a program leaves out because another argument leads to them, such as `customerId` by `customerNumber`. The
 * service is asked once; from then on the state holds both, and the id counts.
 */
export class LookedUpIds {
  readonly #pairs: readonly Pair[];

  constructor(private readonly lifecycle: Lifecycle) {
    this.#pairs = listPairs(lifecycle.schema);
  }

  /**
   * The arguments with the ids that are known already; unknown while one is still to be looked up.
   *
   * @param earlier arguments that hold ids: of the state, and of this run, since the engine checks what it replaces again
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
   * The arguments with the ids from the service. Without a token, as in the preview of a pull request, no request is sent and
   * the ids are left out; a create then fails because of the token.
   *
   * @param before the arguments in the state
   * @returns the arguments, or the problems of the numbers
   */
  async lookUp(
    args: PropertyMap,
    before: PropertyMap,
    context: Context,
  ): Promise<{ args: PropertyMap } | { problems: { path: string; message: Text }[] }> {
    const { lookUp, service } = this.lifecycle;
    const canAsk = lookUp !== undefined && context.settings.hasToken(service);
    const problems: { path: string; message: Text }[] = [];
    let complete = args;
    for (const pair of this.#pairs) {
      const { id, by } = pair;
      if (!isGiven(complete[by]) || !isUnknown(complete[id])) continue;
      const { [id]: _, ...rest } = complete;
      if (!canAsk) complete = rest;
      // A part is not known yet, or is itself a number that leads to no record.
      if (!canAsk || this.#questionOf(pair, complete) === undefined) continue;
      const found = await lookUp(by, rest, context);
      if ("problem" in found) problems.push({ path: by, message: found.problem });
      else complete = { ...complete, [id]: found.id };
    }
    if (canAsk && !isDeepStrictEqual(args, before))
      problems.push(...((await this.lifecycle.findMissing?.(complete, before, context)) ?? []));
    return problems.length > 0 ? { problems } : { args: complete };
  }

  /** Problems of each two as they are given: `ignoreChanges` may have brought the id of an earlier run. */
  problems(given: PropertyMap, before: PropertyMap): Finding[] {
    return this.#pairs
      .filter(({ id, by }) => isGiven(given[id]) && isGiven(given[by]))
      .filter(({ id, by }) => given[id] !== before[id] || !isGiven(before[by]))
      .map(({ id, by }) => ({ path: by, message: `set either this or ${id}, not both` }));
  }

  /** An id that is given in neither way: the problem names both. */
  withOtherWay({ path, message }: Finding): Finding {
    const pair = this.#pairs.find(({ id }) => id === path);
    if (pair === undefined || message !== "required") return { path, message };
    return { path, message: `required. Set it, or set ${pair.by} to look it up` };
  }

  /** The values that a refresh found, without the numbers that no longer lead to their ids. */
  withoutStaleNumbers(live: PropertyMap, declared: PropertyMap): PropertyMap {
    const stale = this.#pairs.filter(({ id, by }) => {
      if (isAbsent(live[by])) return false;
      const field = this.lifecycle.schema.properties[id];
      const [found, known] = [live, declared].map((args) =>
        normalizeSpelling(field, String(revealOne(args[id]))),
      );
      return found !== known;
    });
    if (stale.length === 0) return live;
    return Object.fromEntries(Object.entries(live).filter(([name]) => !stale.some(({ by }) => by === name)));
  }

  /** Everything that a lookup depends on; nothing while a part of it is not known. */
  #questionOf({ parts }: Pair, args: PropertyMap): string | undefined {
    return formatObjectKey(this.lifecycle.schema, args, parts);
  }
}

function listPairs({ properties }: ResourceSchema): Pair[] {
  return Object.entries(properties).flatMap(([id, { lookedUpBy: by, lookedUpIn }]) => {
    if (by === undefined) return [];
    const isPart = ([name, field]: (typeof entries)[number]): boolean =>
      name === by || name === lookedUpIn || (field.identity === true && field.lookedUpBy === undefined);
    const entries = Object.entries(properties);
    return [{ id, by, parts: entries.filter(isPart).map(([name]) => name) }];
  });
}

function isGiven(value: Json): boolean {
  return !isAbsent(value) && !isUnknown(value);
}
