/**
 * Values that the engine, its SDK or this provider interprets wherever they are, whoever wrote them. From a
 * service nothing but data may come: it could have a local file read, an output changed or a resource lost.
 */

/** The engine's placeholder, at any depth and for any type, for a value that is not known before the update. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The engine knows one for each type, and takes a text for any of them. */
const UNKNOWNS = [
  UNKNOWN,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7", // boolean
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421", // number
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2", // array
  "030794c1-ac77-496b-92df-f27374a8bd58", // asset
  "e48ece36-62e2-4504-bad9-02848725956a", // archive
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff", // object
];
const anyUnknown = new RegExp(UNKNOWNS.join("|"), "gi");
const unknowns = new Set<unknown>(UNKNOWNS);

/** Whether the engine has no value yet: where another provider says of which type it is going to be, the text is another. */
export function isUnknown(value: unknown): boolean {
  return unknowns.has(value);
}

/** With this name an object is an asset, an archive, a secret, an output or a reference to a resource. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** A value that the engine keeps secret, as it comes and goes. */
export interface SecretValue extends Record<string, unknown> {
  value: unknown;
}

export function toSecretValue(value: unknown): SecretValue {
  return { [SIGNATURE]: SECRET, value };
}

export function isSecretValue(value: unknown): value is SecretValue {
  return hasProperties(value) && value[SIGNATURE] === SECRET;
}

/** Whether a value is an asset, an archive or a reference to a resource, which only the engine and its SDKs can read. */
export function isEngineObject(value: unknown): boolean {
  return hasProperties(value) && Object.hasOwn(value, SIGNATURE);
}

/**
 * Whether no answer may bring a property of this name: the engine, the SDK (`__pulumiOutput`) and this provider
 * (`__secrets`) begin theirs with `__`, and one that every object has by itself (`toString`) would take its place.
 */
export function isReservedName(name: string): boolean {
  return name.startsWith("__") || name.toLowerCase() === SIGNATURE || name in Object.prototype;
}

/** Changes placeholders for unknown values in a text so that the engine does not interpret them. */
export function asText(text: string): string {
  if (text.length < UNKNOWN.length) return text;
  return text.replace(anyUnknown, (found) => `${found.slice(0, 23)}_${found.slice(24)}`);
}

/**
 * A service's values as plain data: without properties of a reserved name, unknown values and numbers that no
 * JSON holds (`1e999`).
 */
export function asData(value: Record<string, unknown>): Record<string, unknown>;
export function asData(value: unknown): unknown;
export function asData(value: unknown): unknown {
  if (typeof value === "string") return asText(value);
  // -0 is equal to 0 for some, and not for others.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (Array.isArray(value)) return value.map((item) => asData(item));
  if (!hasProperties(value)) return value;
  const properties = Object.entries(value).filter(([name]) => !isReservedName(name));
  return Object.fromEntries(properties.map(([name, child]) => [name, asData(child)]));
}

/** Whether a value is an object or a list. */
function hasProperties(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Properties beside a resource's own. The engine does not display names that begin with `__`. */
export const META = {
  handler: "__provider",
  /** The URN at the time of the create: see `StoredUrns` in `dynamic/dynamicProvider.ts`. */
  urn: "__urn",
  /** Among the outputs, the URN at the time of the last update, where an alias has changed it. */
  currentUrn: "__currentUrn",
  /** The option of this name, which hooks do not see. For `check` only: no state holds it. */
  retainOnDelete: "__retainOnDelete",
  /** The paths of the option of this name. For `check` only, like the option above. */
  replaceOnChanges: "__replaceOnChanges",
  /** The paths of the option of this name. For `check` only, like the options above. */
  ignoreChanges: "__ignoreChanges",
  /** Whether a preview runs the program. For `check` only, like the options above. */
  isPreview: "__isPreview",
  /** Extracted secrets by path. */
  secrets: "__secrets",
  /** Names of the arguments among the outputs, where the others are outputs too. In a native state only after a failure. */
  declared: "__declared",
  /** The private state of a lifecycle. */
  privateState: "__kept",
  /** Paths of the values that the program marked as secret and that stay where they are. */
  inPlace: "__inPlace",
  /** Among the inputs: see `requiredSecrets` in `core/resourceProperties.ts`. */
  requiredSecrets: "__requiredSecrets",
  /** Among the outputs, the paths of those that are secrets where no input is one. */
  secretOutputs: "__secretOutputs",
  /** Secrets of an earlier program that the service may still have, since no update has succeeded. */
  formerSecrets: "__formerSecrets",
} as const;

/** End of the key of a group of extracted secrets. */
export const GROUP = "*";
