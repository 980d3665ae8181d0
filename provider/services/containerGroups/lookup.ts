import type { Lookup } from "../../core/lookup.js";
import type { ask, describe, GroupQuery, getHint, readQuery } from "./query.js";

/** Loaded with the first lookup: most programs make none. */
const query = (): {
  ask: typeof ask;
  describe: typeof describe;
  getHint: typeof getHint;
  readQuery: typeof readQuery;
} => require("./query.js");

export const getContainerGroupLookup: Lookup<GroupQuery> = {
  name: "getContainerGroup",
  service: "resourceManager",
  withoutToken: { title: "the resource manager", consequence: "values that depend on the group are unknown" },
  read: (args, settings) => query().readQuery(args, settings),
  ask: (group, context) => query().ask(group, context),
  subject: ({ name }, isSecret) => (isSecret ? undefined : name),
  hint: (error) => query().getHint(error),
  describe: () => query().describe(),
};
