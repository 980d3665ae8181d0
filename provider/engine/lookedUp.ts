import type { Context, Lifecycle } from "../lifecycle.js";
import type { ResourceSchema } from "../schema/dialect.js";
import type { Finding } from "../schema/inspect.js";
import { isAbsent, isUnknown, type JsonObject, UNKNOWN } from "../schema/json.js";
import { objectKey } from "../schema/objectKey.js";

/**
 * Ids that a program leaves out because another argument leads to them, such as `customerId` by `customerNumber`. The
 * service is asked once; from then on the state holds both, and the id counts.
 */

interface Pair {
  /** The argument that is looked up. */
  id: string;
  by: string;
}

function pairOf(schema: ResourceSchema): Pair | undefined {
  const found = Object.entries(schema.properties).find(([, field]) => field.lookedUpBy !== undefined);
  return found && { id: found[0], by: String(found[1].lookedUpBy) };
}

/** The arguments with the id that an earlier run has found; unknown while it is still to be looked up. */
export function withEarlierId(schema: ResourceSchema, args: JsonObject, before: JsonObject): JsonObject {
  const pair = pairOf(schema);
  if (pair === undefined || isAbsent(args[pair.by]) || !isAbsent(args[pair.id])) return args;
  const isAnswered = !isAbsent(before[pair.id]) && isSameQuestion(schema, pair, args, before);
  return { ...args, [pair.id]: isAnswered ? before[pair.id] : UNKNOWN };
}

/** The same number in the same company. */
function isSameQuestion(
  schema: ResourceSchema,
  { id, by }: Pair,
  args: JsonObject,
  before: JsonObject,
): boolean {
  const names = Object.keys(schema.properties).filter(
    (name) => name === by || (name !== id && schema.properties[name]?.wire === "path"),
  );
  const asked = objectKey(schema, args, names);
  return asked !== undefined && asked === objectKey(schema, before, names);
}

/** What is wrong with the two as the program gives them. */
export function pairProblems(schema: ResourceSchema, program: JsonObject): Finding[] {
  const pair = pairOf(schema);
  const isGiven = (name: string): boolean => !isAbsent(program[name]) && !isUnknown(program[name]);
  if (pair === undefined || !isGiven(pair.id) || !isGiven(pair.by)) return [];
  return [{ path: pair.by, message: `give either this or ${pair.id}, not both` }];
}

/** An id that is given in neither way: the problem names both. */
export function withOtherWay(schema: ResourceSchema, { path, message }: Finding): Finding {
  const pair = pairOf(schema);
  if (path !== pair?.id || message !== "required") return { path, message };
  return { path, message: `required. Give it, or ${pair.by}, by which it is looked up` };
}

/**
 * The arguments with the id that the service has. Without a token nothing is asked, as in the preview of a pull
 * request, and the id stays away: a create that comes to it fails for the token.
 *
 * @returns or what is wrong with the argument that leads to it
 */
export async function withIdLookedUp(
  { schema, service, lookUp }: Lifecycle,
  args: JsonObject,
  context: Context,
): Promise<{ args: JsonObject } | { problem: Finding }> {
  const pair = pairOf(schema);
  const isOpen = pair !== undefined && isUnknown(args[pair.id]) && !isAbsent(args[pair.by]);
  if (!isOpen || isUnknown(args[pair.by]) || lookUp === undefined) return { args };
  const { [pair.id]: _, ...rest } = args;
  if (!context.settings.hasToken(service)) return { args: rest };
  const found = await lookUp(rest, context);
  if ("problem" in found) return { problem: { path: pair.by, message: found.problem } };
  return { args: { ...rest, [pair.id]: found.id } };
}
