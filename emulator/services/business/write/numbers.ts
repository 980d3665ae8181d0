import type { EntityType } from "../model/entityType.js";
import type { Place, RecordStore } from "../store/store.js";

/** The numbers that records get whose number the client does not send. */
export class NumberSeries {
  private readonly last = new Map<string, number>();

  constructor(private readonly store: RecordStore) {}

  /** The next number that no record has; empty where the type has no series. */
  next(place: Place, { series }: EntityType): string {
    if (series === undefined) {
      return "";
    }
    const [, prefix = "", digits = ""] = /^(\D*)(\d+)$/.exec(series) ?? [];
    const name = `${place.company}/${place.collection}`;
    for (let count = this.last.get(name) ?? Number(digits); ; count += 1) {
      const number = prefix + String(count).padStart(digits.length, "0");
      if (this.store.having(place, "number", number).length === 0) {
        this.last.set(name, count + 1);
        return number;
      }
    }
  }
}
