import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** Finds the problems of a built site: broken links and anchors, and everything that a browser would load from another server. */
export function findProblems(directory: string): string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join("/", entry.parentPath.slice(directory.length), entry.name));
  const text = (file: string): string => readFileSync(join(directory, file), "utf8");
  const anchors = new Map(
    files.filter((file) => file.endsWith(".html")).map((file) => [file, anchorsIn(text(file))]),
  );
  const problem = (file: string, reference: string): string | undefined => {
    if (reference.startsWith("data:")) return undefined;
    if (/^([a-z][a-z+.-]*:|\/\/)/i.test(reference)) return "leads out of the site";
    const [path = "", anchor] = decodeURI(reference).split("#", 2);
    const target = path === "" ? file : posix.resolve(posix.dirname(file), path);
    const found = [target, `${target}.html`, posix.join(target, "index.html")].find((name) =>
      files.includes(name),
    );
    if (found === undefined) return "leads nowhere";
    if (anchor && !anchors.get(found)?.has(anchor)) return "names nothing that is there";
    return undefined;
  };
  return files.flatMap((file) =>
    referencesIn(file, text).flatMap((reference) => {
      const found = problem(file, reference);
      return found === undefined ? [] : [`${file}: ${reference} ${found}`];
    }),
  );
}

function anchorsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => unescaped(id ?? "")));
}

/** Returns the addresses that a browser would load with the file, and the targets of its links within the site. */
function referencesIn(file: string, text: (file: string) => string): string[] {
  const pattern = file.endsWith(".html")
    ? /(?<!<a\b[^>]*) (?:href|src)="([^"]*)"|<a\b[^>]* href="(?!https:)([^"]*)"/g
    : file.endsWith(".css") || file.endsWith(".svg")
      ? /(?:url\(|@import )\s*["']?([^#"')\s][^"')\s]*)/g
      : undefined;
  if (pattern === undefined) return [];
  const references = [...text(file).matchAll(pattern)].map(([, fetched, link]) => fetched ?? link ?? "");
  return [...new Set(references.map(unescaped))];
}

function unescaped(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
}
