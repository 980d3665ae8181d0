import { CloudError } from "../../resourceManager/cloudError.js";

/** The group is on its way to another state and takes no change until it is there. */
export function transitioning(groupName: string): CloudError {
  return new CloudError(409, {
    code: "ContainerGroupTransitioning",
    message: `The container group '${groupName}' is between two states; try again when it has settled.`,
  });
}
