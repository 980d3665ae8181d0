import { expect } from "chai";
import { describe, it } from "mocha";
import {
  findCollectionProblem,
  findFoundProblem,
  findRecordProblem,
  findRequestedProblem,
  isRecordId,
  listRecords,
  type RequestedRecords,
  toPlainRow,
} from "../../../provider/odata/bodies.js";
import type { Json, JsonObject } from "../../../provider/schema/json.js";

const A = "0f2a7c11-5c1e-4a64-9d6c-0a53bd0e11aa";
const B = "0f2a7c11-5c1e-4a64-9d6c-0a53bd0e11bb";
const company = "c0c0c0c0-5c1e-4a64-9d6c-0a53bd0e11cc";
const asked: RequestedRecords = {
  companyId: company,
  collection: "customers?$top=1",
  isRequested: () => true,
};

describe("bodies of responses", () => {
  it("a record is an object that is wanted", () => {
    expect(findRecordProblem({ id: A }, () => true)).to.equal(undefined);
    expect(findRecordProblem({ id: A }, () => false)).to.equal("but the body is not the requested record");
    expect(findRecordProblem([], () => true)).to.match(/the record/);
  });

  it("an error, or something other than an object, is neither a record nor a collection", () => {
    const bodies: [body: Json, problem: string][] = [
      [undefined, "but the body is empty, not "],
      [null, "but the body is null, not "],
      ["text", "but the body is a string, not "],
      [[{ id: A }], "but the body is a list, not "],
      [{ id: A, value: [{ id: A }], error: { code: "Busy" } }, "but the body is an error, not "],
    ];
    for (const [body, problem] of bodies) {
      const collection = `${problem}a collection of records`;
      expect(findCollectionProblem(body)).to.equal(collection);
      expect(findRequestedProblem(body, asked)).to.equal(collection);
      expect(findFoundProblem(body, A, asked)).to.equal(collection);
      expect(findRecordProblem(body, () => true)?.startsWith(problem)).to.equal(true);
    }
  });

  it("a record may come alone in a collection", () => {
    const isA = ({ id }: JsonObject): boolean => id === A;
    expect(findRecordProblem({ value: [{ id: A }] }, isA)).to.equal(undefined);
    for (const value of [[], [{ id: B }], [{ id: A }, { id: A }]])
      expect(findRecordProblem({ value }, isA)).to.equal("but the body is not the requested record");
    expect(findRecordProblem({ id: A, value: "of a field" }, isA)).to.equal(undefined);
    expect(findRecordProblem({ value: [5] }, isA)).to.equal("but the body is not a collection of records");
  });

  it("a collection is an object with a list of objects", () => {
    expect(findCollectionProblem({ value: [{}] })).to.equal(undefined);
    for (const value of [undefined, {}, [5], [null]])
      expect(findCollectionProblem({ value })).to.equal("but the body is not a collection of records");
    expect(listRecords({ value: [{ id: A }, 5, null] })).to.deep.equal([{ id: A }]);
    for (const body of [undefined, [], {}, { value: {} }]) expect(listRecords(body)).to.deep.equal([]);
  });

  describe("a whole collection of wanted records", () => {
    const problem = (body: JsonObject, change: Partial<RequestedRecords> = {}): string | undefined =>
      findRequestedProblem(body, { ...asked, ...change });
    const other = "but the records are not the requested ones";

    it("has only wanted records, each once, in any case of the id", () => {
      expect(problem({ value: [{ id: A }, { id: B }, {}, {}] })).to.equal(undefined);
      expect(problem({ value: [{ id: A }] }, { isRequested: () => false })).to.equal(other);
      expect(problem({ value: [{ id: A }, { id: A.toUpperCase() }] })).to.equal(other);
      expect(problem({ value: 5 })).to.equal("but the body is not a collection of records");
    });

    it("has no other page", () => {
      expect(problem({ value: [], "@odata.nextLink": "items?page=2" })).to.equal(
        "but the collection continues on another page",
      );
      expect(problem({ value: [], "@odata.nextLink": null })).to.equal(undefined);
    });

    it("has a context that does not contradict it", () => {
      const inContext = (context: Json, value: JsonObject[] = []): string | undefined =>
        problem({ value, "@odata.context": context });
      const root = "https://api.example/v2.0/$metadata";
      for (const context of [
        null,
        root,
        `${root}#companies(${company})/customers`,
        `${root}#companies(${company.toUpperCase()})/CUSTOMERS(id,number)`,
        `${root}#COMPANIES(${company})/customers`,
        `${root}#companies`,
      ])
        expect(inContext(context), String(context)).to.equal(undefined);
      for (const context of [
        5,
        `${root}#companies(${company})/vendors`,
        `${root}#companies(${company})/customersOfOthers`,
        `${root}#companies(${A})/customers`,
        `${root}#companies()/customers`,
      ])
        expect(inContext(context), String(context)).to.equal("but the collection is not the requested one");
      // The records tell of which company they are.
      expect(inContext(`${root}#companies(${A})/customers`, [{ id: A }])).to.equal(undefined);
    });
  });

  it("a record that was found may be among others, and only once", () => {
    const problem = (...value: JsonObject[]): string | undefined => findFoundProblem({ value }, A, asked);
    const other = "but the records are not the requested ones";
    expect(problem()).to.equal(undefined);
    expect(problem({ id: A.toUpperCase() }, { id: B })).to.equal(undefined);
    for (const records of [[{ id: B }], [{ id: 5 }], [{ id: A }, {}], [{ id: A }, { id: A }]])
      expect(problem(...records)).to.equal(other);
  });

  it("an id of a record is a GUID that is not zero", () => {
    expect(isRecordId(A)).to.equal(true);
    for (const id of [undefined, 5, [A], "", "C-1", `${A}0`, "00000000-0000-0000-0000-000000000000"])
      expect(isRecordId(id), String(id)).to.equal(false);
  });
});

describe("a record without annotations", () => {
  it("has its fields at any depth, and the entity tag as `etag`", () => {
    const lines = [
      { "@odata.etag": "2", number: 1 },
      { "@odata.id": "x", tags: [["a"], 5, null] },
    ];
    const fields = {
      "@odata.etag": "1",
      "@odata.editLink": "items(1)",
      "lines@odata.nextLink": "items?page=2",
      number: "C-1",
      lines,
      currency: { "@odata.type": "#currency", code: "EUR" },
    };
    expect(toPlainRow(fields)).to.deep.equal({
      etag: "1",
      number: "C-1",
      lines: [{ etag: "2", number: 1 }, { tags: [["a"], 5, null] }],
      currency: { code: "EUR" },
    });
  });
});
