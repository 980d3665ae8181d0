import { Foreign } from "../text/message.js";
import type { HttpRequest } from "./message.js";
import { readServiceError } from "./readServiceError.js";
import type { ErrorDetail, ServiceError } from "./serviceError.js";

/** A refusal with status 409 that ends without any action of the user. */
interface PassingRefusal {
  code: string;
  /** Text that the message must have, where the code alone says too little. */
  message?: RegExp;
}

/** The refusals that the service documents, or its users report, as passing. Each has its source. */
const PASSING_REFUSALS: readonly PassingRefusal[] = [
  // An earlier operation on the group goes on: MicrosoftDocs/SupportArticles-docs; alan-turing-institute/data-safe-haven#2641.
  { code: "ContainerGroupTransitioning" },
  // Groups that are created together join a new subnet: hashicorp/terraform-provider-azurerm#15025.
  { code: "ServiceAssociationLinkNotReady" },
  // The registry limits or refuses requests at the moment: Azure/alz-terraform-accelerator#157, Azure/azure-cli#29300.
  { code: "RegistryErrorResponse", message: /\b(retry|try again)\b/i },
];

/** Whether an error of the service passes by itself. Some come wrapped: as a detail of a `Conflict` (Azure/azure-cli#30915). */
export function isPassingRefusal({ status, detail }: ServiceError): boolean {
  return status === 409 && [detail, ...detail.details].some(isListed);
}

function isListed({ code, message }: ErrorDetail): boolean {
  const said = message instanceof Foreign ? message.raw : "";
  return PASSING_REFUSALS.some(
    (known) => known.code === code?.raw && (known.message === undefined || known.message.test(said)),
  );
}

/** Waits for the end of a refusal that passes, until a moment. */
export function refusedUntil(until: number): Pick<HttpRequest, "passing"> {
  return {
    passing: {
      until,
      includes: (response) => response.status === 409 && isPassingRefusal(readServiceError(response)),
    },
  };
}

/** Milliseconds for which "not found" may be wrong after an accepted change: reads of a service may lag behind its writes. */
export const LAG_MS = 30_000;

/** Waits that long for something that the service has accepted, and may not find yet. */
export function mayLag(now: number): Pick<HttpRequest, "passing"> {
  return { passing: { until: now + LAG_MS, includes: ({ status }) => status === 404 } };
}
