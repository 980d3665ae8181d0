import { isObject, type Json, type JsonObject } from "./json.js";

/** Gives equal values the same number: many are compared with many, in time in proportion to their size. */
export class ValueNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<Json, number>();

  of(value: Json): number {
    if (!Array.isArray(value) && !isObject(value)) return this.#numberOf(`${typeof value} ${value}`);
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const number = this.#numberOf(Array.isArray(value) ? this.#listText(value) : this.#objectText(value));
    this.#known.set(value, number);
    return number;
  }

  #listText(list: Json[]): string {
    return JSON.stringify(list.map((item) => this.of(item)));
  }

  #objectText(object: JsonObject): string {
    const names = Object.keys(object).sort();
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, this.of(object[name])])));
  }

  #numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}
