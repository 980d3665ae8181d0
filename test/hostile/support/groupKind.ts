import type { JsonObject } from "../../../provider/schema/json.js";
import { toWire } from "../../../provider/schema/wire.js";
import { generateName } from "../../../provider/services/containerGroups/identity.js";
import { containerGroupLifecycle } from "../../../provider/services/containerGroups/lifecycle.js";
import { CONNECTION, FILE_CONTENT, ODD, PEM, PIN, STORAGE_KEY, TAG, WORKSPACE_KEY } from "./canaries.js";
import { type KindFacts, sampleUrn } from "./resourceKind.js";
import { services } from "./services.js";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

const group: JsonObject = {
  subscriptionId: "11111111-2222-3333-4444-555555555555",
  resourceGroupName: "demo",
  location: "westus",
  tags: { team: "blue", owner: TAG },
  osType: "Linux",
  restartPolicy: "Always",
  containers: [
    {
      name: "web",
      image: "nginx:1.27",
      environmentVariables: [
        { name: "MODE", value: "production" },
        { name: "KEY", secureValue: PEM },
        { name: "DATABASE", value: CONNECTION },
      ],
      ports: [{ port: 80, protocol: "TCP" }],
      resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
    },
  ],
  ipAddress: { type: "Public", dnsNameLabel: "web-1", ports: [{ port: 80, protocol: "TCP" }] },
  diagnostics: { logAnalytics: { workspaceId: "w-1", workspaceKey: WORKSPACE_KEY } },
  imageRegistryCredentials: [{ server: "reg.example", username: "puller", password: ODD }],
  volumes: [
    {
      name: "share",
      cloudFile: { shareName: "s", storageAccountName: "a", storageAccountKey: STORAGE_KEY },
    },
    { name: "files", secret: { "app.conf": base64(FILE_CONTENT) } },
  ],
  extensions: [
    {
      name: "agent",
      extensionType: "probe",
      version: "1",
      protectedSettings: { pin: PIN, [ODD]: { nested: [WORKSPACE_KEY] } },
    },
  ],
};

/** A group of this name. */
export function groupKind(containerGroupName: string): KindFacts {
  const args = { ...group, containerGroupName };
  const id = `/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/${containerGroupName}`;
  return {
    name: "ContainerGroup",
    lifecycle: containerGroupLifecycle,
    args,
    changed: { ...args, location: "westus", tags: { team: "green", owner: TAG } },
    marked: ["containers[web].environmentVariables[DATABASE].value"],
    inPlace: ["tags.owner"],
    canaries: [PEM, CONNECTION, WORKSPACE_KEY, ODD, STORAGE_KEY, TAG, String(PIN), FILE_CONTENT],
    derived: [base64(`puller:${ODD}`)],
    id,
    put(exists) {
      services.containerGroups.delete(id);
      if (exists) services.containerGroups.put(id, toWire(containerGroupLifecycle.schema, args) as never);
    },
  };
}

/** With a generated name: the create begins with the PUT, as the tests of hostile servers expect it. */
export const ContainerGroup = groupKind(generateName(sampleUrn("ContainerGroup")));
