import { ServiceError } from "../../serviceError.js";

/** Creates an error in the service's own form. The response adds the id of the request to the message. */
export function createError(
  status: number,
  code: string,
  message: string,
  headers?: Record<string, string>,
): ServiceError {
  return new ServiceError(status, { error: { code, message } }, headers, message);
}

const refused = (code: string, message: string) => createError(400, code, message);
const badRequest = (message: string) => refused("BadRequest", message);
/** An error for the users of the application. */
const dialog = (message: string) => refused("Application_DialogException", message);

export const businessErrors = {
  badRequest,
  invalidCredentials: () =>
    createError(401, "Authentication_InvalidCredentials", "The server has rejected the client credentials.", {
      "www-authenticate": "Bearer",
    }),
  notFound: (segment: string) =>
    createError(404, "BadRequest_ResourceNotFound", `Resource not found for the segment '${segment}'.`),
  methodNotAllowed: (method: string, collection: string) =>
    createError(405, "BadRequest_MethodNotAllowed", `'${method}' is not allowed for '${collection}'.`),
  unsupportedMediaType: (message: string) => createError(415, "UnsupportedMediaType", message),
  invalidTag: () => refused("BadRequest_InvalidToken", "'If-Match' must have the entity tag of a response."),
  changed: (status: number) =>
    createError(status, "Request_EntityChanged", "Another user has already changed the record."),
  duplicate: (caption: string, values: Record<string, unknown>) => {
    const identity = Object.entries(values).map(([name, value]) => `${toCaption(name)}='${value}'`);
    const message = `The ${caption} already exists. Identification fields and values: ${identity.join(",")}`;
    return refused("Internal_EntityWithSameKeyExists", message);
  },
  tooLong: (value: string, most: number) =>
    refused(
      "Application_StringExceededLength",
      `The length of the string is ${value.length}, but it must be less than or equal to ${most} characters. Value: ${value}`,
    ),
  readOnly: (name: string) =>
    refused("BadRequest_InvalidOperation", `Control '${toCaption(name)}' is read-only`),
  fixedKey: (name: string, caption: string) =>
    dialog(`The field ${toCaption(name)} identifies the ${caption}; renaming a ${caption} is not allowed.`),
  invalidGuid: () => refused("Application_InvalidGUID", "Invalid format of GUID string."),
  notAnOption: (value: string, options: readonly string[]) =>
    refused("Unknown", `'${value}' is not an option. The existing options are: ${options.join(",")}`),
  unknownRelation: (name: string, caption: string, value: unknown, other: string) =>
    refused(
      "Internal_InvalidTableRelation",
      `The field ${toCaption(name)} of table ${caption} contains a value (${value}) that cannot be found in the related table (${other}).`,
    ),
  notForLine: (name: string, lineType: string) =>
    dialog(`The field ${toCaption(name)} cannot be set on a line of type ${lineType}.`),
  blockedCustomer: (number: string, blocked: string) =>
    dialog(`You cannot create this type of document when Customer ${number} is blocked with type ${blocked}`),
  discountWithoutLines: () => dialog("The discount amount cannot be set before the document has lines."),
  relationMismatch: (id: string, code: string, other: string) =>
    dialog(`The values of ${toCaption(id)} and ${toCaption(code)} do not match to one ${other}.`),
  wrongType: (name: string, edm: string) =>
    badRequest(`The value of the property '${name}' cannot be read as the expected type 'Edm.${edm}'.`),
  unknownProperty: (name: string, type: string) =>
    badRequest(`The property '${name}' does not exist on type 'Vendor.${type}'.`),
  required: (name: string, type: string) =>
    badRequest(`The property '${name}' of type 'Vendor.${type}' is required.`),
  tooManyRequests: (most: number, retryAfter: number) => {
    const message = `Too many requests reached. Actual (${most + 1}). Maximum (${most}).`;
    return createError(429, "Application_TooManyRequests", message, {
      "retry-after": String(retryAfter),
    });
  },
  /** The page of a gateway in front of the service. */
  gatewayTimeout: () =>
    new ServiceError(
      504,
      "<html><head><title>504 Gateway Timeout</title></head><body><h2>504 Gateway Timeout</h2></body></html>\n",
      { "content-type": "text/html; charset=utf-8" },
    ),
};

/** Converts a field name to its caption: "currencyId" to "Currency Id". */
function toCaption(name: string): string {
  const words = name.replace(/([a-z])([A-Z0-9])/g, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
