import { isObject, mergePatch } from "../../json.js";
import { complete } from "./complete.js";
import { parsePlace } from "./place.js";
import { type StoredGroup, withRunningContainers } from "./provisioning.js";
import type { ContainerGroup } from "./shape.js";

/** How many changes took effect. */
interface Effects {
  creates: number;
  updates: number;
  deletes: number;
}

/**
 * The container groups, for as long as the process lives: for the service, and for tests and other programs that read or
 * change them without a request. Groups come with their secrets. Ids that differ in case only are the same.
 */
export class ContainerGroups {
  private readonly groups = new Map<string, StoredGroup>();
  private readonly counts = new Map<string, { id: string; effects: Effects }>();

  /** A group itself, for the service. */
  find(id: string): StoredGroup | undefined {
    return this.groups.get(id.toLowerCase());
  }

  /** Every group itself, oldest first, for the service. */
  all(): StoredGroup[] {
    return [...this.groups.values()];
  }

  save(group: StoredGroup): void {
    this.groups.set(group.id.toLowerCase(), group);
  }

  /** Counts a change that a client of the service requested. */
  count(id: string, effect: keyof Effects): void {
    const effects = this.effects(id);
    effects[effect] += 1;
    this.counts.set(id.toLowerCase(), { id, effects });
  }

  /** A copy of a group by its resource id. */
  get(id: string): ContainerGroup | undefined {
    return structuredClone(this.find(id)?.body);
  }

  /** Puts a group there, running, whatever there was before. The body is not validated. */
  put(id: string, body: ContainerGroup): ContainerGroup {
    const group = {
      id,
      body: withRunningContainers(complete(structuredClone(body), parsePlace(id)), id),
    };
    this.save(group);
    return structuredClone(group.body);
  }

  /**
   * Changes fields of a group directly, by a JSON merge patch of what is stored; `undefined` when there is no
   * such group. A provisioning state that is set stays as it is.
   */
  patch(id: string, change: unknown): ContainerGroup | undefined {
    const group = this.find(id);
    if (group === undefined) return undefined;
    group.body = mergePatch(group.body, change) as ContainerGroup;
    if (setsState(change)) group.transition = undefined;
    return structuredClone(group.body);
  }

  /** Removes a group; tells whether it was there. */
  delete(id: string): boolean {
    return this.groups.delete(id.toLowerCase());
  }

  /** A copy of every group, oldest first. */
  list(): ContainerGroup[] {
    return this.all().map(({ body }) => structuredClone(body));
  }

  /** How many creates, updates and deletes of a group took effect through the service; they outlive the group. */
  effects(id: string): Effects {
    return { ...(this.counts.get(id.toLowerCase())?.effects ?? { creates: 0, updates: 0, deletes: 0 }) };
  }

  /** Ids of every group that exists or was ever changed. */
  known(): string[] {
    const gone = [...this.counts].filter(([key]) => !this.groups.has(key));
    return [...this.all().map(({ id }) => id), ...gone.map(([, { id }]) => id)];
  }
}

function setsState(change: unknown): boolean {
  return isObject(change) && isObject(change.properties) && "provisioningState" in change.properties;
}
