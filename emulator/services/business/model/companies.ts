import { entityType } from "./entityType.js";
import { dateTime, decimal, readOnly, text } from "./field.js";

const account = readOnly(text(36));

/** The companies themselves. Their records belong to one of them each. */
export const companies = entityType({
  caption: "Company",
  name: "company",
  identity: ["name"],
  closed: true,
  tagged: false,
  fields: {
    systemVersion: text(40),
    timestamp: decimal,
    name: text(30),
    displayName: text(250),
    businessProfileId: text(250),
    systemCreatedAt: readOnly(dateTime),
    systemCreatedBy: account,
    systemModifiedAt: readOnly(dateTime),
    systemModifiedBy: account,
  },
});
