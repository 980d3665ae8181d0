import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The Markdown files of the repository that are pages of the site, and their addresses. */

export const ROOT = resolve(__dirname, "../..");

/** Patterns of files to exclude: VitePress finds every Markdown file. */
export const NO_PAGES = [
  ...["!(docs|examples)/**/*", "examples/*/!(README).md", "LICENSE.md"],
  ...["docs/_index.md", "docs/installation-configuration.md"],
];

const addresses: [RegExp, string][] = [
  [/^README\.md$/, "index.md"],
  [/^(CHANGELOG|CONTRIBUTING|SECURITY)\.md$/, "$1.md"],
  [/^docs\/(.+)\/README\.md$/, "$1.md"],
  [/^docs\/(.+\.md)$/, "$1"],
  [/^examples\/([^/]+)\/README\.md$/, "examples/$1.md"],
];

/** Lists all pages by file. A site that is built into its own folder contains copies of some. */
export function listPages(): string[] {
  const docs = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
  const examples = readdirSync(join(ROOT, "examples"));
  return [
    ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
    ...docs
      .filter((file) => /^(?!\.vitepress).*\.md$/.test(file) && !NO_PAGES.includes(`docs/${file}`))
      .map((file) => `docs/${file}`),
    ...examples.map((name) => `examples/${name}/README.md`),
  ].sort();
}

/** Folder of linked files that are not pages. The site has them unchanged. */
export const FILES = "/files/";

/** Returns `secrets.md` for `docs/secrets.md`; undefined for a file that is not a page. */
export function getPageAddress(file: string): string | undefined {
  const found = addresses.find(([pattern]) => pattern.test(file));
  return found && file.replace(...found).toLowerCase();
}

/** Returns `/secrets` for `docs/secrets.md`, and `/files/docs/x.yml` for `docs/x.yml`. */
export function getSiteAddress(file: string): string {
  const page = getPageAddress(file);
  return page === undefined ? `${FILES}${file}` : `/${page.replace(/^index\.md$|\.md$/, "")}`;
}

/**
 * Returns the target of a link on the site: `/examples/x` for `../examples/x/` in `docs/y.md`.
 *
 * @throws Error if there is no such page
 */
export function toSiteLink(link: string, page: string): string {
  const [path = "", anchor] = link.split("#", 2);
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (path === "") return hash;
  const target = resolve(dirname(page), path);
  const file = existsSync(target) && statSync(target).isDirectory() ? join(target, "README.md") : target;
  if (!existsSync(file))
    throw new Error(`${relative(ROOT, page)} links to ${link}, and there is no such file`);
  return `${getSiteAddress(relative(ROOT, file))}${hash}`;
}
