import { derivedGuid } from "../../derivedGuid.js";
import type { Identity } from "./shape.js";

const TENANT = derivedGuid("tenant");

/** The identity as answered: with the ids that the directory gave it. "None" takes every identity away. */
export function completeIdentity(identity: Identity | undefined, groupId: string): Identity | undefined {
  const type = identity?.type;
  if (identity === undefined || type === undefined || type === "None") {
    return undefined;
  }
  return {
    type,
    tenantId: TENANT,
    principalId: type.includes("SystemAssigned") ? derivedGuid(`principal of ${groupId}`) : undefined,
    userAssignedIdentities: type.includes("UserAssigned") ? userAssigned(identity) : undefined,
  };
}

function userAssigned(identity: Identity): Identity["userAssignedIdentities"] {
  return Object.fromEntries(
    Object.keys(identity.userAssignedIdentities ?? {}).map((id) => [
      id,
      { principalId: derivedGuid(`principal of ${id}`), clientId: derivedGuid(`client of ${id}`) },
    ]),
  );
}
