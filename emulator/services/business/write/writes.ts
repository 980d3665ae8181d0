import { randomUUID } from "node:crypto";
import type { Settings } from "../../../options.js";
import { businessErrors } from "../errors.js";
import type { Collection, EntityType } from "../model/entityType.js";
import type { Fields, Scalar } from "../model/field.js";
import { entityTypes } from "../model/index.js";
import type { Place, RecordStore, StoredRecord, Writer } from "../store/store.js";
import type { Input } from "./readInput.js";
import { resolveRelatedFields } from "./relations.js";

const NUMBER_STEP = 10_000;

/** Creates, changes and removes records by the rules for all writers. */
export class Writes {
  /** Counts the numbers that the service has assigned, by company and collection. */
  private readonly numbers = new Map<string, number>();

  constructor(
    private readonly store: RecordStore,
    private readonly settings: Pick<Settings, "now" | "decimalPlaces">,
  ) {}

  create(place: Place, { fields: given, children }: Input, by: Writer): StoredRecord {
    const id = given.id ?? randomUUID();
    const lines = children.flatMap(({ of: { of: collection, parentId }, records }) =>
      records.map((record, position) => {
        const line = { ...record, [parentId]: id, sequence: (position + 1) * NUMBER_STEP };
        const at: Place = { ...place, collection };
        return { at, fields: this.draft(at, line) };
      }),
    );
    const draft = this.draft(place, { ...given, id });
    const ofLines = lines.map(({ fields }) => fields);
    const fields = { ...draft, ...entityTypes[place.collection].summarize?.(draft, ofLines) };
    this.refuseDuplicate(place, fields);
    const record = this.store.create(place, fields, by);
    for (const { at, fields } of lines) this.store.create(at, fields, by);
    return record;
  }

  /** Creates an initial record, which must be unique: the check would take most of the time. */
  seed(place: Place, fields: Fields): void {
    this.store.create(place, this.draft(place, fields), "other");
  }

  /** Changes a record. Every write creates a new entity tag, even without a change. */
  change(place: Place, record: StoredRecord, changed: Fields, by: Writer): StoredRecord {
    const type = entityTypes[place.collection];
    const given = applyInOrder(type, this.rounded(changed), record.fields);
    if (type.series !== undefined && given.number === "") throw businessErrors.required("number", type.name);
    const derived = resolveRelatedFields(this.store, place.company, type, given, record.fields, false);
    const changes = { ...this.modification(place, record), ...given, ...derived };
    const whole = { ...record.fields, ...changes };
    const lines = this.childrenOf(place, record).map(({ child }) => child.fields);
    Object.assign(changes, type.summarize?.(whole, lines));
    this.refuseDuplicate(place, whole);
    return this.store.update(place, record.id, changes, by);
  }

  remove(place: Place, record: StoredRecord, by: Writer): void {
    for (const { children, child } of this.childrenOf(place, record)) this.remove(children, child, by);
    this.store.remove(place, record.id, by);
  }

  private childrenOf(place: Place, { id }: StoredRecord) {
    return entityTypes[place.collection].children.flatMap(({ of, parentId }) => {
      const children: Place = { ...place, collection: of };
      return this.store.having(children, { [parentId]: id }).map((child) => ({ children, child }));
    });
  }

  private draft(place: Place, requested: Fields): Fields {
    const type = entityTypes[place.collection];
    const given = applyInOrder(type, this.rounded(requested));
    const { company } = place;
    const fields: Record<string, Scalar> = { ...type.unset, ...given };
    fields.id = given.id ?? randomUUID();
    if (type.series !== undefined && fields.number === "")
      fields.number = this.nextNumber(place, type.series);
    if (isDated(type) && given.lastModifiedDateTime === undefined) fields.lastModifiedDateTime = this.time();
    Object.assign(fields, resolveRelatedFields(this.store, company, type, given, type.unset, true));
    const related = (id: string) => {
      const relation = type.relations.find((candidate) => candidate.id === id);
      return relation && this.store.find({ company, collection: relation.to }, String(fields[id]))?.fields;
    };
    const typeOf = (id: string) => {
      const all = Object.entries(entityTypes) as [Collection, EntityType][];
      const of = all.find(([collection]) => this.store.find({ company, collection }, String(fields[id])));
      return of?.[1].caption ?? " ";
    };
    return { ...fields, ...type.complete?.({ fields, given, related, typeOf }) };
  }

  /** Returns the next unused number of a series. */
  private nextNumber(place: Place, series: string): string {
    const [, prefix = "", digits = ""] = /^(\D*)(\d+)$/.exec(series) ?? [];
    const name = `${place.company}/${place.collection}`;
    for (let count = this.numbers.get(name) ?? Number(digits); ; count += 1) {
      const number = prefix + String(count).padStart(digits.length, "0");
      this.numbers.set(name, count + 1);
      if (this.store.having(place, { number }).length === 0) return number;
    }
  }

  private rounded(fields: Fields): Fields {
    const { decimalPlaces } = this.settings;
    if (decimalPlaces === undefined) return fields;
    const round = (value: Scalar) =>
      typeof value === "number" ? Number(value.toFixed(decimalPlaces)) : value;
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, round(value)]));
  }

  private refuseDuplicate(place: Place, fields: Fields): void {
    const { identity, caption } = entityTypes[place.collection];
    const values = Object.fromEntries(identity.map((name) => [name, fields[name] ?? ""]));
    if (this.store.having(place, values).some(({ id }) => id !== fields.id))
      throw businessErrors.duplicate(caption, values);
  }

  /**
   * The modification time is deliberately unreliable: it has whole seconds, and omits every second write. The documents promise
   * nothing about it, and the real service is not reliable either.
   */
  private modification(place: Place, { id }: StoredRecord): Fields {
    const shows = this.store.history(place, id).length % 2 === 0;
    return shows && isDated(entityTypes[place.collection]) ? { lastModifiedDateTime: this.time() } : {};
  }

  private time(): string {
    return new Date(this.settings.now()).toISOString().replace(/\.\d+Z$/, "Z");
  }
}

/**
 * Applies the fields of a request one by one, in the order of its body. A field may reset others, which keep their values only if
 * the body has them later.
 *
 * @param current the record before a change; undefined for a create, in which a reset field is not given
 */
function applyInOrder(type: EntityType, given: Fields, current?: Fields): Fields {
  const applied = new Map<string, Scalar>();
  for (const [name, value] of Object.entries(given)) {
    const isChanged = value !== (current ?? type.unset)[name];
    for (const other of isChanged ? listReset(type, name, current) : []) {
      if (current === undefined) applied.delete(other);
      else applied.set(other, type.unset[other] ?? "");
    }
    applied.set(name, value);
  }
  return Object.fromEntries(applied);
}

/** The fields that a change of a field resets. Some of them stay if the field had no value. */
function listReset({ fields, unset }: EntityType, name: string, current: Fields = unset): readonly string[] {
  const { resets = [], clears = [] } = fields[name] ?? {};
  return current[name] === unset[name] ? resets : [...resets, ...clears];
}

function isDated({ fields }: EntityType): boolean {
  return fields.lastModifiedDateTime !== undefined;
}
