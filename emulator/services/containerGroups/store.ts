import type { ContainerGroup } from "./shape.js";

/** How many changes took effect. */
export interface Effects {
  creates: number;
  updates: number;
  deletes: number;
}

/** Provisioning that is under way. */
export interface Transition {
  /** The operation that reports it. */
  operation: string;
  /** How many more reads show a state that is not final. */
  readsLeft: number;
  /** The state it ends in; none when it never ends. */
  outcome?: string;
}

/** A container group that exists. */
export interface StoredGroup {
  id: string;
  body: ContainerGroup;
  transition?: Transition;
}

/** Keeps groups for as long as the process lives. Ids that differ in case only are the same. */
export class GroupStore {
  private readonly groups = new Map<string, StoredGroup>();
  private readonly counts = new Map<string, { id: string; effects: Effects }>();

  find(id: string): StoredGroup | undefined {
    return this.groups.get(id.toLowerCase());
  }

  save(group: StoredGroup): void {
    this.groups.set(group.id.toLowerCase(), group);
  }

  remove(id: string): void {
    this.groups.delete(id.toLowerCase());
  }

  /** Every group that exists, oldest first. */
  all(): StoredGroup[] {
    return [...this.groups.values()];
  }

  /** Counts a change that was asked for through the service. */
  count(id: string, effect: keyof Effects): void {
    const effects = this.effects(id);
    effects[effect] += 1;
    this.counts.set(id.toLowerCase(), { id, effects });
  }

  /** Changes that took effect; they outlive the group. */
  effects(id: string): Effects {
    return { ...(this.counts.get(id.toLowerCase())?.effects ?? { creates: 0, updates: 0, deletes: 0 }) };
  }

  /** Ids of every group that exists or was ever changed. */
  known(): string[] {
    const gone = [...this.counts].filter(([key]) => !this.groups.has(key));
    return [...this.all().map(({ id }) => id), ...gone.map(([, { id }]) => id)];
  }
}
