import type { JsonObject } from "../../provider/schema/json.js";
import { aliasOf, changeMember, MEMBER_CHANGES, type Member, type Named, urnOf } from "./member.js";
import type { Goal } from "./stack.js";

/** The fields of a default dimension that a program may declare. */
export const FIELDS = ["dimensionValueId", "postingValidation"] as const;
export type Field = (typeof FIELDS)[number];

/** A default dimension as a program declares it, or as a refresh has found it. */
export interface Wanted {
  place: number;
  values: Partial<Record<Field, string>>;
  restores: boolean;
}

export interface Declared extends Member, Wanted {
  /** GUIDs in capitals: the same for the service. */
  isLoud: boolean;
}

/** Where default dimensions are: some on the same record. */
export const PLACES = [
  { parentType: "customers", parentId: guid("a", 1), dimensionId: guid("d", 1) },
  { parentType: "customers", parentId: guid("a", 1), dimensionId: guid("d", 2) },
  { parentType: "items", parentId: guid("a", 2), dimensionId: guid("d", 1) },
  { parentType: "vendors", parentId: guid("a", 3), dimensionId: guid("d", 2) },
] as const;

export const COMPANY = guid("c", 1);
export const POSTINGS = [" ", "Code Mandatory", "Same Code", "No Code"];
export const CHANGES = [
  ...MEMBER_CHANGES,
  ...(["place", "value", "value", "noValue", "posting", "noPosting", "restores", "isLoud"] as const),
] as const;

const KIND = "DefaultDimension";

/** An id; of values another number is one that was never used. */
export function guid(kind: string, number: number): string {
  return `${kind.repeat(8)}-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}

export function declaration(slot: number): Declared {
  return {
    ...{ slot, version: 0, hasAlias: false, isThere: slot < 2, place: slot, isLoud: false },
    ...{ values: slot === 2 ? {} : { dimensionValueId: guid("e", slot + 1) }, restores: slot === 0 },
  };
}

/** @param fresh a number that stands for a value that was never used */
export function change(
  program: Declared[],
  { slot, what, to }: { slot: number; what: (typeof CHANGES)[number]; to: number },
  fresh: number,
): void {
  const one = program[slot];
  if (one === undefined || changeMember(one, what)) return;
  const { dimensionValueId: _value, ...posting } = one.values;
  const { postingValidation: _posting, ...value } = one.values;
  if (what === "isLoud") one.isLoud = !one.isLoud;
  else if (what === "restores") one.restores = !one.restores;
  else if (what === "value") one.values = { ...one.values, dimensionValueId: guid("e", fresh) };
  else if (what === "posting") one.values = { ...one.values, postingValidation: String(POSTINGS[to]) };
  else if (what === "noValue") one.values = posting;
  else if (what === "noPosting") one.values = value;
  // Nobody declares the same default dimension twice.
  else if (!program.some(({ place }) => place === to)) one.place = to;
}

export function dimensionUrn(named: Named): string {
  return urnOf(KIND, named);
}

/** The default dimension, whatever the spelling: the id of the resource. */
export function keyOf(place: number): string {
  const { parentType, parentId, dimensionId } = PLACES[place] ?? PLACES[0];
  return `${parentType}/${parentId}/${dimensionId}`;
}

export function isOnSameRecord(one: Wanted, other: Wanted): boolean {
  return PLACES[one.place]?.parentId === PLACES[other.place]?.parentId;
}

function argumentsOf({ place, values, restores, isLoud }: Declared): JsonObject {
  const spelled = (id: string): string => (isLoud ? id.toUpperCase() : id);
  const { parentType, parentId, dimensionId } = PLACES[place] ?? PLACES[0];
  const { dimensionValueId, ...other } = values;
  return {
    ...{ companyId: COMPANY, parentType, parentId: spelled(parentId), dimensionId: spelled(dimensionId) },
    ...(dimensionValueId === undefined ? {} : { dimensionValueId: spelled(dimensionValueId) }),
    ...other,
    ...(restores ? { onDestroy: "restore" } : {}),
  };
}

export function goalOf(declared: Declared): Goal {
  const urn = dimensionUrn(declared);
  return {
    urn,
    alias: aliasOf(KIND, declared),
    args: argumentsOf(declared),
    retainOnDelete: false,
  };
}

/** Fields whose changes a preview must show, beside the place. */
export function visibleIn({ values, restores }: Wanted): string {
  return JSON.stringify([...FIELDS.map((field) => values[field] ?? null), restores]);
}
