import type { Context, ResourceState } from "../contract/lifecycle.js";
import { listChanges } from "../schema/compare.js";
import type { PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { listUnanswered, projectArguments } from "../schema/project.js";
import { message } from "../text/message.js";
import type { ResourceKind } from "./resourceKind.js";

/** Compares what was sent with the service's final answer, and names each field that the service did not take. */
export function warnAboutUntaken(
  operation: "create" | "update",
  { schema, lifecycle, paths }: ResourceKind,
  sent: PropertyMap,
  { answer, untaken }: ResourceState,
  { log }: Pick<Context, "log">,
): void {
  // The published answer to a create leaves fields out.
  const isWhole = operation === "update" && lifecycle.answersWhole === true;
  const missing = (): string[] => (isWhole ? listUnanswered(schema, sent, answer) : []);
  const found = untaken ?? [...new Set([...listUntaken(schema, sent, answer), ...missing()])];
  if (found.length === 0) return;
  log.warn(message`the service stored a different value than the one sent: ${paths.list(found)}.`);
}

/** Differences that a refresh would show. Secrets are not answered. */
function listUntaken(schema: ResourceSchema, sent: PropertyMap, answer: PropertyMap): string[] {
  const changes = listChanges(schema, sent, projectArguments(schema, sent, answer));
  return changes.filter(({ secret }) => !secret).map(({ path }) => path);
}
