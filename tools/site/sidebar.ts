import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pages, ROOT, siteAddress } from "./pages.js";

interface Item {
  text: string;
  link: string;
}

interface Group {
  text: string;
  items: Item[];
}

/** What a reader looks for, in the order in which it is needed; a page that nobody has put anywhere comes last. */
export function sidebar(): Group[] {
  const named = namedGroups();
  const links = named.flatMap(({ items }) => items.map(({ link }) => link));
  const others = pagesIn("docs/").filter(({ link }) => !links.includes(link));
  return [
    ...named,
    {
      text: "More",
      items: [
        ...others,
        { text: "Contributing", link: "/contributing" },
        { text: "Security", link: "/security" },
        { text: "Changelog", link: "/changelog" },
      ],
    },
  ];
}

function namedGroups(): Group[] {
  return [
    {
      text: "Start",
      items: [{ text: "What it is", link: "/" }, page("getting-started")],
    },
    {
      text: "Resources",
      items: ["container-groups", "business-records", "erp-stops", "app-service"].map(page),
    },
    {
      text: "How to",
      items: [
        page("signing-in"),
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
        page("testing-programs"),
        item("docs/pipelines/README.md"),
        page("troubleshooting"),
      ],
    },
    { text: "Examples", items: pagesIn("examples/") },
    { text: "Reference", items: pagesIn("docs/reference/") },
  ];
}

function page(name: string): Item {
  return item(`docs/${name}.md`);
}

function pagesIn(directory: string): Item[] {
  return pages()
    .filter((file) => file.startsWith(directory))
    .map(item);
}

function item(file: string): Item {
  const title = /^# (.+)$/m.exec(readFileSync(join(ROOT, file), "utf8"))?.[1];
  if (title === undefined) throw new Error(`${file} has no headline`);
  return { text: title, link: siteAddress(file) };
}
