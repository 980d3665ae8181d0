import { ProviderError } from "../../contract/providerError.js";

/** A hint about a 404, which the service gives for a resource group or a subscription, too. */
export const MISSING =
  "check `subscriptionId`, `resourceGroupName` and `vendorcloud:resourceManagerUrl`. The resource group must exist before " +
  "a container group is created in it.";

/** The service has no group of the name that a program asks for. */
export class GroupNotFoundError extends ProviderError {
  constructor() {
    super("the container group does not exist.");
  }
}

/** The service knows no container groups at this address, or none of this subscription. */
export class GroupsNotReadableError extends ProviderError {
  constructor() {
    super("the service does not support reading container groups.");
  }
}

/** A hint about a group that could not be read. */
export function getGroupQueryHint(error: unknown): string | undefined {
  if (error instanceof GroupsNotReadableError)
    return "check `subscriptionId` and `vendorcloud:resourceManagerUrl`.";
  if (!(error instanceof GroupNotFoundError)) return undefined;
  return (
    "check `containerGroupName`, `resourceGroupName` and `subscriptionId`. A group that this program creates does not exist " +
    "in its first preview: use the outputs of its resource."
  );
}
