import type { JsonObject } from "../../provider/schema/json.js";
import { toWire } from "../../provider/schema/wire.js";
import { containerGroupSchema as schema } from "../../provider/services/containerGroups/schema.js";
import { argumentsOf, type Declared, fixedIn } from "./groupProgram.js";
import { type Group, shown } from "./groupService.js";

/** Whether nothing that replaces a group differs but its name. */
export function isOnlyNamed(known: Declared, goal: Declared): boolean {
  return fixedIn({ ...known, named: goal.named }) === fixedIn(goal);
}

/** Ids that differ in case only are the same. */
export function key(id: string): string {
  return id.toLowerCase();
}

/** The request body for a group. */
export function bodyOf(declared: Declared): JsonObject {
  return toWire(schema, argumentsOf(declared)) as JsonObject;
}

/** The response body for a group that is as declared. */
export function shownBody(declared: Declared, { id, state }: Group): JsonObject {
  const { location, tags, properties } = shown({ id, body: bodyOf(declared), state });
  const { sku: _s, restartPolicy, ...rest } = properties as JsonObject;
  const args = argumentsOf(declared);
  return {
    ...(args.location === undefined ? {} : { location }),
    ...(tags === undefined ? {} : { tags }),
    properties: { ...rest, ...(args.restartPolicy === undefined ? {} : { restartPolicy }) },
  };
}
