import { expect } from "chai";
import { describe, it } from "mocha";
import { parseDiscoverOptions } from "../../../cli/discover/options.js";
import { formatImportFile, readImportFile, withoutRepeats } from "../../../cli/importFile.js";

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

  it("has no characters that a terminal or a pipeline's runner interprets", () => {
    const id = "/a\u202e##[group]\ufff9";
    const file = formatImportFile([{ title: "ContainerGroup", id, label: "a" }]);
    expect(JSON.parse(file).resources[0].id).to.equal(id);
    expect(file).not.to.match(/##|[^\n -~]/);
  });

  it("is read again, and nothing else", () => {
    const objects = [{ title: "ContainerGroup", id: "/a/b", label: "Shop" }];
    expect(readImportFile(formatImportFile(objects))).to.deep.equal([
      { title: "ContainerGroup", name: "container-group-shop", id: "/a/b" },
    ]);
    const [type, name] = ["vendorcloud:index:Item", "a"];
    const withoutId = JSON.stringify({ resources: [{ type, name }] });
    for (const text of ["{", "[]", '{"resources":[1]}', withoutId])
      expect(() => readImportFile(text), text).to.throw(Error, /^(it is|one of its)/);
    const foreign = { resources: [{ type: "aws:s3:Bucket", name, id: "b" }] };
    expect(() => readImportFile(JSON.stringify(foreign))).to.throw("of another package");
  });

  it("has an object once that several options list", () => {
    const group = { title: "ContainerGroup", id: "/subscriptions/s/resourceGroups/demo", label: "demo" };
    const again = { ...group, id: "/subscriptions/s/resourceGroups/Demo", label: "Demo" };
    const customer = { ...group, title: "Customer" };
    expect(withoutRepeats([group, again, customer])).to.deep.equal([again, customer]);
  });
});

describe("the command line of discover", () => {
  it("names what is listed, as often as it likes", () => {
    const args = "--collection items --collection customers --resource-group a --all-groups";
    expect(parseDiscoverOptions(args.split(" "))).to.deep.include({
      collections: ["items", "customers"],
      resourceGroups: ["a"],
      allGroups: true,
    });
  });

  for (const args of [
    [],
    ["--filter", "x eq 1"],
    ["--collection", "vendors"],
    ["--all-groups", "--resource-group", " "],
  ]) {
    it(`refuses ${JSON.stringify(args)}`, () => {
      expect(() => parseDiscoverOptions(args)).to.throw(/--help lists|must be one of/);
    });
  }
});
