import type { ResourceDefinition } from "../../../provider/contract/definition.js";
import * as services from "../../../provider/services/index.js";
import type { Changed } from "../changed.js";
import { appUserRemovalDescription } from "./appUserRemoval.js";
import { containerGroupDescription } from "./containerGroup.js";
import { createInstanceStopDescription } from "./instanceStop.js";
import { otherDescription } from "./other.js";
import { createRecordDescription } from "./record.js";
import type { ChangeDescriptions } from "./resourceDescription.js";
import { salesQuoteDescription } from "./salesQuote.js";

/** By the folders of services. `otherDescription` is enough for resources that only create, update and delete an object. */
const describers: Record<keyof typeof services, (definition: ResourceDefinition) => ChangeDescriptions> = {
  apps: () => appUserRemovalDescription,
  containerGroups: () => containerGroupDescription,
  defaultDimensions: createRecordDescription,
  instanceStops: createInstanceStopDescription,
  records: createRecordDescription,
  salesQuotes: () => salesQuoteDescription,
};

const descriptions = new Map(
  Object.entries(services).flatMap(([folder, definitions]) =>
    definitions.map((definition: ResourceDefinition): [ResourceDefinition, ChangeDescriptions] => [
      definition,
      describers[folder as keyof typeof services](definition),
    ]),
  ),
);

export function getDescription({ definition }: Pick<Changed, "definition">): ChangeDescriptions {
  return (definition && descriptions.get(definition)) ?? otherDescription;
}
