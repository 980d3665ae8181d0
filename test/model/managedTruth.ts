import { Broken } from "../simulation/broken.js";
import type { Outcome } from "./engine.js";
import type { Values } from "./fieldValues.js";
import type { FieldWrite, LiveRecord } from "./liveRecord.js";

/** The values that a program declares for a record. */
export interface Declaration {
  values: Values;
  restore: boolean;
}

export type Operation = { kind: "up"; declared: Declaration } | { kind: "refresh" } | { kind: "destroy" };

/** Facts about a field that is or was managed, by the rules and not from the state. */
interface Known {
  /** The value in the state: the declared one, or that of a refresh. */
  inState: unknown;
  /** Values that the state has seen, or may have: those may be overwritten. */
  seen: unknown[];
  /** Those of them that it has certainly seen. */
  surelySeen: unknown[];
  /** Those of them that this stack itself has set: those may be put back. */
  ours: unknown[];
  /** A value of somebody else that a refresh found, and the program then declared: whose it is, is open. */
  adopted?: unknown;
  /** The value before it was managed. */
  originals?: unknown[];
  /** The last update sent it, or perhaps did, and did not end clearly: the next one has to look after it. */
  unclear: boolean | "perhaps";
  /** No longer declared, and still to be put back. */
  leaving?: boolean;
}

/** The writes that a resource must make to its record, may make, and must not make. */
export class ManagedTruth {
  private readonly fields = new Map<string, Known>();
  private restore = false;
  /** Values of fields before an operation that set them and then failed without a trace in the state. */
  private readonly overwritten = new Map<string, { by: unknown; originals: unknown[] }>();
  private operation: Operation = { kind: "refresh" };
  private start: Values = new Map();
  private startBy = new Map<string, "client" | "other">();
  private writes: FieldWrite[] = [];
  /** Values that an operation's first read may find, beside those at its start. */
  private found: { path: string; value: unknown }[] = [];

  constructor(
    private readonly name: string,
    private readonly record: LiveRecord,
    /** The fields that may be declared here. */
    private readonly own: readonly string[],
  ) {}

  /** Before an operation. */
  begin(operation: Operation): void {
    this.operation = operation;
    this.start = new Map(this.record.values);
    this.startBy = new Map(this.own.map((path) => [path, this.record.writerOf(path)]));
    this.writes = [];
    this.found = [];
  }

  /** Somebody else writes during the operation, perhaps before its first look. */
  mayFind(path: string, value: unknown): void {
    this.found.push({ path, value });
  }

  /** A write to one of its fields during the operation. */
  check(write: FieldWrite): void {
    this.writes.push(write);
    if (write.by === "other") return;
    if (write.before === write.value) this.broken(`${write.path} was set to what it held: ${write.value}`);
    const { operation } = this;
    if (operation.kind === "refresh") this.broken(`a refresh set ${write.path}`);
    if (operation.kind === "up" && operation.declared.values.has(write.path)) {
      this.checkSetting(write, operation.declared);
    } else this.checkPuttingBack(write);
  }

  private checkSetting({ path, value, before, beforeBy }: FieldWrite, { values }: Declaration): void {
    if (value !== values.get(path)) this.broken(`${path} was set to ${value}, which nobody declared`);
    const known = this.managed(path);
    const mayBe = known === undefined ? this.findings(path) : known.seen;
    if (beforeBy === "other" && !mayBe.includes(before)) {
      this.broken(`${path} was set over ${before}, which somebody else had set and nobody had seen`);
    }
  }

  private checkPuttingBack({ path, value, before, beforeBy }: FieldWrite): void {
    const known = this.fields.get(path);
    if (known === undefined || !this.restores) this.broken(`${path} was set, and is not managed`);
    if (known.originals?.includes(value) !== true) {
      this.broken(`${path} was put back to ${value}, which it never held before: ${known.originals}`);
    }
    const isOurs = beforeBy === "client" || known.ours.includes(before) || known.adopted === before;
    if (!isOurs) this.broken(`${path} was put back over ${before}, which somebody else had set`);
  }

  /** After the operation. */
  end({ how, error }: Outcome, disturbed: boolean): void {
    const { operation } = this;
    if (how === "failed" && !disturbed && !this.mayRefuse()) this.broken(`failed without a reason: ${error}`);
    if (how === "partial" && !disturbed && !this.mayRefuse()) this.broken(`ended unclear: ${error}`);
    if (how === "lost") return;
    if (how === "failed") this.remember();
    else if (operation.kind === "refresh") this.refreshed();
    else if (operation.kind === "destroy") this.destroyed();
    else if (how === "same") this.confirm(operation.declared);
    else this.updated(operation.declared, how === "partial");
  }

  /** Fields that must have been put back by now. */
  checkNothingLeft(): void {
    for (const [path, known] of this.fields) if (known.leaving) this.checkPutBack(path, known);
  }

  /** An update, or a destroy, that puts back. */
  private get restores(): boolean {
    return this.operation.kind === "up" ? this.operation.declared.restore : this.restore;
  }

  private managed(path: string): Known | undefined {
    const known = this.fields.get(path);
    return known?.leaving ? undefined : known;
  }

  private isChanged(path: string, value: unknown): boolean {
    const known = this.managed(path);
    return known === undefined || known.unclear !== false || known.inState !== value;
  }

  /** Whether a field holds what the operation must not overwrite. */
  private mayRefuse(): boolean {
    if (this.operation.kind !== "up") return false;
    return [...this.operation.declared.values].some(([path, value]) => {
      const live = this.start.get(path);
      const known = this.managed(path);
      return (
        known !== undefined &&
        this.isChanged(path, value) &&
        live !== value &&
        !known.surelySeen.includes(live)
      );
    });
  }

  /** Failed, and the state is what it was; what was set before that is ours all the same. */
  private remember(): void {
    for (const { path, by, value } of this.writes) {
      if (by === "other" || this.operation.kind !== "up" || !this.operation.declared.values.has(path))
        continue;
      const known = this.managed(path);
      if (known !== undefined) known.ours.push(value);
      else if (this.operation.declared.restore) {
        this.overwritten.set(path, { by: value, originals: this.originalsOf(path) });
      }
    }
  }

  private findings(path: string): unknown[] {
    const late = this.found.filter((one) => one.path === path).map(({ value }) => value);
    return [this.start.get(path), ...late];
  }

  private originalsOf(path: string): unknown[] {
    const earlier = this.overwritten.get(path);
    return this.findings(path).flatMap((live) =>
      earlier !== undefined && earlier.by === live ? earlier.originals : [live],
    );
  }

  private refreshed(): void {
    for (const [path, known] of this.fields) {
      if (known.leaving) continue;
      const live = this.start.get(path);
      const ours = known.ours.filter((value) => value === live);
      const { originals } = known;
      this.fields.set(path, {
        inState: live,
        unclear: false,
        seen: [live],
        surelySeen: [live],
        ours,
        ...(originals && { originals }),
      });
    }
  }

  private destroyed(): void {
    for (const [path, known] of this.fields) this.checkPutBack(path, known);
    this.fields.clear();
    this.overwritten.clear();
  }

  /** Values of somebody else that the state has seen and the program declares are as good as ours. */
  private confirm({ values }: Declaration): void {
    for (const path of values.keys()) {
      const known = this.fields.get(path);
      if (known && !known.ours.includes(known.inState)) known.adopted = known.inState;
    }
  }

  private updated({ values, restore }: Declaration, isUnclear: boolean): void {
    for (const [path, known] of this.fields) {
      if (!values.has(path)) this.drop(path, known, isUnclear);
      else if (!restore) delete known.originals;
    }
    for (const [path, value] of values) {
      if (this.isChanged(path, value)) this.set(path, value, restore, isUnclear);
    }
    this.confirm({ values, restore });
    this.restore = restore;
    this.overwritten.clear();
  }

  private drop(path: string, known: Known, isUnclear: boolean): void {
    if (!isUnclear || !this.restores || known.originals === undefined) {
      if (!isUnclear) this.checkPutBack(path, known);
      this.fields.delete(path);
    } else known.leaving = true;
  }

  private set(path: string, value: unknown, restore: boolean, isUnclear: boolean): void {
    const live = this.start.get(path);
    const earlier = this.fields.get(path);
    if (!isUnclear && earlier?.unclear !== "perhaps") this.expect(path, [value], `declared ${value}`);
    const known = this.managed(path);
    const originals =
      known === undefined ? [...this.originalsOf(path), ...(earlier?.originals ?? [])] : known.originals;
    const before = isUnclear ? this.findings(path) : [];
    const ours = isUnclear ? (earlier?.ours ?? []).filter((other) => other === live) : [];
    this.fields.set(path, {
      inState: value,
      seen: [value, ...before],
      surelySeen: before.length === 1 ? [value, ...before] : [value],
      ours: [value, ...ours],
      unclear: isUnclear && (before.length > 1 ? "perhaps" : live !== value),
      ...(restore && originals && { originals }),
    });
  }

  /** A field that is no longer managed holds what it held before, where its value was ours; else it was left. */
  private checkPutBack(path: string, { originals, ours, adopted }: Known): void {
    const found = this.start.get(path);
    const isOurs = ours.includes(found);
    const isTheirs = !isOurs && this.startBy.get(path) === "other" && adopted !== found;
    if (!this.restores || originals === undefined || isTheirs)
      this.expect(path, [found], "to be left as it is");
    else if (isOurs && originals.length === 1) this.expect(path, originals, `to be put back to ${originals}`);
    else this.expect(path, [found, ...originals], "to be put back or left");
  }

  private expect(path: string, values: unknown[], what: string): void {
    const live = this.record.values.get(path);
    const isTheirs = this.writes.some((write) => write.path === path && write.by === "other");
    if (!isTheirs && !values.includes(live)) this.broken(`${path}: ${what}, but it holds ${live}`);
  }

  private broken(what: string): never {
    throw new Broken(`${this.name}, ${this.operation.kind}: ${what}`);
  }
}
