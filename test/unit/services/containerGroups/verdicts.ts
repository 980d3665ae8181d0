import { refuseFixedChanges } from "../../../../emulator/services/containerGroups/fixed.js";
import { readContainerGroup } from "../../../../emulator/services/containerGroups/validation.js";
import type { Finding, Refusal } from "../../../../provider/schema/finding.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { createValidator } from "../../../../provider/schema/validate.js";
import { toWire } from "../../../../provider/schema/wire.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";

const validate = createValidator(schema);

/** Everything that the provider has to say against arguments, except what the public service may accept. */
export function problemsOf(args: JsonObject): Finding[] {
  const { problems, refusals } = validate(args);
  return [...problems, ...refusals.filter(({ mayBeOutdated }) => mayBeOutdated !== true)];
}

/** What the public service is known to refuse. Empty for arguments that the documents forbid. */
export function refusalsOf(args: JsonObject): Refusal[] {
  const { problems, refusals } = validate(args);
  return problems.length > 0 ? [] : refusals;
}

/** Whether the emulator takes the body of these arguments. */
export function isTaken(args: JsonObject, profile: "vendor" | "azure" = "vendor"): boolean {
  return !isRefused(() => readGroup(args, profile));
}

/** Whether the emulator makes one group of the other in place. */
export function isUpdated(before: JsonObject, after: JsonObject): boolean {
  return !isRefused(() => refuseFixedChanges("web", readGroup(before), readGroup(after)));
}

function isRefused(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch {
    return true;
  }
}

/** All fields can be sent in this API version. */
const NEWEST = "2026-07-01";

function readGroup(args: JsonObject, profile: "vendor" | "azure" = "vendor") {
  const body = toWire(schema, args) as Parameters<typeof readContainerGroup>[0];
  return readContainerGroup(body, profile, NEWEST);
}
