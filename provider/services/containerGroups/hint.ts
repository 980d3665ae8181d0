import { ServiceError } from "../../http/errors/serviceError.js";
import { ProviderError } from "../../providerError.js";

/** What to do about a 404, which the service gives for a resource group or a subscription, too. */
export const MISSING =
  "check `subscriptionId`, `resourceGroupName` and `vendorcloud:resourceManagerUrl`. The resource group must exist before " +
  "a container group is created in it.";

/** The service has no group of the name that a program asks for. */
export class GroupNotFoundError extends ProviderError {
  constructor() {
    super("there is no such container group.");
  }
}

/** What to do about a group that could not be read. */
export function groupQueryHint(error: unknown): string | undefined {
  if (error instanceof GroupNotFoundError) {
    return (
      "check `containerGroupName`, `resourceGroupName` and `subscriptionId`. A group that this program creates is not there " +
      "in its first preview: use that resource's outputs."
    );
  }
  return error instanceof ServiceError && error.status === 404 ? MISSING : undefined;
}
