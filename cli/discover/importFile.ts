import { TOKEN_PREFIX } from "../../provider/contract/configuration.js";

/** An object of a service, to be imported. */
export interface Discovered {
  /** Title of the resource that manages it. */
  title: string;
  id: string;
  /** What people call it: its number, or its name. */
  label: string;
}

/** The file that `pulumi import --file` reads. */
export function formatImportFile(objects: readonly Discovered[]): string {
  const names = createNames(objects);
  const resources = objects.map(({ title, id }, index) => ({
    type: TOKEN_PREFIX + title,
    name: names[index],
    id,
  }));
  return `${JSON.stringify({ resources }, null, 2)}\n`;
}

/** The objects without those that several options list: the engine refuses a file with one twice. */
export function withoutRepeats(objects: readonly Discovered[]): Discovered[] {
  const byId = new Map(objects.map((one) => [`${one.title} ${one.id.toLowerCase()}`, one]));
  return [...byId.values()];
}

/**
 * An object gets the same name each time; only where several would get the same one, each has its id. A part of an id is not
 * enough: GUIDs that a database generates have the same end.
 */
function createNames(objects: readonly Discovered[]): string[] {
  const names = objects.map(({ title, label }) => [toName(title), toName(label)].filter(Boolean).join("-"));
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name, index) =>
    counts.get(name) === 1 ? name : `${name}-${toName(objects[index]?.id ?? "")}`,
  );
}

/** A name that generators of programs in every language can make an identifier of. */
function toName(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
