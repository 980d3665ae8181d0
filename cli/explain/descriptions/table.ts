import { TYPE_PREFIX } from "../../../provider/configuration.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { defaultDimensionSchema } from "../../../provider/services/defaultDimensions/schema.js";
import {
  applicationServerInstanceStopSchema,
  databaseInstanceStopSchema,
} from "../../../provider/services/instanceStops/schema.js";
import { customerSchema, itemSchema, projectSchema } from "../../../provider/services/records/schema.js";
import { shownArgument } from "../fieldLine.js";
import { md } from "../markdown.js";
import { appUserRemovalWords } from "./appUserRemoval.js";
import { containerGroupWords } from "./containerGroup.js";
import { instanceStopWords } from "./instanceStop.js";
import { recordWords } from "./record.js";
import type { ResourceDescription } from "./resourceDescription.js";
import { salesQuoteWords } from "./salesQuote.js";

/** The words of every resource, by its title. */
export const descriptions: Readonly<Record<string, ResourceDescription>> = {
  ContainerGroup: containerGroupWords,
  Customer: recordWords(customerSchema, md`customer`, (args, { recordLabel }) =>
    recordLabel(args.customerId),
  ),
  Item: recordWords(itemSchema, md`item`, (args, { recordLabel }) => recordLabel(args.itemId)),
  Project: recordWords(projectSchema, md`project`, (args, { recordLabel }) => recordLabel(args.projectId)),
  DefaultDimension: recordWords(
    defaultDimensionSchema,
    md`default dimension`,
    (args, { recordLabel }) =>
      md`${shownArgument(args.dimensionId)} of ${shownArgument(args.parentType)} ${recordLabel(args.parentId)}`,
  ),
  SalesQuote: salesQuoteWords,
  DatabaseInstanceStop: instanceStopWords(
    databaseInstanceStopSchema,
    md`database instance`,
    "databaseInstanceName",
  ),
  ApplicationServerInstanceStop: instanceStopWords(
    applicationServerInstanceStopSchema,
    md`application server instance`,
    "applicationInstanceName",
  ),
  AppUserRemoval: appUserRemovalWords,
};

/** The title of a type of this package: `ContainerGroup`. */
export function titleOf(type: string): string | undefined {
  const title = type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length) : "";
  return Object.hasOwn(descriptions, title) ? title : undefined;
}

export function descriptionOf(type: string): ResourceDescription | undefined {
  const title = titleOf(type);
  return title === undefined ? undefined : descriptions[title];
}

export function schemaOf(type: string): ResourceSchema | undefined {
  return descriptionOf(type)?.schema;
}
