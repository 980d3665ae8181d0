import { type EmulatorInMemory, seedId } from "../../emulator/index.js";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { toWire } from "../../provider/schema/wire.js";
import { appUserRemovalLifecycle } from "../../provider/services/apps/lifecycle.js";
import { generateName } from "../../provider/services/containerGroups/identity.js";
import { containerGroupLifecycle } from "../../provider/services/containerGroups/lifecycle.js";
import { defaultDimensionLifecycle } from "../../provider/services/defaultDimensions/lifecycle.js";
import {
  applicationServerInstanceStopLifecycle,
  databaseInstanceStopLifecycle,
} from "../../provider/services/instanceStops/lifecycle.js";
import {
  customerLifecycle,
  itemLifecycle,
  projectLifecycle,
} from "../../provider/services/records/lifecycle.js";
import { salesQuoteLifecycle } from "../../provider/services/salesQuotes/lifecycle.js";
import {
  CODE,
  CONNECTION,
  FIELD,
  FILE_CONTENT,
  GTIN,
  ODD,
  PEM,
  PHONE,
  PIN,
  SECRET_GUID,
  STORAGE_KEY,
  TAG,
  TRIGGER,
  WORKSPACE_KEY,
} from "./canaries.js";

/** A resource of one kind with secrets, as programs declare it. */
export interface Sample {
  urn: string;
  lifecycle: Lifecycle;
  args: JsonObject;
  /** Another declaration of the same resource: an update sends something, except for a quote, which has none. */
  changed: JsonObject;
  /** Arguments of a resource whose deletion sends something; default: `args`. */
  destroyed?: JsonObject;
  /** Paths that the program marked as secret: inside of lists, and outside of them. */
  marked?: string[];
  inPlace?: string[];
  /** Secrets in `args`, beside the token. */
  canaries: string[];
  /** Texts that give secrets away as they are. */
  derived?: string[];
  /** Id of the resource. */
  id: string;
  /** Brings the services to how they are before the resource is created, or with it. */
  put(
    services: Pick<EmulatorInMemory, "apps" | "business" | "containerGroups" | "erp">,
    exists: boolean,
  ): void;
}

/** The samples of one of several programs that run side by side: no two of them share an object. */
export function samples(lane = 0) {
  return {
    // With a generated name: the create begins with the PUT.
    ContainerGroup: containerGroup(lane, generateName(urnOf("ContainerGroup", lane))),
    Customer: customer(lane),
    Item: item(lane),
    Project: project(lane),
    DefaultDimension: defaultDimension(lane),
    SalesQuote: salesQuote(lane),
    DatabaseInstanceStop: stop(lane, databaseInstanceStopLifecycle, "databaseInstances"),
    ApplicationServerInstanceStop: stop(lane, applicationServerInstanceStopLifecycle, "applicationInstances"),
    AppUserRemoval: removal(lane),
  } satisfies Record<string, Sample>;
}

export const SUBSCRIPTION = "11111111-2222-3333-4444-555555555555";
/** Company of all records. */
export const COMPANY = seedId("companies", 1);

const DIMENSION = "d5fc81ea-8687-4e9d-9c49-7fde28ccdb1a";
const VALUE = "5b1cbd33-24a4-4d5c-8a53-6c1a0d5f5b2e";

const recordId = (lane: number): string => guid("37fe3458-93e1-ef11-9344-6045bde9ca", lane);
const itemId = (lane: number): string => guid("b3fbe87a-61b8-4a6c-85de-0555f1627a", lane);
const guid = (stem: string, lane: number): string => `${stem}${String(lane + 10)}`;

function urnOf(type: string, lane: number): string {
  const name = lane === 0 ? "sample" : `sample-${lane}`;
  return `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/vendorcloud:${type}::${name}`;
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

const group: JsonObject = {
  subscriptionId: SUBSCRIPTION,
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
export function containerGroup(lane: number, containerGroupName: string): Sample {
  const args = { ...group, containerGroupName };
  const id = `/subscriptions/${SUBSCRIPTION}/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/${containerGroupName}`;
  return {
    urn: urnOf("ContainerGroup", lane),
    lifecycle: containerGroupLifecycle,
    args,
    changed: { ...args, location: "westus", tags: { team: "green", owner: TAG } },
    marked: ["containers[web].environmentVariables[DATABASE].value"],
    inPlace: ["tags.owner"],
    canaries: [PEM, CONNECTION, WORKSPACE_KEY, ODD, STORAGE_KEY, TAG, String(PIN), FILE_CONTENT],
    derived: [base64(`puller:${ODD}`)],
    id,
    put({ containerGroups }, exists) {
      containerGroups.delete(id);
      if (exists) containerGroups.put(id, toWire(containerGroupLifecycle.schema, args) as never);
    },
  };
}

interface RecordSample extends Pick<Sample, "lifecycle" | "changed" | "inPlace" | "canaries"> {
  /** The program's declaration, and the record's values before that. */
  fields: JsonObject;
  before: JsonObject;
}

function record(lane: number, { lifecycle, fields, before, ...facts }: RecordSample): Sample {
  const type = lifecycle.schema.title;
  const id = recordId(lane);
  const args = { companyId: COMPANY, [`${type.toLowerCase()}Id`]: id, ...fields, onDestroy: "restore" };
  const { additionalFields = {}, ...own } = fields;
  const after = { ...before, ...own, ...(additionalFields as JsonObject) };
  return {
    ...facts,
    ...{ urn: urnOf(type, lane), lifecycle, args, id },
    changed: { ...args, ...facts.changed },
    put: ({ business }, exists) =>
      void business.put(`${type.toLowerCase()}s` as "customers", {
        ...{ id, number: `000${7 + lane}` },
        ...(exists ? after : before),
      }),
  };
}

const customer = (lane: number): Sample =>
  record(lane, {
    lifecycle: customerLifecycle,
    fields: {
      displayName: "Shop",
      addressLine1: FIELD,
      phoneNumber: PHONE,
      additionalFields: { salespersonCode: CODE },
    },
    before: {
      displayName: "Old",
      addressLine1: "1 Elm St",
      phoneNumber: "",
      salespersonCode: "",
      city: "Miami",
      email: "",
    },
    changed: { displayName: "Shop and more" },
    inPlace: ["addressLine1", "phoneNumber", "additionalFields.salespersonCode"],
    canaries: [FIELD, PHONE, CODE],
  });

const item = (lane: number): Sample =>
  record(lane, {
    lifecycle: itemLifecycle,
    fields: { displayName: "Desk", gtin: GTIN, unitPrice: 10, additionalFields: { displayName2: FIELD } },
    before: { displayName: "Old", gtin: "", unitPrice: 9, displayName2: "", unitCost: 5, inventory: 3 },
    changed: { displayName: "Desk XL", unitPrice: 12 },
    inPlace: ["gtin", "additionalFields.displayName2"],
    canaries: [GTIN, FIELD],
  });

const project = (lane: number): Sample =>
  record(lane, {
    lifecycle: projectLifecycle,
    fields: { displayName: FIELD },
    before: { displayName: "Old" },
    changed: { displayName: `${FIELD} and more` },
    inPlace: ["displayName"],
    canaries: [FIELD],
  });

function defaultDimension(lane: number): Sample {
  const parentId = itemId(lane);
  const args = {
    companyId: COMPANY,
    parentType: "items",
    parentId,
    dimensionId: DIMENSION,
    dimensionValueId: SECRET_GUID,
    postingValidation: "Code Mandatory",
    onDestroy: "restore",
  };
  return {
    urn: urnOf("DefaultDimension", lane),
    lifecycle: defaultDimensionLifecycle,
    args,
    changed: { ...args, postingValidation: "Same Code" },
    inPlace: ["dimensionValueId"],
    canaries: [SECRET_GUID],
    id: `items/${parentId}/${DIMENSION}`,
    put({ business }, exists) {
      if (business.get("dimensions", DIMENSION) === undefined) {
        business.put("dimensions", { id: DIMENSION, code: "SHELF" });
        business.put("dimensionValues", { id: VALUE, code: "30", dimensionId: DIMENSION });
        business.put("dimensionValues", { id: SECRET_GUID, code: "40", dimensionId: DIMENSION });
      }
      business.put("items", { id: parentId, number: `100${lane}` });
      business.remove("defaultDimensions", `${parentId},${DIMENSION}`);
      business.put("defaultDimensions", {
        ...{ parentId, dimensionId: DIMENSION, dimensionValueId: exists ? SECRET_GUID : VALUE },
        postingValidation: exists ? "Code Mandatory" : " ",
      });
    },
  };
}

function salesQuote(lane: number): Sample {
  const id = guid("6a2f5f0c-8c47-4fd0-a3f1-0b8f3a5f7c", lane);
  const args = {
    companyId: COMPANY,
    customerId: recordId(lane),
    salesQuoteLines: [{ itemId: itemId(lane), quantity: 2 }],
    externalDocumentNumber: `web-shop-${7 + lane}`,
    additionalFields: { shipToName: FIELD },
  };
  return {
    urn: urnOf("SalesQuote", lane),
    lifecycle: salesQuoteLifecycle,
    args,
    changed: args,
    inPlace: ["additionalFields.shipToName"],
    canaries: [FIELD],
    id,
    put({ business }, exists) {
      const { companyId: _, additionalFields, salesQuoteLines, ...fields } = args;
      business.put("customers", { id: fields.customerId, number: `000${7 + lane}` });
      business.put("items", { id: itemId(lane), number: `100${lane}` });
      for (const quote of business.list("salesQuotes"))
        if (quote.fields.customerId === fields.customerId) business.remove("salesQuotes", quote.id);
      if (!exists) return;
      business.put("salesQuotes", { id, ...fields, ...additionalFields });
      for (const line of salesQuoteLines)
        business.put("salesQuoteLines", { documentId: id, sequence: 10_000, ...line });
    },
  };
}

/** `triggers` stops the instance again, which another client has started since. */
function stop(lane: number, lifecycle: Lifecycle, segment: string): Sample {
  const instance = `one${lane}`;
  const id = `/subscriptions/${SUBSCRIPTION}/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00/${segment}/${instance}`;
  const args = {
    subscriptionId: SUBSCRIPTION,
    resourceGroupName: "erp",
    erpVirtualInstanceName: "X00",
    [`${segment.slice(0, -1)}Name`]: instance,
    triggers: TRIGGER,
  };
  return {
    urn: urnOf(lifecycle.schema.title, lane),
    lifecycle,
    args,
    changed: { ...args, triggers: `${TRIGGER}-again` },
    destroyed: { ...args, stopOn: "destroy" },
    inPlace: ["triggers"],
    canaries: [TRIGGER],
    id,
    put: ({ erp }) => void erp.put(id),
  };
}

function removal(lane: number): Sample {
  const userEmail = lane === 0 ? "ada@example.com" : `ada-${lane}@example.com`;
  const args = { ownerName: "demo-org", appName: "shop", userEmail, triggers: TRIGGER };
  return {
    urn: urnOf("AppUserRemoval", lane),
    lifecycle: appUserRemovalLifecycle,
    args,
    changed: { ...args, triggers: `${TRIGGER}-again` },
    inPlace: ["triggers"],
    canaries: [TRIGGER],
    id: `demo-org/shop/${userEmail}`,
    put: ({ apps }) => apps.putMember({ owner: "demo-org", app: "shop" }, userEmail),
  };
}
