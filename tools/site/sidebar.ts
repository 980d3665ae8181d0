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

/** The sections in the order in which a reader needs them. Pages of no section are at the end of the last one. */
export function createSidebar(): Group[] {
  const sections = namedSections();
  const links = sections.flatMap(({ items }) => items.map(({ link }) => link));
  sections.at(-1)?.items.push(...pagesIn("docs/").filter(({ link }) => !links.includes(link)));
  return sections;
}

function namedSections(): Group[] {
  return [
    {
      text: "Get started",
      items: [{ text: "Overview", link: "/" }, ...["getting-started", "signing-in", "emulator"].map(page)],
    },
    {
      text: "Resources",
      items: ["container-groups", "business-records", "erp-stops", "app-service"].map(page),
    },
    {
      text: "Guides",
      items: [
        page("secrets"),
        page("drift"),
        { text: "Handle update conflicts", link: "/business-records#handle-update-conflicts" },
        page("adopting"),
        page("several-accounts"),
        { text: "Stay within request limits", link: "/business-records#stay-within-request-limits" },
        page("large-stacks"),
        page("shared-state"),
        page("explain"),
        page("package-lookup"),
        page("native-plugin"),
        page("testing-programs"),
        item("docs/pipelines/README.md"),
        page("troubleshooting"),
      ],
    },
    { text: "Reference", items: pagesIn("docs/reference/") },
    { text: "Examples", items: pagesIn("examples/") },
    {
      text: "Contributing",
      items: [
        item("CONTRIBUTING.md"),
        page("design"),
        { text: "Fault matrix", link: "/fault-matrix" },
        page("mutation-testing"),
        page("compatibility"),
        page("dependencies"),
        item("SECURITY.md"),
        item("CHANGELOG.md"),
      ],
    },
  ];
}

function page(name: string): Item {
  return item(`docs/${name}.md`);
}

function pagesIn(directory: string): Item[] {
  return listPages()
    .filter((file) => file.startsWith(directory))
    .map(item);
}

function item(file: string): Item {
  const title = /^# (.+)$/m.exec(readFileSync(join(ROOT, file), "utf8"))?.[1];
  if (title === undefined) throw new Error(`${file} has no title`);
  return { text: title, link: getSiteAddress(file) };
}
