import type { FastifyInstance } from "fastify";

/**
 * Names in the documents, and the corresponding names of the public services. The emulator uses the documents' names: with the
 * profile `azure`, it translates requests and responses.
 */
const NAMES: readonly [documented: string, azure: string][] = [
  ["Vendor.ContainerInstance", "Microsoft.ContainerInstance"],
  ["Vendor.Workloads", "Microsoft.Workloads"],
  ["erpVirtualInstances", "sapVirtualInstances"],
  // Only as names of fields: values may contain the same words.
  ['"erpProduct":', '"sapProduct":'],
  ['"cloudFile":', '"azureFile":'],
];

/** Addresses of the public business service begin with a tenant and an environment. */
const ENVIRONMENT = /^\/v2\.0\/[^/]+\/[^/]+(?=\/api\/)/;

/** Translates a client's address. Any environment name is valid, but an address without one is not. */
export function fromAzureAddress(url: string): string {
  return fromAzure(
    ENVIRONMENT.test(url) ? url.replace(ENVIRONMENT, "") : url.replace(/^\/api\//, "/no-environment/"),
  );
}

/**
 * Translates Azure's names to those of the documents. The documents' own names become unknown, as they are for the public
 * services.
 */
function fromAzure(text: string): string {
  return NAMES.reduce(
    (result, [documented, azure]) =>
      result
        .replace(new RegExp(`(?<!\\w)${documented}(?!\\w)`, "gi"), documented.replace(/^"?/, "$&x-"))
        .replace(new RegExp(`(?<!\\w)${azure}(?!\\w)`, "gi"), documented),
    text,
  );
}

function toAzure(text: string): string {
  return NAMES.reduce((result, [documented, azure]) => result.replaceAll(documented, azure), text);
}

/** Translates the bodies of `app`. Addresses are translated earlier, before the routing. */
export function translateBodies(app: FastifyInstance): void {
  app.addHook("preValidation", async (request) => {
    if (Buffer.isBuffer(request.body)) request.body = Buffer.from(fromAzure(request.body.toString("utf8")));
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const [environment = ""] = ENVIRONMENT.exec(request.originalUrl) ?? [];
    const answer = (text: string): string =>
      toAzure(text).replaceAll(`://${request.host}/api/`, () => `://${request.host}${environment}/api/`);
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (typeof value !== "string") continue;
      reply.removeHeader(name);
      reply.header(name.replace("cloud-asyncoperation", "azure-asyncoperation"), answer(value));
    }
    if (typeof payload !== "string") return payload;
    const body = answer(payload);
    reply.header("content-length", Buffer.byteLength(body));
    return body;
  });
}
