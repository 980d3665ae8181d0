import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getSiteAddress, listPages, ROOT } from "./pages.js";

interface Item {
  text: string;
  link: string;
}

interface Group {
  text: string;
  items: Item[];
}

/** The sections, in the order of reading: files of pages, and links to parts of pages. */
const SECTIONS: Record<string, (string | Item)[]> = {
  "Get started": [
    { text: "Overview", link: "/" },
    ...["docs/getting-started.md", "docs/install.md", "docs/signing-in.md", "docs/emulator.md"],
  ],
  Resources: [
    "docs/container-groups.md",
    "docs/business-records.md",
    "docs/erp-stops.md",
    "docs/app-service.md",
  ],
  Guides: [
    ...["docs/day-two.md", "docs/tokens.md", "docs/secrets.md", "docs/drift.md"],
    { text: "Handle update conflicts", link: "/business-records#handle-update-conflicts" },
    ...["docs/adopting.md", "docs/several-accounts.md", "docs/azure.md"],
    { text: "Stay within request limits", link: "/business-records#stay-within-request-limits" },
    ...["docs/large-stacks.md", "docs/shared-state.md", "docs/explain.md", "docs/package-lookup.md"],
    ...["docs/testing-programs.md", "docs/pipelines/README.md", "docs/pipelines/containers.md"],
    "docs/troubleshooting.md",
  ],
  Languages: ["docs/languages.md", "docs/native-plugin.md"],
  Reference: pagesIn("docs/reference/"),
  Examples: pagesIn("examples/"),
  Contributing: [
    ...["CONTRIBUTING.md", "docs/design.md"],
    ...["docs/compatibility.md", "docs/measurements.md"],
    ...["SECURITY.md", "CHANGELOG.md"],
  ],
};

/** Pages without a section are at the end of the last one. */
export function createSidebar(): Group[] {
  const sections = Object.entries(SECTIONS).map(([text, entries]) => ({
    text,
    items: entries.map((entry) => (typeof entry === "string" ? item(entry) : entry)),
  }));
  const links = sections.flatMap(({ items }) => items.map(({ link }) => link));
  const others = pagesIn("docs/").filter((file) => !links.includes(getSiteAddress(file)));
  sections.at(-1)?.items.push(...others.map(item));
  return sections;
}

function pagesIn(directory: string): string[] {
  return listPages().filter((file) => file.startsWith(directory));
}

function item(file: string): Item {
  const title = /^# (.+)$/m.exec(readFileSync(join(ROOT, file), "utf8"))?.[1];
  if (title === undefined) throw new Error(`${file} has no title`);
  return { text: title, link: getSiteAddress(file) };
}
