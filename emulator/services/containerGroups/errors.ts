import { CloudError } from "../../resourceManager/cloudError.js";

/** The group is on its way to another state and takes no change until it is there. */
export function transitioning(groupName: string): CloudError {
  return new CloudError(409, {
    code: "ContainerGroupTransitioning",
    message: `The container group '${groupName}' is between two states; try again when it has settled.`,
  });
}

/** No such operation, or not any more. */
export function operationNotFound(operation: string): CloudError {
  return new CloudError(404, { code: "OperationNotFound", message: `There is no operation '${operation}'.` });
}
