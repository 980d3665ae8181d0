import type { JsonObject } from "../../provider/schema/json.js";
import { aliasOf, changeMember, type Member, type Named, urnOf } from "./member.js";
import type { Goal } from "./stack.js";

/** A stop as the program declares it. Numbers stand for values: another number, another value. */
export interface Declared extends Member {
  instance: number;
  trigger: number;
  soft: number;
  timeout: number;
  onDestroy: boolean;
}

export const CHANGES = [
  ...["presence", "rename", "alias", "instance", "trigger", "trigger", "soft", "timeout", "onDestroy"],
] as const;

const KIND = "DatabaseInstanceStop";
const SYSTEM = "/subscriptions/sub-1/resourceGroups/demo/providers/Vendor.Workloads/erpVirtualInstances/erp";

export const INSTANCES = [0, 1, 2];

/** The id of an instance, and of its stop. */
export function idOf(instance: number): string {
  return `${SYSTEM}/databaseInstances/db${instance}`;
}

export function declaration(slot: number): Declared {
  return {
    ...{ slot, isThere: true, version: 0, hasAlias: false, instance: slot },
    ...{ trigger: 0, soft: 0, timeout: 0, onDestroy: slot === 1 },
  };
}

/** @param fresh a number that stands for a value that was never used */
export function change(
  program: Declared[],
  { slot, what }: { slot: number; what: (typeof CHANGES)[number] },
  fresh: number,
): void {
  const one = program[slot];
  if (one === undefined || changeMember(one, what)) return;
  if (what === "onDestroy") one.onDestroy = !one.onDestroy;
  else if (what === "instance") one.instance = one.instance === slot ? 2 : slot;
  else if (what === "trigger" || what === "soft" || what === "timeout") one[what] = fresh;
  // No two resources declare the same stop.
  const [first, second] = program;
  if (first?.instance === second?.instance) one.instance = slot;
}

export function stopUrn(named: Named): string {
  return urnOf(KIND, named, "stop");
}

function argumentsOf({ instance, trigger, soft, timeout, onDestroy }: Declared): JsonObject {
  return {
    ...{ subscriptionId: "sub-1", resourceGroupName: "demo", erpVirtualInstanceName: "erp" },
    databaseInstanceName: `db${instance}`,
    ...(trigger > 0 ? { triggers: { build: trigger } } : {}),
    ...(soft > 0 ? { softStopTimeoutSeconds: soft } : {}),
    ...(timeout > 0 ? { timeoutSeconds: 1000 + timeout } : {}),
    ...(onDestroy ? { stopOn: "destroy" } : {}),
  };
}

export function goalOf(declared: Declared): Goal {
  const urn = stopUrn(declared);
  return {
    urn,
    alias: aliasOf(KIND, declared, "stop"),
    args: argumentsOf(declared),
    retainOnDelete: false,
  };
}

/** Fields whose changes a preview shows. */
export function visibleIn(declared: Declared): string {
  return JSON.stringify(argumentsOf(declared));
}

/** Fields whose changes request a stop. */
export function askedIn({ instance, trigger, onDestroy }: Declared): string {
  return JSON.stringify([instance, trigger, onDestroy]);
}
