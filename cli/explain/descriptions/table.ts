import { TOKEN_PREFIX, TYPE_PREFIX } from "../../../provider/configuration.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { defaultDimensionSchema } from "../../../provider/services/defaultDimensions/schema.js";
import {
  applicationServerInstanceStopSchema,
  databaseInstanceStopSchema,
} from "../../../provider/services/instanceStops/schema.js";
import { customerSchema, itemSchema, projectSchema } from "../../../provider/services/records/schema.js";
import { shownArgument } from "../fieldLine.js";
import { md } from "../markdown.js";
import { appUserRemovalDescription } from "./appUserRemoval.js";
import { containerGroupDescription } from "./containerGroup.js";
import { createInstanceStopDescription } from "./instanceStop.js";
import { createRecordDescription } from "./record.js";
import type { ResourceDescription } from "./resourceDescription.js";
import { salesQuoteDescription } from "./salesQuote.js";

/** The descriptions of all resources, by their title. */
export const descriptions: Readonly<Record<string, ResourceDescription>> = {
  ContainerGroup: containerGroupDescription,
  Customer: createRecordDescription(customerSchema, md`customer`, (args, { recordLabel }) =>
    recordLabel(args.customerId),
  ),
  Item: createRecordDescription(itemSchema, md`item`, (args, { recordLabel }) => recordLabel(args.itemId)),
  Project: createRecordDescription(projectSchema, md`project`, (args, { recordLabel }) =>
    recordLabel(args.projectId),
  ),
  DefaultDimension: createRecordDescription(
    defaultDimensionSchema,
    md`default dimension`,
    (args, { recordLabel }) =>
      md`${shownArgument(args.dimensionId)} of ${shownArgument(args.parentType)} ${recordLabel(args.parentId)}`,
  ),
  SalesQuote: salesQuoteDescription,
  DatabaseInstanceStop: createInstanceStopDescription(
    databaseInstanceStopSchema,
    md`database instance`,
    "databaseInstanceName",
  ),
  ApplicationServerInstanceStop: createInstanceStopDescription(
    applicationServerInstanceStopSchema,
    md`application server instance`,
    "applicationInstanceName",
  ),
  AppUserRemoval: appUserRemovalDescription,
};

/** The title of a type of this package: `ContainerGroup`. */
export function titleOf(type: string): string | undefined {
  const prefix = [TYPE_PREFIX, TOKEN_PREFIX].find((each) => type.startsWith(each));
  const title = prefix === undefined ? "" : type.slice(prefix.length);
  return Object.hasOwn(descriptions, title) ? title : undefined;
}

export function descriptionOf(type: string): ResourceDescription | undefined {
  const title = titleOf(type);
  return title === undefined ? undefined : descriptions[title];
}

export function schemaOf(type: string): ResourceSchema | undefined {
  return descriptionOf(type)?.schema;
}
