import type { Lookup } from "../../core/lookup.js";
import { getGroupQueryHint } from "./hint.js";
import type { ask, describe, GroupQuery, readQuery } from "./query.js";

/** Loaded with the first question: most programs ask none. */
const query = (): { ask: typeof ask; describe: typeof describe; readQuery: typeof readQuery } =>
  require("./query.js");

export const getContainerGroupLookup: Lookup<GroupQuery> = {
  name: "getContainerGroup",
  service: "resourceManager",
  withoutToken: { title: "the resource manager", consequence: "values that depend on the group are unknown" },
  read: (args, settings) => query().readQuery(args, settings),
  ask: (group, context) => query().ask(group, context),
  subject: ({ name }, isSecret) => (isSecret ? undefined : name),
  hint: getGroupQueryHint,
  describe: () => query().describe(),
};
