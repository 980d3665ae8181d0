import type { KnownSecrets } from "../http/knownSecrets.js";
import type { Schema } from "../schema/keywords.js";

/** A part of a path: an item's name in brackets, or a property's. */
const PART = /\[(?:"(?:[^"\\]|\\.)*"|[^\]]*)\]|[^.[\]]+/g;

/** Paths for a person: names that the program gave, of items and of entries in maps, may be secrets themselves. */
export class PathMask {
  readonly #names = new Set<string>();

  constructor(private readonly schema: Schema) {}

  shown(path: string, secrets: KnownSecrets): string {
    if (this.#names.size === 0) this.#collect(this.schema);
    return path.replace(PART, (part) => (this.#names.has(part) ? part : secrets.printable(part)));
  }

  /** The names of fields are the provider's own words. */
  #collect({ properties = {}, items, additionalProperties }: Schema): void {
    for (const [name, child] of Object.entries(properties)) {
      this.#names.add(name);
      this.#collect(child);
    }
    if (items !== undefined) this.#collect(items);
    if (additionalProperties !== undefined) this.#collect(additionalProperties);
  }
}
