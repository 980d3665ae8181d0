import { CloudError } from "../../resourceManager/cloudError.js";

/** A name in the path is longer than names of its kind may be. */
export function createNameTooLongError(parameter: string, longest: number): CloudError {
  return new CloudError(400, {
    code: "InvalidParameter",
    message: `'${parameter}' must not have more than ${longest} characters.`,
    target: parameter,
  });
}

/** The request has no body; an empty object has to be sent for one. */
export function createBodyRequiredError(): CloudError {
  return new CloudError(411, {
    code: "LengthRequired",
    message: "The request has no body; send {} for an empty one.",
  });
}

/** The instance is on its way to another status and takes no stop until it is there. */
export function createOperationInProgressError(id: string): CloudError {
  return new CloudError(409, {
    code: "OperationInProgress",
    message: "The instance is being started or stopped; try again later.",
    target: id,
  });
}

/** The address of a status is not the one that was given out. */
export function createInvalidSignatureError(): CloudError {
  return new CloudError(403, {
    code: "InvalidSignature",
    message: "The signature does not match the address; request the address exactly as it was returned.",
  });
}
