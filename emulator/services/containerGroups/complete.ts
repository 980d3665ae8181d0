import { completeAddress } from "./address.js";
import { completeIdentity } from "./identity.js";
import { type Place, RESOURCE_TYPE } from "./place.js";
import type { Container, ContainerGroup, InitContainer } from "./shape.js";

/** Allows everything. What the real default is does not matter, only that there is one nobody asked for. */
const DEFAULT_POLICY = Buffer.from("package policy\n\ndefault allow := true\n").toString("base64");

/**
 * What the service stores when this is asked for: the request, everything that it adds by itself, and what it
 * keeps of the group that was there before.
 */
export function complete(asked: ContainerGroup, place: Place, previous?: ContainerGroup): ContainerGroup {
  const { properties } = asked;
  return {
    ...asked,
    id: place.id,
    name: place.name,
    type: RESOURCE_TYPE,
    identity: completeIdentity(asked.identity, place.id),
    properties: {
      ...properties,
      sku: properties.sku ?? "Standard",
      confidentialComputeProperties: policy(properties),
      provisioningState: "Pending",
      provisioningTimeoutInSeconds: 1800,
      isCustomProvisioningTimeout: false,
      encryptionProperties: properties.encryptionProperties && {
        ...properties.encryptionProperties,
        vaultBaseUrl: completeUrl(properties.encryptionProperties.vaultBaseUrl),
      },
      containers: properties.containers.map(withLists),
      initContainers: (properties.initContainers ?? []).map(withVariables),
      imageRegistryCredentials: properties.imageRegistryCredentials?.map((credential) => ({
        ...credential,
        isDelegatedIdentity: false,
      })),
      ipAddress:
        properties.ipAddress &&
        completeAddress(properties.ipAddress, asked.location, previous?.properties.ipAddress),
      instanceView: { events: [], state: "Pending" },
    },
  };
}

function policy(properties: ContainerGroup["properties"]) {
  const asked = properties.confidentialComputeProperties;
  return properties.sku === "Confidential" ? { ccePolicy: asked?.ccePolicy || DEFAULT_POLICY } : asked;
}

/** The address as the service has read it: with the slash that stands for no path, and without capitals. */
function completeUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

function withLists(container: Container): Container {
  const { ports = [], environmentVariables = [] } = container.properties;
  return { ...container, properties: { ...container.properties, ports, environmentVariables } };
}

function withVariables(container: InitContainer): InitContainer {
  const { environmentVariables = [] } = container.properties;
  return { ...container, properties: { ...container.properties, environmentVariables } };
}
