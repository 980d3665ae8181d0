import { createHash } from "node:crypto";
import type { Identity } from "./shape.js";

const TENANT = guidFor("tenant");

/** The identity as answered: with the ids that the directory gave it. "None" takes every identity away. */
export function completeIdentity(identity: Identity | undefined, groupId: string): Identity | undefined {
  const type = identity?.type;
  if (identity === undefined || type === undefined || type === "None") {
    return undefined;
  }
  return {
    type,
    tenantId: TENANT,
    principalId: type.includes("SystemAssigned") ? guidFor(`principal of ${groupId}`) : undefined,
    userAssignedIdentities: type.includes("UserAssigned") ? userAssigned(identity) : undefined,
  };
}

function userAssigned(identity: Identity): Identity["userAssignedIdentities"] {
  return Object.fromEntries(
    Object.keys(identity.userAssignedIdentities ?? {}).map((id) => [
      id,
      { principalId: guidFor(`principal of ${id}`), clientId: guidFor(`client of ${id}`) },
    ]),
  );
}

/** The same GUID for the same text (in any case), so that ids are stable across updates and runs. */
function guidFor(text: string): string {
  const digits = createHash("sha256").update(text.toLowerCase()).digest("hex");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
