import { expect } from "chai";
import { describe, it } from "mocha";
import {
  getOwn,
  isAbsent,
  isObject,
  isUnknown,
  mapValues,
  setOwn,
  someValue,
  UNKNOWN,
} from "../../../provider/schema/json.js";
import { Secret } from "../../../provider/schema/secret.js";

describe("JSON values", () => {
  it("are objects, but for lists, null, scalars and secrets", () => {
    for (const value of [{}, { a: 1 }, Object.create(null)]) expect(isObject(value)).to.equal(true);
    for (const value of [null, undefined, [], "text", 5, true, () => 1, new Secret({ a: 1 })])
      expect(isObject(value), String(value)).to.equal(false);
  });

  it("are absent where they are null or undefined", () => {
    for (const value of [null, undefined]) expect(isAbsent(value)).to.equal(true);
    for (const value of [0, "", false, [], {}, Number.NaN]) expect(isAbsent(value)).to.equal(false);
  });

  it("hold an unknown value at any depth", () => {
    const hasUnknown = (value: unknown) => someValue(value, isUnknown);
    for (const value of [UNKNOWN, [1, UNKNOWN], { a: { b: [1, { c: UNKNOWN }] }, d: 1 }])
      expect(hasUnknown(value)).to.equal(true);
    for (const value of [null, undefined, "text", 5, [], {}, [1, "a"], { a: { b: [null] } }])
      expect(hasUnknown(value)).to.equal(false);
    // The name of a property is none.
    expect(hasUnknown({ [UNKNOWN]: 1 })).to.equal(false);
  });
});

describe("properties of any name", () => {
  const names = ["name", "", "__proto__", "toString", "constructor"];

  it("are set as properties like any other", () => {
    for (const name of names) {
      const target = {};
      setOwn(target, name, { a: 1 });
      expect(Object.getOwnPropertyDescriptor(target, name), name).to.deep.equal({
        ...{ value: { a: 1 }, enumerable: true, configurable: true, writable: true },
      });
      expect(Object.getPrototypeOf(target)).to.equal(Object.prototype);
    }
  });

  it("are not those that every object has", () => {
    for (const name of names) {
      expect(getOwn({}, name), name).to.equal(undefined);
      expect(getOwn(JSON.parse(`{"${name}":5}`), name), name).to.equal(5);
    }
  });

  it("stay when the values change", () => {
    const value = JSON.parse('{"a":1,"__proto__":2}');
    const mapped = mapValues(value, (name, child) => `${name}: ${child}`);
    expect(JSON.stringify(mapped)).to.equal('{"a":"a: 1","__proto__":"__proto__: 2"}');
    expect(JSON.stringify(value)).to.equal('{"a":1,"__proto__":2}');
  });
});
