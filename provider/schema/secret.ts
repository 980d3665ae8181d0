import { inspect } from "node:util";

/**
 * Forms of a secret, on its way from a program to the service and back:
 *
 * 1. Output: in a program, a value that is marked (`pulumi.secret`), or any value of a field that the schema declares as a secret.
 * 2. Extracted: `[secret]` in the place of the value, and the value in `__secrets`, by a key. Only the dynamic protocol extracts
 *    secrets, because one inside a list hides the whole list in a preview.
 * 3. Marked: the engine's secret value (`engineValues.ts`), in its place. In the native protocol at any depth. In the dynamic one
 *    outside of lists: the arguments that the program marked (`__inPlace` has their paths), and outputs that repeat a secret
 *    (`__secretOutputs` has their paths).
 * 4. Unmarked: the engine removes its marks from what it passes to a dynamic provider. The paths tell what is a secret.
 * 5. `Secret`: in the hooks and the core, in its place. A protocol makes it of the forms 2 to 4, and turns it back.
 * 6. Plain: in a lifecycle and its requests. `core/resourceProperties.ts` reveals the secrets for a lifecycle, and hides those in
 *    its result. Messages are masked by the texts (`text/knownSecrets.ts`).
 *
 * Keys of extracted secrets (`protocols/dynamic/names.ts`):
 *
 * - name: the path of the value, `containers[web].environmentVariables[KEY].secureValue`
 * - position: the path with the position of an item, `containers[#0]`, if the item has no name, has an unknown one, or is itself
 *   extracted. A name is tried before a position.
 * - group: a path and `*`, with an object of all keys at or below it, if a program has an Output there. A position and `**` has
 *   those of an item again by name, for when its name is known: a transform may move the item.
 *
 * Grammar of paths (`path.ts`), which messages show, too:
 *
 *     path     = name *( "." name | entry | item )
 *     name     = a property that is an identifier
 *     entry    = "[" JSON string "]"      any other property, such as a key of a map: ["a.b"]
 *     item     = key | position
 *     key      = "[" text "]"             the item's key fields, joined by "/": [web], [80/TCP]. A JSON string if it has a
 *                                         bracket or a quote, or begins with "#"
 *     position = "[#" number "]"          from 0; an item of a list without key fields, or without values for them: [#0]
 *
 * A pattern is a path without keys and positions (`containers[].image`), and with `*` for an entry. The engine's own paths have items
 * by number (`containers[0].image`).
 */

export const PLACEHOLDER = "[secret]";

/** A secret value among properties. A text, a log or JSON that contains it shows the placeholder. */
export class Secret {
  constructor(readonly value: unknown) {}

  toString(): string {
    return PLACEHOLDER;
  }

  toJSON(): string {
    return PLACEHOLDER;
  }

  [inspect.custom](): string {
    return PLACEHOLDER;
  }
}

export function isSecret(value: unknown): value is Secret {
  return value instanceof Secret;
}

/** Unwraps a value if it is a secret. There may be further secrets inside it. */
export function revealOne(value: unknown): unknown {
  return isSecret(value) ? value.value : value;
}
