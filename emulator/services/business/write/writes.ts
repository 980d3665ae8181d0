import { randomUUID } from "node:crypto";
import type { Settings } from "../../../options.js";
import { businessErrors } from "../errors.js";
import type { Collection, EntityType } from "../model/entityType.js";
import type { Fields, Scalar, Setup } from "../model/field.js";
import { entityTypes } from "../model/index.js";
import type { Place, RecordStore, StoredRecord, Writer } from "../store/store.js";
import type { Input } from "./readInput.js";
import { resolveRelatedFields } from "./relations.js";

const NUMBER_STEP = 10_000;

/** Creates, changes and removes records by the rules for all writers. */
export class Writes {
  private readonly numbers: NumberSeries;

  constructor(
    private readonly store: RecordStore,
    private readonly settings: Pick<Settings, "now"> & Setup,
  ) {
    this.numbers = new NumberSeries(store);
  }

  /** Creates a record and its child records: all of them, or none. */
  create(place: Place, { fields: given, children }: Input, by: Writer): StoredRecord {
    const id = given.id ?? randomUUID();
    const lines = children.flatMap(({ of, records }) =>
      records.map((record, position) => {
        const line = { ...record, [of.parentId]: id, sequence: (position + 1) * NUMBER_STEP };
        return {
          place: { ...place, collection: of.of },
          fields: this.draft({ ...place, collection: of.of }, line),
        };
      }),
    );
    const draft = this.draft(place, { ...given, id });
    const { summarize } = entityTypes[place.collection];
    const fields = {
      ...draft,
      ...summarize?.(
        draft,
        lines.map((line) => line.fields),
      ),
    };
    this.refuseDuplicate(place, fields);
    const record = this.store.create(place, fields, by);
    for (const line of lines) this.store.create(line.place, line.fields, by);
    return record;
  }

  /** Creates an initial record, which must be unique: the check would take most of the time. */
  seed(place: Place, fields: Fields): void {
    this.store.create(place, this.draft(place, fields), "other");
  }

  /** Changes a record. Every write creates a new entity tag, even without a change. */
  change(place: Place, record: StoredRecord, changed: Fields, by: Writer): StoredRecord {
    const type = entityTypes[place.collection];
    const given = applyInOrder(type, this.rounded(changed), this.settings, record.fields);
    if (type.series !== undefined && given.number === "") throw businessErrors.required("number", type.name);
    const derived = resolveRelatedFields(this.store, place.company, type, given, record.fields, false);
    const changes = { ...this.modification(place, record), ...given, ...derived };
    const whole = { ...record.fields, ...changes };
    if (type.summarize !== undefined)
      Object.assign(changes, type.summarize(whole, this.childrenOf(place, record)));
    this.refuseDuplicate(place, { ...record.fields, ...changes });
    return this.store.update(place, record.id, changes, by);
  }

  /** Moves a record to another collection, with a new number and the fields that this collection has. */
  move(place: Place, record: StoredRecord, to: Collection, by: Writer): StoredRecord {
    const { fields: known } = entityTypes[to];
    const { id: _, number, ...fields } = record.fields;
    const kept = Object.entries({ ...fields, quoteNumber: number ?? "" }).filter(([name]) =>
      Object.hasOwn(known, name),
    );
    this.remove(place, record, by);
    return this.create({ ...place, collection: to }, { fields: Object.fromEntries(kept), children: [] }, by);
  }

  remove(place: Place, record: StoredRecord, by: Writer): void {
    for (const { of, parentId } of entityTypes[place.collection].children) {
      const children = { ...place, collection: of };
      for (const child of this.store.having(children, { [parentId]: record.id }))
        this.remove(children, child, by);
    }
    this.store.remove(place, record.id, by);
  }

  private childrenOf(place: Place, record: StoredRecord): Fields[] {
    return entityTypes[place.collection].children.flatMap(({ of, parentId }) =>
      this.store.having({ ...place, collection: of }, { [parentId]: record.id }).map(({ fields }) => fields),
    );
  }

  private draft(place: Place, requested: Fields): Fields {
    const type = entityTypes[place.collection];
    const given = applyInOrder(type, this.rounded(requested), this.settings);
    const { company } = place;
    const fields: Record<string, Scalar> = { ...type.unset, ...given };
    fields.id = given.id ?? randomUUID();
    if (type.series !== undefined && fields.number === "") fields.number = this.numbers.next(place, type);
    if (isDated(type) && given.lastModifiedDateTime === undefined) fields.lastModifiedDateTime = this.time();
    Object.assign(fields, resolveRelatedFields(this.store, company, type, given, type.unset, true));
    const related = (id: string) => {
      const relation = type.relations.find((candidate) => candidate.id === id);
      return relation && this.store.find({ company, collection: relation.to }, String(fields[id]))?.fields;
    };
    const isOf = (collection: string, id: string) =>
      this.store.find({ company, collection: collection as Collection }, String(fields[id])) !== undefined;
    const typeOf = (id: string) =>
      Object.entries(entityTypes).find(([collection]) => isOf(collection, id))?.[1].caption ?? " ";
    return type.complete === undefined
      ? fields
      : { ...fields, ...type.complete({ fields, given, related, typeOf, setup: this.settings }) };
  }

  private rounded(fields: Fields): Fields {
    const { decimalPlaces } = this.settings;
    if (decimalPlaces === undefined) return fields;
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === "number" ? Number(value.toFixed(decimalPlaces)) : value,
      ]),
    );
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
function applyInOrder(type: EntityType, given: Fields, setup: Setup, current?: Fields): Fields {
  const applied = new Map<string, Scalar>();
  for (const [name, value] of Object.entries(given)) {
    const isChanged = value !== (current ?? type.unset)[name];
    for (const other of isChanged ? listReset(type, name, current) : []) {
      if (current === undefined) applied.delete(other);
      else applied.set(other, type.unset[other] ?? "");
    }
    const filled = isChanged ? type.fields[name]?.fills?.(value, setup) : undefined;
    for (const [other, text] of Object.entries(filled ?? {})) applied.set(other, text);
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

/** Assigns numbers to records that a client creates without a number. */
class NumberSeries {
  private readonly last = new Map<string, number>();

  constructor(private readonly store: RecordStore) {}

  /** Returns the next unused number; empty if the type has no series. */
  next(place: Place, { series }: EntityType): string {
    if (series === undefined) return "";
    const [, prefix = "", digits = ""] = /^(\D*)(\d+)$/.exec(series) ?? [];
    const name = `${place.company}/${place.collection}`;
    for (let count = this.last.get(name) ?? Number(digits); ; count += 1) {
      const number = prefix + String(count).padStart(digits.length, "0");
      if (this.store.having(place, { number }).length === 0) {
        this.last.set(name, count + 1);
        return number;
      }
    }
  }
}
