import type { Operation } from "./changed.js";
import { getTitle } from "./descriptions/table.js";
import { formatName } from "./fieldLine.js";
import { type Markdown, md } from "./markdown.js";

export const titles: Record<Operation, Markdown> = {
  replace: md`Replace`,
  delete: md`Delete`,
  update: md`Update`,
  create: md`Create`,
  import: md`Import`,
  rename: md`Rename`,
  drifted: md`Changed at the service:`,
  gone: md`Missing at the service:`,
};

/** A kind of resource: its title, or the whole type of another package's. */
export function formatType(type: string): Markdown {
  return formatName(getTitle(type) ?? type);
}
