import { createHash } from "node:crypto";
import { type Emulator, seedId } from "../../../emulator/index.js";
import { groupId, SUBSCRIPTION } from "../../support/sandbox.js";
import type { Moment, Passed } from "./gate.js";

/** The declaration of a resource in a program. */
type Args = Record<string, unknown>;

/** One operation of one kind of resource, on as many resources as it has boundaries. */
export interface Subject {
  title: string;
  /** Name of the class. */
  kind: string;
  /** The command that carries it out. */
  command: "up" | "destroy";
  /** Methods of its requests, as an undisturbed operation sends them. */
  requests: readonly string[];
  /** The program's declaration before the command; undefined for none. */
  before?(name: string): Args;
  /** The program's declaration from the command on. */
  after?(name: string): Args;
  /** Puts there what the operation needs. */
  prepare?(emulator: Emulator, name: string): void;
  /** Text in each of its requests. Default: the name. */
  marker?(name: string): string;
  /** The object at the service. */
  held(emulator: Emulator, name: string): unknown;
  /** Whether a request that the service took has changed anything. Default: any but a GET. */
  isEffect?(request: Passed): boolean;
  /** Whether something that a killed process knew is lost after this request. */
  losesOriginals?(at: number, moment: Moment): boolean;
}

const resources = { requests: { cpu: 1, memoryInGB: 1 } };
const group = (name: string, team = "blue"): Args => ({
  ...{ resourceGroupName: "demo", containerGroupName: name, osType: "Linux", tags: { team } },
  containers: [{ name: "web", image: "nginx:1", resources }],
});
const groups = {
  kind: "ContainerGroup",
  held: (emulator: Emulator, name: string) => emulator.containerGroups.get(groupId(name)),
  // A delete of a missing object is answered with 204.
  isEffect: ({ status }: Passed) => status < 400 && status !== 204,
};

/** A GUID for a name. */
function customerId(name: string): string {
  return `cccccccc-0000-4000-8000-${createHash("sha256").update(name).digest("hex").slice(0, 12)}`;
}
const customer = (name: string, phoneNumber = "+1 1"): Args => ({
  ...{ customerId: customerId(name), phoneNumber, onDestroy: "restore" },
});
const customers = {
  kind: "Customer",
  marker: customerId,
  prepare: (emulator: Emulator, name: string) =>
    void emulator.business.put("customers", {
      ...{ id: customerId(name), number: name, displayName: name, phoneNumber: "+1 0" },
    }),
  held: (emulator: Emulator, name: string) => emulator.business.get("customers", customerId(name))?.fields,
};

const SYSTEM = `/subscriptions/${SUBSCRIPTION}/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00`;
const instanceId = (name: string): string => `${SYSTEM}/databaseInstances/${name}`;
const stop = (name: string): Args => ({
  ...{ resourceGroupName: "erp", erpVirtualInstanceName: "X00", databaseInstanceName: name },
});
const stops = {
  kind: "DatabaseInstanceStop",
  prepare: (emulator: Emulator, name: string) => void emulator.erp.put(instanceId(name)),
  held: (emulator: Emulator, name: string) => emulator.erp.status(instanceId(name)),
  // An instance that is offline already is answered with 200.
  isEffect: ({ status }: Passed) => status === 202,
};

const APP = { owner: "demo-org", app: "shop-ios" };
const emailOf = (name: string): string => `${name}@example.com`;

/** Operations on the real engine. */
export const SUBJECTS: readonly Subject[] = [
  {
    ...groups,
    ...{ title: "ContainerGroup: create", command: "up", requests: ["GET", "PUT", "GET", "GET"] },
    after: (name) => group(name),
  },
  {
    ...groups,
    ...{ title: "ContainerGroup: update", command: "up", requests: ["PUT", "GET", "GET"] },
    before: (name) => group(name),
    after: (name) => group(name, "green"),
  },
  {
    ...groups,
    ...{ title: "ContainerGroup: delete", command: "destroy", requests: ["DELETE"] },
    before: (name) => group(name),
    after: (name) => group(name),
  },
  {
    ...stops,
    ...{ title: "DatabaseInstanceStop: create", command: "up", requests: ["GET", "POST", "GET", "GET"] },
    after: stop,
  },
  {
    ...stops,
    ...{ title: "DatabaseInstanceStop: delete", command: "destroy", requests: ["GET", "POST", "GET", "GET"] },
    before: (name) => ({ ...stop(name), stopOn: "destroy" }),
    after: (name) => ({ ...stop(name), stopOn: "destroy" }),
  },
  {
    ...{ title: "AppUserRemoval: create", kind: "AppUserRemoval", command: "up", requests: ["DELETE"] },
    prepare: (emulator, name) => emulator.apps.putMember(APP, emailOf(name)),
    after: (name) => ({ ownerName: APP.owner, appName: APP.app, userEmail: emailOf(name) }),
    held: (emulator, name) => emulator.apps.members(APP).some(({ email }) => email === emailOf(name)),
  },
  {
    ...customers,
    ...{ title: "Customer: create", command: "up", requests: ["GET", "PATCH"] },
    after: (name) => customer(name),
    losesOriginals: (at, moment) => at === 2 && moment === "after",
  },
  {
    ...customers,
    ...{ title: "Customer: update", command: "up", requests: ["GET", "PATCH"] },
    before: (name) => customer(name),
    after: (name) => customer(name, "+1 2"),
  },
  {
    ...customers,
    ...{ title: "Customer: delete", command: "destroy", requests: ["GET", "PATCH"] },
    before: (name) => customer(name),
    after: (name) => customer(name),
  },
  {
    ...{ title: "SalesQuote: create", kind: "SalesQuote", command: "up", requests: ["GET", "POST"] },
    after: (name) => ({
      ...{ customerId: seedId("customers", 1), externalDocumentNumber: name },
      salesQuoteLines: [{ itemId: seedId("items", 1), quantity: 10 }],
    }),
    held: (emulator, name) =>
      emulator.business
        .list("salesQuotes")
        .filter(({ fields }) => fields.externalDocumentNumber === name)
        .map(({ fields }) => fields),
  },
];

/** A resource of a subject, and where its requests are stopped; without that, it is the one to compare with. */
export interface Place {
  subject: Subject;
  name: string;
  stop?: { at: number; moment: Moment };
}

const MOMENTS: readonly Moment[] = ["before", "after"];

/** Every boundary of every operation. */
export function placesOf(subjects: readonly Subject[]): Place[] {
  return subjects.flatMap((subject, index) => [
    { subject, name: `s${index}-control` },
    ...subject.requests.flatMap((_, request) =>
      MOMENTS.map((moment) => ({
        ...{ subject, name: `s${index}-${request + 1}-${moment}`, stop: { at: request + 1, moment } },
      })),
    ),
  ]);
}
