import { expect } from "chai";
import { describe, it } from "mocha";
import { formatImportFile } from "../../../cli/discover/importFile.js";
import { parseDiscoverOptions } from "../../../cli/discover/options.js";

describe("the import file", () => {
  const namesOf = (...labels: string[]): string[] => {
    const objects = labels.map((label, index) => ({ title: "Customer", id: `a186de1a-00${index}`, label }));
    return JSON.parse(formatImportFile(objects)).resources.map(({ name }: { name: string }) => name);
  };

  it("has names that programs in every language can use", () => {
    expect(namesOf("C-10001", "10 000", "Ä/ö", "-")).to.deep.equal([
      "customer-c-10001",
      "customer-10-000",
      "customer-a186de1a-002",
      "customer-a186de1a-003",
    ]);
  });

  it("has other names where two objects would get the same one", () => {
    expect(namesOf("A.1", "A-1", "B")).to.deep.equal([
      "customer-a-1-a186de1a-000",
      "customer-a-1-a186de1a-001",
      "customer-b",
    ]);
  });
});

describe("the command line of discover", () => {
  it("names what is listed, as often as it likes", () => {
    const args = [
      "--collection",
      "items",
      "--collection",
      "customers",
      "--resource-group",
      "a",
      "--all-groups",
    ];
    expect(parseDiscoverOptions(args)).to.deep.include({
      collections: ["items", "customers"],
      resourceGroups: ["a"],
      allGroups: true,
    });
  });

  for (const args of [[], ["--filter", "x eq 1"], ["--collection", "vendors"], ["--nothing"]]) {
    it(`refuses ${JSON.stringify(args)}`, () => {
      expect(() => parseDiscoverOptions(args)).to.throw(/discover --help|must be one of/);
    });
  }
});
