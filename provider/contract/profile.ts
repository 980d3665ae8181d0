import type { Profile } from "../schema/keywords.js";

/**
 * Two families of services have the same interfaces with different names: `vendor`, those of the documents, and `azure`, the
 * public services. All other code uses the names of the documents.
 */
export const profiles: readonly Profile[] = ["vendor", "azure"];

export type { Profile };

const AZURE_TYPES: Record<string, string> = {
  "Vendor.ContainerInstance/containerGroups": "Microsoft.ContainerInstance/containerGroups",
  "Vendor.Workloads/erpVirtualInstances": "Microsoft.Workloads/sapVirtualInstances",
};

export const FILE_VOLUME: Record<Profile, string> = { vendor: "cloudFile", azure: "azureFile" };

/** The API version of default dimensions. The public service withdraws the documented one. */
export const DIMENSION_APIS: Record<Profile, "v1.0" | "v2.0"> = { vendor: "v1.0", azure: "v2.0" };

/** Addresses of the public services, by configuration key. */
export const AZURE_ADDRESSES: Record<string, string | undefined> = {
  resourceManagerUrl: "https://management.azure.com",
};

/** Converts the documented format of ids to that of a profile. */
export function inProfile(idFormat: string, profile: Profile): string {
  if (profile === "vendor") return idFormat;
  return Object.entries(AZURE_TYPES).reduce(
    (format, [documented, name]) => format.replace(documented, () => name),
    idFormat,
  );
}

/** The profile that an id of a resource of the resource manager belongs to. */
export function getProfileOfId(id: string): Profile {
  const path = id.toLowerCase();
  return Object.values(AZURE_TYPES).some((name) => path.includes(`/${name.toLowerCase()}/`))
    ? "azure"
    : "vendor";
}
