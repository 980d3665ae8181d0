import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { getPageAddress, getSiteAddress, listPages, ROOT, toSiteLink } from "../../../tools/site/pages.js";

describe("links from file to file, on the site", () => {
  const from = (page: string, link: string): string => toSiteLink(link, join(ROOT, page));

  it("lead from page to page", () => {
    expect(from("README.md", "docs/secrets.md")).to.equal("/secrets");
    expect(from("docs/secrets.md", "reference/customer.md#customer")).to.equal(
      "/reference/customer#customer",
    );
    expect(from("docs/reference/customer.md", "../../README.md")).to.equal("/");
    expect(from("examples/quickstart/README.md", "../../CHANGELOG.md")).to.equal("/changelog");
  });

  it("of a directory lead to its README", () => {
    expect(from("docs/secrets.md", "../examples/container-group/")).to.equal("/examples/container-group");
  });

  it("of another file lead to the file", () => {
    expect(from("docs/secrets.md", "../LICENSE")).to.equal("/files/LICENSE");
  });

  it("to what is not there are refused", () => {
    expect(() => from("README.md", "docs/missing.md")).to.throw("README.md links to docs/missing.md");
  });

  it("the README leads to the index, which leads to every page", () => {
    const linksOf = (page: string): string[] =>
      [...readFileSync(join(ROOT, page), "utf8").matchAll(/\]\(([^):]+)\)/g)].map(([, link = ""]) =>
        from(page, link),
      );
    const linked = linksOf("docs/README.md");
    expect(linksOf("README.md")).to.include(getSiteAddress("docs/README.md"));
    expect(
      listPages()
        .map(getSiteAddress)
        .filter((address) => address !== getSiteAddress("docs/README.md") && !linked.includes(address)),
    ).to.deep.equal([]);
  });

  it("every page has an address of its own", () => {
    const addresses = listPages().map(getPageAddress);
    expect(new Set(addresses).size).to.equal(addresses.length);
  });
});
