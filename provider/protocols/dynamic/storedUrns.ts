/**
 * The URNs that the inputs of resources hold, since the engine gives no hook the URN of its resource. When an alias renames a
 * resource, its inputs keep the earlier URN: the engine would show the difference as a changed property. `check` knows
 * both, and the hooks that follow it in the same process ask here.
 */
export class StoredUrns {
  readonly #current = new Map<string, string>();

  /**
   * @param urn of the resource now
   * @param before what its inputs hold already
   * @returns what its inputs are to hold: no other resource's do
   */
  store(urn: string, before: string | undefined): string {
    const isFree = (stored: string): boolean => (this.#current.get(stored) ?? urn) === urn;
    let stored = before !== undefined && isFree(before) ? before : urn;
    // A new resource under the earlier name of one that was renamed.
    for (let copy = 2; !isFree(stored); copy++) stored = `${urn}#${copy}`;
    this.#current.set(stored, urn);
    return stored;
  }

  /** The URN of the resource whose inputs hold `stored`, where `check` has seen it. */
  current(stored: string): string | undefined {
    return this.#current.get(stored);
  }
}
