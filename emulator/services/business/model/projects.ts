import { entityType } from "./entityType.js";
import { text } from "./field.js";
import { defaultDimensions } from "./relations.js";

export const projects = entityType({
  caption: "Project",
  name: "project",
  identity: ["number"],
  series: "P00001",
  fields: { number: text(20), displayName: text(100) },
  children: [defaultDimensions],
});
