import { isObject, mergePatch } from "../../json.js";
import { complete } from "./complete.js";
import { type StoredGroup, withRunningContainers } from "./provisioning.js";
import type { ContainerGroup } from "./shape.js";

const NO_EFFECTS = { creates: 0, updates: 0, deletes: 0 };
type Effects = typeof NO_EFFECTS;

/**
 * The container groups, in memory. Tests and other programs can read and change them without a request. Groups contain their
 * secrets. Ids ignore letter case.
 */
export class ContainerGroups {
  private readonly groups = new Map<string, StoredGroup>();
  private readonly counts = new Map<string, { id: string; effects: Effects; restarts: number }>();

  find(id: string): StoredGroup | undefined {
    return this.groups.get(id.toLowerCase());
  }

  /** Lists the stored groups, oldest first, for the service. */
  all(): StoredGroup[] {
    return [...this.groups.values()];
  }

  save(group: StoredGroup): void {
    this.groups.set(group.id.toLowerCase(), group);
  }

  /** Counts a change that a client requested, and whether it restarted the containers. */
  count(id: string, effect: keyof Effects, isRestart = false): void {
    const effects = this.effects(id);
    effects[effect] += 1;
    this.counts.set(id.toLowerCase(), { id, effects, restarts: this.restarts(id) + Number(isRestart) });
  }

  get(id: string): ContainerGroup | undefined {
    return structuredClone(this.find(id)?.body);
  }

  /** Creates or replaces a group, which is running. The body is not validated. */
  put(id: string, body: ContainerGroup): ContainerGroup {
    const running = withRunningContainers(complete(structuredClone(body), id), id);
    this.save({ id, body: running });
    return structuredClone(running);
  }

  /** Changes fields of a group by a JSON merge patch. A provisioning state in the patch is kept. */
  patch(id: string, change: unknown): ContainerGroup | undefined {
    const group = this.find(id);
    if (group === undefined) return undefined;
    group.body = mergePatch(group.body, change) as ContainerGroup;
    const { properties } = isObject(change) ? change : {};
    if (isObject(properties) && "provisioningState" in properties) group.transition = undefined;
    return structuredClone(group.body);
  }

  delete(id: string): boolean {
    return this.groups.delete(id.toLowerCase());
  }

  list(): ContainerGroup[] {
    return this.all().map(({ body }) => structuredClone(body));
  }

  /** Returns how many creates, updates and deletes of a group took effect through the service, also after its deletion. */
  effects(id: string): Effects {
    return { ...NO_EFFECTS, ...this.counts.get(id.toLowerCase())?.effects };
  }

  restarts(id: string): number {
    return this.counts.get(id.toLowerCase())?.restarts ?? 0;
  }

  /** Lists the ids of all groups that exist or were ever changed. */
  known(): string[] {
    const gone = [...this.counts].filter(([key]) => !this.groups.has(key));
    return [...this.all().map(({ id }) => id), ...gone.map(([, { id }]) => id)];
  }
}
