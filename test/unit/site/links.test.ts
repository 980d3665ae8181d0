import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { getPageAddress, getSiteAddress, listPages, ROOT, toSiteLink } from "../../../tools/site/pages.js";

describe("links from file to file, on the site", () => {
  const from = (page: string, link: string): string => toSiteLink(link, join(ROOT, page));

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
