import { isObject, type Json, type PropertyMap, visitValues } from "../schema/json.js";
import type { ResourceSchema, Schema } from "../schema/keywords.js";
import { formatItemName } from "../schema/path.js";
import { PLACEHOLDER } from "../schema/secret.js";
import { asSecret, replaceValues } from "../schema/secretTree.js";
import type { KnownSecrets } from "../text/knownSecrets.js";

/**
 * A service may repeat a secret in another field: a fully qualified name, a tag, another variable. What holds one is as
 * secret as the field that it was declared in, unless the program declares the same text openly.
 */
export class Echoes {
  /** Texts that the program shows itself: values and names. */
  readonly #open = new Set<Json>();

  /** @param declared arguments, with their secrets */
  constructor(
    private readonly secrets: KnownSecrets,
    declared: Json,
  ) {
    visitValues(declared, (value, name) => void this.#open.add(name).add(value));
  }

  /**
   * Properties in which every value that repeats a secret is a secret. No name in a path repeats one: then the map is a
   * secret as a whole, and the list where a schema tells the names of its items.
   */
  hidden(schema: ResourceSchema | undefined, properties: PropertyMap): PropertyMap {
    return replaceValues(schema, properties, (value, place) =>
      this.#repeats(value, place.schema) ? asSecret(value) : undefined,
    );
  }

  #repeats(value: Json, schema: Schema | undefined): boolean {
    if (Array.isArray(value)) return value.some((item) => this.#isEcho(formatItemName(schema, item)));
    if (isObject(value)) return Object.keys(value).some((name) => this.#isEcho(name));
    return this.#isEcho(value);
  }

  #isEcho(value: Json): boolean {
    if (typeof value !== "string" && typeof value !== "number") return false;
    return value !== PLACEHOLDER && !this.#open.has(value) && this.secrets.isIn(String(value));
  }
}
