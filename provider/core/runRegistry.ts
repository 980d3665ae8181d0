import type { Lifecycle } from "../contract/lifecycle.js";
import type { PropertyMap } from "../schema/json.js";
import { DeclaredObjects } from "./declaredObjects.js";
import { ReplacedObjects } from "./replacedObjects.js";

/** What `check` leaves for later hooks of a resource. */
interface Checked {
  /** Arguments in the state. Absent for a new resource. */
  existing?: PropertyMap;
  /** Arguments that the program declares, with resolved ids. Absent until a check has succeeded. */
  declared?: PropertyMap;
}

/**
 * What the hooks of a kind of resource know of each other in a run of the engine, which the process serves. The engine calls, for
 * each resource of the program, in the order of their dependencies:
 *
 * - new: `check`, `create`
 * - in the state: `check`, `diff`, and `update` if there is a change
 * - replaced: `check`, `diff`, and then `check` again, without the old inputs; then `create` and later `delete`, or the other way
 *   round with `deleteBeforeReplace`. Only the first check gets the inputs in the state, and `create` gets nothing of the old resource.
 * - replaced by `pulumi up --replace`: one `check` without the old inputs, then as above
 *
 * At the end, it calls `delete` for resources that the program no longer declares. `pulumi destroy` and `pulumi refresh` without
 * the program call no `check`, so all of this is empty then.
 */
export class RunRegistry {
  readonly declaredObjects = new DeclaredObjects();
  readonly replacedObjects: ReplacedObjects;
  readonly #checked = new Map<string, Checked>();

  constructor(lifecycle: Pick<Lifecycle, "manages" | "schema">) {
    this.replacedObjects = new ReplacedObjects(lifecycle);
  }

  /** Called by `check`, which keeps what an earlier check of the resource has left. */
  add(urn: string | undefined, part: Checked): void {
    if (urn !== undefined) this.#checked.set(urn, { ...this.get(urn), ...part });
  }

  get(urn: string | undefined): Checked {
    return this.#checked.get(urn ?? "") ?? {};
  }
}
