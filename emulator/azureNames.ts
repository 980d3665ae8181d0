import type { FastifyInstance } from "fastify";

/**
 * The names that the public services of the family have in place of the documents'. The emulator knows the documents' names
 * only: with the profile `azure` it translates what it is sent and what it answers.
 */
const NAMES: readonly [documented: string, azure: string][] = [
  ["Vendor.ContainerInstance", "Microsoft.ContainerInstance"],
  ["Vendor.Workloads", "Microsoft.Workloads"],
  ["erpVirtualInstances", "sapVirtualInstances"],
  ["erpProduct", "sapProduct"],
  ["cloudFile", "azureFile"],
];

/** The tenant and the environment that addresses of the public business service begin with. */
const ENVIRONMENT = /^\/v2\.0\/[^/]+\/[^/]+(?=\/api\/)/;

/** An address of a client in the documents' names. There is one environment, of any name, and nothing outside of it. */
export function fromAzureAddress(url: string): string {
  return fromAzure(
    ENVIRONMENT.test(url) ? url.replace(ENVIRONMENT, "") : url.replace(/^\/api\//, "/no-environment/"),
  );
}

/** A client's text, with the documents' names in place of Azure's. A name of the documents in it becomes an unknown one. */
function fromAzure(text: string): string {
  return NAMES.reduce(
    (result, [documented, azure]) =>
      result
        .replace(new RegExp(`\\b${documented}\\b`, "gi"), `x-${documented}-x`)
        .replace(new RegExp(`\\b${azure}\\b`, "gi"), documented),
    text,
  );
}

function toAzure(text: string): string {
  return NAMES.reduce((result, [documented, azure]) => result.replaceAll(documented, azure), text);
}

/** Lets the services of `app` read and answer under the public names; addresses are translated before they are routed. */
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
