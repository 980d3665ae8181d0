import { isObject, mergePatch } from "../../json.js";
import { complete } from "./complete.js";
import { parsePlace } from "./place.js";
import { withRunningContainers } from "./provisioning.js";
import type { ContainerGroup } from "./shape.js";
import type { Effects, GroupStore } from "./store.js";

/**
 * The container groups that exist, for tests and other programs that read or change them without a request. Groups come with
 * their secrets. No change that is made here counts as an effect.
 */
export class ContainerGroups {
  constructor(private readonly store: GroupStore) {}

  /** A group by its resource id. */
  get(id: string): ContainerGroup | undefined {
    return structuredClone(this.store.find(id)?.body);
  }

  /** Puts a group there, running, whatever there was before. The body is not validated. */
  put(id: string, body: ContainerGroup): ContainerGroup {
    const place = parsePlace(id);
    const group = { id, body: withRunningContainers(complete(structuredClone(body), place), id) };
    this.store.save(group);
    return structuredClone(group.body);
  }

  /**
   * Changes fields of a group directly, by a JSON merge patch of what is stored; `undefined` when there is no
   * such group. A provisioning state that is set stays as it is.
   */
  patch(id: string, change: unknown): ContainerGroup | undefined {
    const group = this.store.find(id);
    if (group === undefined) return undefined;
    group.body = mergePatch(group.body, change) as ContainerGroup;
    if (setsState(change)) group.transition = undefined;
    return structuredClone(group.body);
  }

  /** Removes a group; tells whether it was there. */
  delete(id: string): boolean {
    const exists = this.store.find(id) !== undefined;
    this.store.remove(id);
    return exists;
  }

  /** Every group, oldest first. */
  list(): ContainerGroup[] {
    return this.store.all().map(({ body }) => structuredClone(body));
  }

  /** How many creates, updates and deletes of a group took effect through the service. */
  effects(id: string): Effects {
    return this.store.effects(id);
  }
}

function setsState(change: unknown): boolean {
  return isObject(change) && isObject(change.properties) && "provisioningState" in change.properties;
}
