import { TOKEN_PREFIX, TYPE_PREFIX } from "../../../provider/contract/configuration.js";
import type { ResourceDefinition } from "../../../provider/contract/definition.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import * as services from "../../../provider/services/index.js";
import { createAppUserRemovalDescription } from "./appUserRemoval.js";
import { createContainerGroupDescription } from "./containerGroup.js";
import { createInstanceStopDescription } from "./instanceStop.js";
import { createObjectDescription } from "./object.js";
import { createRecordDescription } from "./record.js";
import type { ResourceDescription } from "./resourceDescription.js";
import { createSalesQuoteDescription } from "./salesQuote.js";

type Describe = (definition: ResourceDefinition) => ResourceDescription;

/** Resources that need more text than their definition provides, by title. */
const particular = new Map<string, Describe>([
  ["AppUserRemoval", createAppUserRemovalDescription],
  ["ApplicationServerInstanceStop", createInstanceStopDescription],
  ["CentralServerInstanceStop", createInstanceStopDescription],
  ["ContainerGroup", createContainerGroupDescription],
  ["DatabaseInstanceStop", createInstanceStopDescription],
  ["SalesQuote", createSalesQuoteDescription],
  ["VirtualInstanceStop", createInstanceStopDescription],
]);

export const descriptions: Readonly<Record<string, ResourceDescription>> = Object.fromEntries(
  Object.values(services)
    .flat()
    .map((definition) => [definition.schema.title, describe(definition)]),
);

function describe(definition: ResourceDefinition): ResourceDescription {
  const general = definition.managesFields === true ? createRecordDescription : createObjectDescription;
  return (particular.get(definition.schema.title) ?? general)(definition);
}

/** Returns the title of a type of this package, for example `ContainerGroup`. */
export function getTitle(type: string): string | undefined {
  const prefix = [TYPE_PREFIX, TOKEN_PREFIX].find((each) => type.startsWith(each));
  const title = prefix === undefined ? "" : type.slice(prefix.length);
  return Object.hasOwn(descriptions, title) ? title : undefined;
}

export function getDescription(type: string): ResourceDescription | undefined {
  const title = getTitle(type);
  return title === undefined ? undefined : descriptions[title];
}

export function getSchema(type: string): ResourceSchema | undefined {
  return getDescription(type)?.definition.schema;
}
