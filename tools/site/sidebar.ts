import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./pages.js";

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
  const others = pagesIn("docs")
    .map(page)
    .filter(({ link }) => !links.includes(link));
  return [
    ...named,
    {
      text: "More",
      items: [
        ...others,
        { text: "Contributing", link: "/contributing" },
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
        { text: "Decide conflicts", link: "/business-records#how-conflicts-are-decided" },
        page("adopting"),
        page("several-accounts"),
        { text: "Live with limits", link: "/business-records#limits" },
        page("large-stacks"),
        page("troubleshooting"),
      ],
    },
    { text: "Examples", items: readdirSync(join(ROOT, "examples")).sort().map(example) },
    { text: "Reference", items: pagesIn("docs/reference").map((name) => page(`reference/${name}`)) },
  ];
}

function page(name: string): Item {
  return { text: headline(`docs/${name}.md`), link: `/${name}` };
}

function example(name: string): Item {
  return { text: headline(`examples/${name}/README.md`), link: `/examples/${name}` };
}

function headline(file: string): string {
  const title = /^# (.+)$/m.exec(readFileSync(join(ROOT, file), "utf8"))?.[1];
  if (title === undefined) throw new Error(`${file} has no headline`);
  return title;
}

function pagesIn(directory: string): string[] {
  const files = readdirSync(join(ROOT, directory)).filter((file) => file.endsWith(".md"));
  return files.map((file) => file.slice(0, -".md".length)).sort();
}
