import type { Changed } from "../changed.js";
import { appUserRemovalDescription } from "./appUserRemoval.js";
import { containerGroupDescription } from "./containerGroup.js";
import { createInstanceStopDescription } from "./instanceStop.js";
import { otherDescription } from "./other.js";
import { createRecordDescription } from "./record.js";
import type { ChangeDescriptions } from "./resourceDescription.js";
import { salesQuoteDescription } from "./salesQuote.js";

/** Describes what a change means at the service. A resource without sentences of its own has those of other packages. */
export function getDescription({ definition }: Pick<Changed, "definition">): ChangeDescriptions {
  if (definition?.managesFields === true) return createRecordDescription(definition);
  switch (definition?.schema.title) {
    case "AppUserRemoval":
      return appUserRemovalDescription;
    case "ContainerGroup":
      return containerGroupDescription;
    case "SalesQuote":
      return salesQuoteDescription;
    case "ApplicationServerInstanceStop":
    case "CentralServerInstanceStop":
    case "DatabaseInstanceStop":
    case "VirtualInstanceStop":
      return createInstanceStopDescription(definition);
    default:
      return otherDescription;
  }
}
