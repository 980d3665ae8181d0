import type { JsonObject } from "../../../provider/schema/json.js";
import { ADDRESS, TOKEN } from "./hooks.js";
import { nock } from "./mockedNetwork.js";

export const ID =
  "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/web";
export const resources = { requests: { cpu: 1, memoryInGB: 1.5 } };

export const args: JsonObject = {
  subscriptionId: "11111111-2222-3333-4444-555555555555",
  resourceGroupName: "demo",
  containerGroupName: "web",
  adopt: true,
  location: "westus",
  osType: "Linux",
  containers: [{ name: "web", image: "nginx", resources }],
  diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: "canary-key" } },
};

/** The request body for `args`. */
export const body: JsonObject = {
  location: "westus",
  properties: {
    osType: "Linux",
    containers: [{ name: "web", properties: { image: "nginx", resources } }],
    diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: "canary-key" } },
  },
};

/** The group in a response of the service. */
export function group(provisioningState = "Succeeded", properties: JsonObject = {}): JsonObject {
  return {
    id: ID,
    name: "web",
    type: "Vendor.ContainerInstance/containerGroups",
    location: "westus",
    properties: { ...(body.properties as JsonObject), provisioningState, ...properties },
  };
}

/** A response that refuses a request. */
export function refusal(code: string, message = `${code}.`): JsonObject {
  return { error: { code, message } };
}

const url = (id: string) => `${id}?api-version=2023-05-01`;

/** Mocks the service. Every request must be expected, have the token and request the current version. */
export const service = {
  put: (id = ID, sent: JsonObject = body) => expected().put(url(id), sent as nock.DataMatcherMap),
  patch: (sent: JsonObject, id = ID) => expected().patch(url(id), sent as nock.DataMatcherMap),
  get: (id = ID) => expected().get(url(id)),
  delete: (id = ID) => expected().delete(url(id)),
  operation: () => expected().get("/operations/1?api-version=2023-05-01"),
};

/** Expects the read that begins every create with a declared name. The group does not exist. */
export function expectNoGroup(id = ID): void {
  service.get(id).reply(404, refusal("ResourceNotFound"));
}

/** Expects the reads of 30 seconds after a lost response. The group does not exist. */
export function expectNoNewGroup(): void {
  service.get().reply(404, refusal("ResourceNotFound")).persist();
}

export const operation = { "cloud-AsyncOperation": `${ADDRESS}/operations/1?api-version=2023-05-01` };

/** A lost connection: the request may have arrived. */
export const lost = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });

function expected(): nock.Scope {
  return nock(ADDRESS, { reqheaders: { authorization: `Bearer ${TOKEN}` } });
}
