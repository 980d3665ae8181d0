/**
 * The current URNs by the URNs in inputs, from which hooks learn the URN of their resource. When an alias renames a resource,
 * its inputs keep the earlier URN, because another one would show as a change. `check` gets both, and stores them for later
 * hooks in the same process.
 */
export class StoredUrns {
  readonly #current = new Map<string, string>();

  /**
   * @param urn the current URN of the resource
   * @param before the URN in its inputs in the state
   * @returns the URN for its new inputs, which differs from those of all other resources
   */
  store(urn: string, before: string | undefined): string {
    const isFree = (stored: string): boolean => (this.#current.get(stored) ?? urn) === urn;
    let stored = before !== undefined && isFree(before) ? before : urn;
    // A renamed resource may still have this URN in its inputs.
    for (let copy = 2; !isFree(stored); copy++) stored = `${urn}#${copy}`;
    this.#current.set(stored, urn);
    return stored;
  }

  /** The current URN of the resource with this URN in its inputs; undefined if `check` has not seen it. */
  current(stored: string): string | undefined {
    return this.#current.get(stored);
  }
}
