import type { Lifecycle } from "../../../provider/lifecycle.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { toWire } from "../../../provider/schema/wire.js";
import { appUserRemovalLifecycle } from "../../../provider/services/apps/lifecycle.js";
import { containerGroupLifecycle } from "../../../provider/services/containerGroups/lifecycle.js";
import { defaultDimensionLifecycle } from "../../../provider/services/defaultDimensions/lifecycle.js";
import {
  applicationServerInstanceStopLifecycle,
  databaseInstanceStopLifecycle,
} from "../../../provider/services/instanceStops/lifecycle.js";
import {
  customerLifecycle,
  itemLifecycle,
  projectLifecycle,
} from "../../../provider/services/records/lifecycle.js";
import { salesQuoteLifecycle } from "../../../provider/services/salesQuotes/lifecycle.js";
import {
  CONNECTION,
  FIELD,
  FILE_CONTENT,
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
import {
  appService,
  dimensionService,
  groupService,
  instanceService,
  quoteService,
  recordService,
} from "./goodServices.js";
import type { Service } from "./message.js";

/** Everything that a test has to know of one kind of resource. */
export interface ResourceKind {
  name: string;
  lifecycle: Lifecycle;
  /** Arguments as a program declares them, with secrets. */
  args: JsonObject;
  /** Another declaration of the same resource: an update sends something. */
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
  /** The service before the resource was created, or with it. */
  service(origin: string, exists: boolean): Service;
}

const COMPANY = "9ee48135-93e1-ef11-9344-6045bde9ca09";
const RECORD = "37fe3458-93e1-ef11-9344-6045bde9ca09";
const PARENT = "b3fbe87a-61b8-4a6c-85de-0555f1627a67";
const DIMENSION = "d5fc81ea-8687-4e9d-9c49-7fde28ccdb1a";
const VALUE = "5b1cbd33-24a4-4d5c-8a53-6c1a0d5f5b2e";
const QUOTE = "6a2f5f0c-8c47-4fd0-a3f1-0b8f3a5f7c11";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

const groupId =
  "/subscriptions/sub-1/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/web";
const group: JsonObject = {
  subscriptionId: "sub-1",
  resourceGroupName: "demo",
  containerGroupName: "web",
  // The create begins with the PUT, as the tests of hostile servers expect it.
  adopt: true,
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
  ipAddress: { type: "Public", dnsNameLabel: "web", ports: [{ port: 80, protocol: "TCP" }] },
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
      protectedSettings: { pin: PIN, [ODD]: { nested: [WORKSPACE_KEY] } },
    },
  ],
};

const ContainerGroup: ResourceKind = {
  name: "ContainerGroup",
  lifecycle: containerGroupLifecycle,
  args: group,
  changed: { ...group, location: "westus", tags: { team: "green", owner: TAG } },
  marked: ["containers[web].environmentVariables[DATABASE].value"],
  inPlace: ["tags.owner"],
  canaries: [PEM, CONNECTION, WORKSPACE_KEY, ODD, STORAGE_KEY, TAG, String(PIN), FILE_CONTENT],
  derived: [base64(`puller:${ODD}`)],
  id: groupId,
  service: (_origin, exists) =>
    groupService(groupId, exists ? (toWire(containerGroupLifecycle.schema, group) as JsonObject) : undefined),
};

interface RecordFacts {
  name: string;
  collection: string;
  idName: string;
  lifecycle: Lifecycle;
  /** What the program declares, and what the record holds before that. */
  fields: JsonObject;
  before: JsonObject;
  changed: JsonObject;
  inPlace: string[];
  canaries: string[];
}

function record({ name, collection, idName, lifecycle, ...facts }: RecordFacts): ResourceKind {
  const args = { companyId: COMPANY, [idName]: RECORD, ...facts.fields };
  const { additionalFields = {}, ...own } = facts.fields;
  const after = { ...facts.before, ...own, ...(additionalFields as JsonObject) };
  return {
    name,
    lifecycle,
    args: { ...args, onDestroy: "restore" },
    changed: { ...args, ...facts.changed, onDestroy: "restore" },
    inPlace: facts.inPlace,
    canaries: facts.canaries,
    id: RECORD,
    service: (_origin, exists) =>
      recordService(collection, { id: RECORD, number: "0007", ...(exists ? after : facts.before) }),
  };
}

const Customer = record({
  name: "Customer",
  collection: "customers",
  idName: "customerId",
  lifecycle: customerLifecycle,
  fields: {
    displayName: "Shop",
    addressLine1: FIELD,
    phoneNumber: PHONE,
    additionalFields: { memo: TRIGGER },
  },
  before: {
    displayName: "Old",
    addressLine1: "1 Elm St",
    phoneNumber: "",
    memo: "",
    city: "Miami",
    email: "",
  },
  changed: { displayName: "Shop and more" },
  inPlace: ["addressLine1", "phoneNumber", "additionalFields.memo"],
  canaries: [FIELD, PHONE, TRIGGER],
});

const Item = record({
  name: "Item",
  collection: "items",
  idName: "itemId",
  lifecycle: itemLifecycle,
  fields: { displayName: "Desk", gtin: PHONE, unitPrice: 10, additionalFields: { memo: FIELD } },
  before: { displayName: "Old", gtin: "", unitPrice: 9, memo: "", unitCost: 5, inventory: 3, blocked: false },
  changed: { displayName: "Desk XL", unitPrice: 12 },
  inPlace: ["gtin", "additionalFields.memo"],
  canaries: [PHONE, FIELD],
});

const Project = record({
  name: "Project",
  collection: "projects",
  idName: "projectId",
  lifecycle: projectLifecycle,
  fields: { displayName: FIELD, additionalFields: { memo: PHONE, plain: "x" } },
  before: { displayName: "Old", memo: "", plain: "" },
  changed: { additionalFields: { memo: PHONE, plain: "y" } },
  inPlace: ["displayName", "additionalFields.memo"],
  canaries: [FIELD, PHONE],
});

const dimension = {
  companyId: COMPANY,
  parentType: "items",
  parentId: PARENT,
  dimensionId: DIMENSION,
  dimensionValueId: SECRET_GUID,
  postingValidation: "Code Mandatory",
  onDestroy: "restore",
};

const DefaultDimension: ResourceKind = {
  name: "DefaultDimension",
  lifecycle: defaultDimensionLifecycle,
  args: dimension,
  changed: { ...dimension, postingValidation: "Same Code" },
  inPlace: ["dimensionValueId"],
  canaries: [SECRET_GUID],
  id: `items/${PARENT}/${DIMENSION}`,
  service: (_origin, exists) =>
    dimensionService(
      { id: PARENT, number: "1000" },
      {
        parentId: PARENT,
        dimensionId: DIMENSION,
        dimensionCode: "AREA",
        dimensionValueId: exists ? SECRET_GUID : VALUE,
        dimensionValueCode: "30",
        postingValidation: exists ? "Code_x0020_Mandatory" : "_x0020_",
      },
    ),
};

const quote = {
  companyId: COMPANY,
  customerId: RECORD,
  salesQuoteLines: [{ itemId: PARENT, quantity: 2 }],
  externalDocumentNumber: "web-shop-7",
  additionalFields: { shipToName: FIELD },
};

const SalesQuote: ResourceKind = {
  name: "SalesQuote",
  lifecycle: salesQuoteLifecycle,
  args: quote,
  changed: quote,
  inPlace: ["additionalFields.shipToName"],
  canaries: [FIELD],
  id: QUOTE,
  service(_origin, exists) {
    const { companyId: _, additionalFields, ...fields } = quote;
    const there = { "@odata.etag": 'W/"1"', id: QUOTE, number: "S-QUO1000", ...fields, ...additionalFields };
    return quoteService(QUOTE, exists ? [there] : []);
  },
};

const OPERATION = "/subscriptions/sub-1/providers/Vendor.Workloads/locations/west/operationStatuses/op-1";

function stop(name: string, lifecycle: Lifecycle, segment: string, instanceName: string): ResourceKind {
  const id = `/subscriptions/sub-1/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00/${segment}/one`;
  const args = {
    subscriptionId: "sub-1",
    resourceGroupName: "erp",
    erpVirtualInstanceName: "X00",
    [instanceName]: "one",
    triggers: TRIGGER,
  };
  return {
    name,
    lifecycle,
    args,
    changed: { ...args, triggers: `${TRIGGER}-again` },
    destroyed: { ...args, stopOn: "destroy" },
    inPlace: ["triggers"],
    canaries: [TRIGGER],
    id,
    service: (origin) => instanceService(id, OPERATION, origin),
  };
}

const DatabaseInstanceStop = stop(
  "DatabaseInstanceStop",
  databaseInstanceStopLifecycle,
  "databaseInstances",
  "databaseInstanceName",
);
const ApplicationServerInstanceStop = stop(
  "ApplicationServerInstanceStop",
  applicationServerInstanceStopLifecycle,
  "applicationInstances",
  "applicationInstanceName",
);

const removal = { ownerName: "demo-org", appName: "shop", userEmail: "ada@example.com", triggers: TRIGGER };

const AppUserRemoval: ResourceKind = {
  name: "AppUserRemoval",
  lifecycle: appUserRemovalLifecycle,
  args: removal,
  changed: { ...removal, triggers: `${TRIGGER}-again` },
  inPlace: ["triggers"],
  canaries: [TRIGGER],
  id: "demo-org/shop/ada@example.com",
  service: () => appService(),
};

/** All kinds of resources by name. */
export const kinds = {
  ContainerGroup,
  Customer,
  Item,
  Project,
  DefaultDimension,
  SalesQuote,
  DatabaseInstanceStop,
  ApplicationServerInstanceStop,
  AppUserRemoval,
};

export const allKinds: ResourceKind[] = Object.values(kinds);
export const recordKinds: ResourceKind[] = [Customer, Item, Project, DefaultDimension];
export const stopKinds: ResourceKind[] = [DatabaseInstanceStop, ApplicationServerInstanceStop];
