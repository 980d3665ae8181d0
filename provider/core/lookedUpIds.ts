import type { Context, Lifecycle } from "../lifecycle.js";
import { normalizeSpelling } from "../schema/compare.js";
import type { Finding } from "../schema/inspect.js";
import { isAbsent, isUnknown, type Json, type PropertyMap, UNKNOWN } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { formatObjectKey } from "../schema/objectKey.js";
import { revealOne } from "../schema/secret.js";

interface Pair {
  /** The argument that is looked up. */
  id: string;
  by: string;
}

/** A lookup, and the id that it found. */
interface Answer {
  question: string;
  id: Json;
}

/**
 * Ids that a program leaves out because another argument leads to them, such as `customerId` by `customerNumber`. The
 * service is asked once; from then on the state holds both, and the id counts.
 */
export class LookedUpIds {
  readonly #pair: Pair | undefined;
  /** By URN: the engine checks what it replaces once more, and as if there had been nothing before. */
  readonly #answers = new Map<string, Answer>();

  constructor(private readonly lifecycle: Lifecycle) {
    this.#pair = pairOf(lifecycle.schema);
  }

  /** The arguments with the id that is known already; unknown while it is still to be looked up. */
  withKnown(args: PropertyMap, before: PropertyMap, urn: string | undefined): PropertyMap {
    const pair = this.#pair;
    if (pair === undefined || isAbsent(args[pair.by]) || !isAbsent(args[pair.id])) return args;
    const question = this.#questionOf(pair, args);
    const known = [
      { question: this.#questionOf(pair, before), id: before[pair.id] },
      this.#answers.get(urn ?? ""),
    ].find((answer) => question !== undefined && answer?.question === question && !isAbsent(answer.id));
    return { ...args, [pair.id]: known?.id ?? UNKNOWN };
  }

  /**
   * The arguments with the id that the service has. Without a token nothing is asked, as in the preview of a pull
   * request, and the id stays away: a create that comes to it fails for the token.
   *
   * @returns or what is wrong with the argument that leads to it
   */
  async lookUp(args: PropertyMap, context: Context): Promise<{ args: PropertyMap } | { problem: Finding }> {
    const pair = this.#pair;
    const question = pair && this.#questionOf(pair, args);
    if (pair === undefined || question === undefined) return { args };
    const { lookUp, service } = this.lifecycle;
    const { [pair.id]: id, ...rest } = args;
    const remember = (found: Json) => void this.#answers.set(context.urn ?? "", { question, id: found });
    if (!isUnknown(id)) {
      remember(id);
      return { args };
    }
    if (lookUp === undefined || !context.settings.hasToken(service)) return { args: rest };
    const found = await lookUp(String(args[pair.by]), rest, context);
    if ("problem" in found) return { problem: { path: pair.by, message: found.problem } };
    remember(found.id);
    return { args: { ...rest, [pair.id]: found.id } };
  }

  /** Problems of the two as they are given: `ignoreChanges` may have brought the id of an earlier run. */
  problems(given: PropertyMap, before: PropertyMap): Finding[] {
    const pair = this.#pair;
    if (pair === undefined || !isGiven(given[pair.id]) || !isGiven(given[pair.by])) return [];
    if (given[pair.id] === before[pair.id] && isGiven(before[pair.by])) return [];
    return [{ path: pair.by, message: `set either this or ${pair.id}, not both` }];
  }

  /** An id that is given in neither way: the problem names both. */
  withOtherWay({ path, message }: Finding): Finding {
    if (path !== this.#pair?.id || message !== "required") return { path, message };
    return { path, message: `required. Set it, or set ${this.#pair.by} to look it up` };
  }

  /** The values that a refresh found, without a number that no longer leads to their id. */
  withoutStaleNumber(live: PropertyMap, declared: PropertyMap): PropertyMap {
    const pair = this.#pair;
    if (pair === undefined || isAbsent(live[pair.by])) return live;
    const field = this.lifecycle.schema.properties[pair.id];
    const [found, known] = [live, declared].map((args) =>
      normalizeSpelling(field, String(revealOne(args[pair.id]))),
    );
    if (found === known) return live;
    return Object.fromEntries(Object.entries(live).filter(([name]) => name !== pair.by));
  }

  /** The number and the company; nothing while a part of them is not known. */
  #questionOf({ id, by }: Pair, args: PropertyMap): string | undefined {
    const { schema } = this.lifecycle;
    const isPart = (name: string): boolean =>
      name === by || (name !== id && schema.properties[name]?.identity === true);
    return formatObjectKey(schema, args, Object.keys(schema.properties).filter(isPart));
  }
}

function pairOf(schema: ResourceSchema): Pair | undefined {
  const found = Object.entries(schema.properties).find(([, field]) => field.lookedUpBy !== undefined);
  return found && { id: found[0], by: String(found[1].lookedUpBy) };
}

function isGiven(value: Json): boolean {
  return !isAbsent(value) && !isUnknown(value);
}
