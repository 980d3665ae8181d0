/**
 * Values that the engine, its SDK or this provider interprets anywhere in properties. Responses must not contain them: a service
 * could make the engine read a local file, change an output or lose a resource.
 */

/** The engine's placeholder for an unknown value, at any depth and of any type. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The engine's placeholders for each type. It interprets any text that equals one of them. */
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

/** Whether a value is unknown. The placeholder depends on the type if another provider has declared it. */
export function isUnknown(value: unknown): boolean {
  return unknowns.has(value);
}

/** An object with this property is an asset, an archive, a secret, an output or a reference to a resource. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

interface SecretValue extends Record<string, unknown> {
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

/** The text of an Output that a program has converted to a string, in the SDKs for Node, Python and .NET. */
const CONVERTED_OUTPUT = /Calling (\[to(String|JSON)\]|__str__) on an \[?Output/i;

/** Whether a text, or the content of base64, contains an Output that a program has converted to a string. */
export function hasConvertedOutput(text: string): boolean {
  return [text, Buffer.from(text, "base64").toString("latin1")].some((part) => CONVERTED_OUTPUT.test(part));
}

export const CONVERTED =
  "contains an Output that was converted to a string; pass the Output itself, or make the text in its `apply`";

/**
 * Whether a response must not contain a property of this name. Names of the engine, the SDK (`__pulumiOutput`) and this provider
 * (`__secrets`) begin with `__`, and a name such as `toString` would hide a property of every object.
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
 * Converts a service's values to plain data: without reserved names, unknown values and numbers that JSON does not have
 * (`1e999`).
 */
export function asData(value: Record<string, unknown>): Record<string, unknown>;
export function asData(value: unknown): unknown;
export function asData(value: unknown): unknown {
  if (typeof value === "string") return asText(value);
  // Converts -0 to 0, because only some comparisons treat them as equal.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (Array.isArray(value)) return value.map((item) => asData(item));
  if (!hasProperties(value)) return value;
  const properties = Object.entries(value).filter(([name]) => !isReservedName(name));
  return Object.fromEntries(properties.map(([name, child]) => [name, asData(child)]));
}

function hasProperties(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
