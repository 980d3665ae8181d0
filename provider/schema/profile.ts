/**
 * Two families of services speak the same interfaces under different names: `vendor`, as the documents have them, and `azure`,
 * the public services. Everything else has the documents' names, and only this file knows the others.
 */
export const profiles = ["vendor", "azure"] as const;

export type Profile = (typeof profiles)[number];

/** The public name of each type of resource. */
const AZURE_TYPES: Record<string, string> = {
  "Vendor.ContainerInstance/containerGroups": "Microsoft.ContainerInstance/containerGroups",
  "Vendor.Workloads/erpVirtualInstances": "Microsoft.Workloads/sapVirtualInstances",
};

/** The name of a file volume in a body. */
export const FILE_VOLUME: Record<Profile, string> = { vendor: "cloudFile", azure: "azureFile" };

/** The version of the interface of default dimensions: the public service withdraws the one of the documents. */
export const DIMENSION_APIS: Record<Profile, "v1.0" | "v2.0"> = { vendor: "v1.0", azure: "v2.0" };

/** Addresses of the public services, by their key in the configuration. */
export const AZURE_ADDRESSES: Record<string, string | undefined> = {
  resourceManagerUrl: "https://management.azure.com",
};

/** The format of ids of a resource, which the documents give, in a profile. */
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
