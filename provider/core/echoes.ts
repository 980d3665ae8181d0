import type { KnownSecrets } from "../http/redaction/knownSecrets.js";
import { isObject, type Json, type JsonObject, mapped } from "../schema/json.js";
import { propertySchema, type ResourceSchema, type Schema } from "../schema/keywords.js";
import { itemName, itemPath, propertyPath } from "../schema/path.js";
import { extractSecrets, PLACEHOLDER } from "../schema/secrets.js";
import type { ResourceInputs } from "./resourceProperties.js";

/**
 * A service may repeat a secret in another field: a fully qualified name, a tag, another variable. What holds one is as
 * secret as the field that it was declared in, unless the program declares the same text openly.
 */
export class Echoes {
  /** Texts that the program shows itself: values and names. */
  readonly #open = new Set<Json>();

  constructor(
    private readonly secrets: KnownSecrets,
    /** The arguments as the state shows them. */
    shown: Json,
    /** Paths of values that the engine keeps secret where they are. */
    private readonly inPlace: readonly string[],
  ) {
    this.#collect(shown);
  }

  /**
   * Outputs in which every value that repeats a secret is a secret.
   *
   * @param asSecret makes a secret of a value
   */
  markSecrets(outputs: JsonObject, asSecret: (value: Json) => Json): JsonObject {
    const visit = (path: string, value: Json): Json => {
      if (this.inPlace.includes(path)) return value;
      if (this.#repeats(value)) return asSecret(value);
      if (Array.isArray(value)) return value.map((item) => visit(`${path}[]`, item));
      if (!isObject(value)) return value;
      return mapped(value, (name, child) => visit(propertyPath(path, name), child));
    };
    return mapped(outputs, (name, value) => (name.startsWith("__") ? value : visit(name, value)));
  }

  /** Paths of values among arguments that repeat a secret. A path has no secret in it: then the list or map has. */
  paths(schema: Schema | undefined, value: Json): string[] {
    const found: string[] = [];
    const visit = (at: Schema | undefined, path: string, current: Json): void => {
      if (at?.secret === true || this.inPlace.includes(path)) return;
      if (path !== "" && this.#repeats(current, at)) {
        found.push(path);
      } else if (Array.isArray(current)) {
        current.forEach((item, index) => void visit(at?.items, itemPath(at, path, item, index), item));
      } else if (isObject(current)) {
        for (const [name, child] of Object.entries(current)) {
          visit(propertySchema(at, name), propertyPath(path, name), child);
        }
      }
    };
    visit(schema, "", value);
    return found;
  }

  #repeats(value: Json, schema?: Schema): boolean {
    if (Array.isArray(value)) return value.some((item) => this.#isEcho(itemName(schema, item)));
    if (isObject(value)) return Object.keys(value).some((name) => this.#isEcho(name));
    return this.#isEcho(value);
  }

  #isEcho(value: Json): boolean {
    if (typeof value !== "string" && typeof value !== "number") return false;
    return value !== PLACEHOLDER && !this.#open.has(value) && this.secrets.isIn(String(value));
  }

  #collect(value: Json): void {
    if (Array.isArray(value)) for (const item of value) this.#collect(item);
    else if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        this.#open.add(name);
        this.#collect(child);
      }
    } else this.#open.add(value);
  }
}

/** The echoes of the secrets among `inputs`, and of all others that are `secrets`. */
export function echoesOf(
  schema: ResourceSchema,
  { value, marked, inPlace }: ResourceInputs,
  secrets: KnownSecrets,
): Echoes {
  const { value: shown } = extractSecrets(schema, value, new Set([...marked, ...inPlace]));
  return new Echoes(secrets, shown, inPlace);
}
