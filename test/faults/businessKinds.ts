import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { Json, JsonObject } from "../../provider/schema/json.js";
import { defaultDimensionLifecycle } from "../../provider/services/defaultDimensions/lifecycle.js";
import {
  customerLifecycle,
  itemLifecycle,
  projectLifecycle,
} from "../../provider/services/records/lifecycle.js";
import { salesQuoteLifecycle } from "../../provider/services/salesQuotes/lifecycle.js";
import { canary } from "../simulation/canary.js";
import { COMPANY as DIMENSION_COMPANY, guid, PLACES } from "../simulation/dimensionProgram.js";
import { DimensionService } from "../simulation/dimensionService.js";
import { BusinessService, COMPANY } from "./businessService.js";
import type { FaultKind, Operation, World } from "./kind.js";

const RECORD = guid("b", 1);
const OTHER_RECORD = guid("b", 2);
const QUOTE_OF_OTHERS = guid("b", 3);

const HIDDEN = canary("field", 1, 1);

interface RecordFacts {
  name: string;
  lifecycle: Lifecycle;
  collection: string;
  idName: string;
  /** A field of the record, and what it holds: declared, after an update, set by another client, and at first. */
  field: string;
  values: { declared: Json; updated: Json; drifted: Json; original: Json };
  /** The argument for a value of it. Default: one of its name. */
  argument?(value: Json): JsonObject;
}

function record({ name, lifecycle, collection, idName, field, values, ...facts }: RecordFacts): FaultKind {
  const { argument = (value) => ({ [field]: value }) } = facts;
  const identity = { companyId: COMPANY, [idName]: RECORD, displayName: HIDDEN, onDestroy: "restore" };
  const declared = { ...identity, ...argument(values.declared) };
  const updated = { ...identity, ...argument(values.updated) };
  return {
    name,
    lifecycle,
    inPlace: ["displayName"],
    scenarios: {
      create: { after: declared },
      update: { before: declared, after: updated },
      replace: { before: declared, after: { ...declared, [idName]: OTHER_RECORD } },
      refresh: { before: declared, after: declared },
      delete: { before: declared },
    },
    open() {
      const service = new BusinessService();
      for (const id of [RECORD, OTHER_RECORD]) {
        const fields = { displayName: `Old ${id.slice(-1)}`, [field]: values.original, lastNote: "kept" };
        service.put(collection, { id, number: "0007", ...fields });
      }
      return worldOf(service, (operation) => {
        if (operation === "refresh") service.write(RECORD, { [field]: values.drifted });
      });
    },
  };
}

function worldOf(service: BusinessService, meanwhile: (operation: Operation) => void): World {
  return {
    ...{ service, meanwhile, recover: () => undefined },
    held: () => service.held(),
    effects: () => service.effects,
  };
}

const Customer = record({
  ...{ name: "Customer", lifecycle: customerLifecycle, collection: "customers", idName: "customerId" },
  field: "phoneNumber",
  values: { declared: "+1 1", updated: "+1 2", drifted: "+1 3", original: "" },
});

const Item = record({
  ...{ name: "Item", lifecycle: itemLifecycle, collection: "items", idName: "itemId", field: "unitPrice" },
  values: { declared: 10, updated: 12.5, drifted: 11, original: 9 },
});

const Project = record({
  ...{ name: "Project", lifecycle: projectLifecycle, collection: "projects", idName: "projectId" },
  field: "memo",
  values: { declared: "one", updated: "two", drifted: "three", original: "" },
  argument: (memo) => ({ additionalFields: { memo } }),
});

const quote: JsonObject = {
  ...{ companyId: COMPANY, customerId: RECORD, salesQuoteLines: [{ itemId: OTHER_RECORD, quantity: 2 }] },
  additionalFields: { shipToName: HIDDEN },
};
const otherQuote = { ...quote, salesQuoteLines: [{ itemId: OTHER_RECORD, quantity: 3 }] };

function quotes(name: string, scenarios: FaultKind["scenarios"]): FaultKind {
  return {
    ...{ name, scenarios, lifecycle: salesQuoteLifecycle, inPlace: ["additionalFields.shipToName"] },
    open() {
      const service = new BusinessService();
      const fields = { customerId: RECORD, externalDocumentNumber: "theirs", salesQuoteLines: [] };
      service.put("salesQuotes", { id: QUOTE_OF_OTHERS, number: "S-QUO1", ...fields });
      return worldOf(service, (operation) => {
        const own = service.held().find(({ id }) => id !== QUOTE_OF_OTHERS);
        if (operation === "refresh" && own !== undefined)
          service.write(String(own.id), { salesQuoteLines: [{ itemId: OTHER_RECORD, quantity: 9 }] });
      });
    },
  };
}

const SalesQuote = quotes("SalesQuote", {
  create: { after: quote },
  replace: { before: quote, after: otherQuote },
  refresh: { before: quote, after: quote },
  delete: { before: quote },
});

const SalesQuoteWithoutNumber = quotes("SalesQuote without `externalDocumentNumber`", {
  create: { after: { ...quote, externalDocumentNumber: "" } },
});

/** Together they fill batches: one request is under way at a time, and those that wait for it are sent together. */
const TOGETHER = { maxConcurrency: "1" };

const THREE = [1, 2, 3].map((n) => guid("b", 10 + n));

const customersWith = (phoneNumber: string): JsonObject[] =>
  THREE.map((customerId) => ({
    ...{ companyId: COMPANY, customerId, displayName: HIDDEN, phoneNumber, onDestroy: "restore" },
  }));

const Customers: FaultKind = {
  ...{ name: "Customer in batches of three", lifecycle: customerLifecycle, settings: TOGETHER },
  inPlace: ["displayName"],
  scenarios: {
    create: { after: customersWith("+1 1") },
    update: { before: customersWith("+1 1"), after: customersWith("+1 2") },
    refresh: { before: customersWith("+1 1"), after: customersWith("+1 1") },
    delete: { before: customersWith("+1 1") },
  },
  open() {
    const service = new BusinessService();
    for (const id of THREE)
      service.put("customers", { id, number: "0007", displayName: id, phoneNumber: "" });
    return worldOf(service, (operation) => {
      if (operation === "refresh") for (const id of THREE) service.write(id, { phoneNumber: "+1 3" });
    });
  },
};

const threeQuotes = ["A", "B", "C"].map((number) => ({ ...quote, externalDocumentNumber: number }));

const SalesQuotes: FaultKind = {
  ...quotes("SalesQuote in batches of three", {
    create: { after: threeQuotes },
    delete: { before: threeQuotes },
  }),
  settings: TOGETHER,
};

const [place, , otherPlace] = PLACES;
const dimension: JsonObject = {
  ...{ companyId: DIMENSION_COMPANY, ...place, dimensionValueId: guid("e", 1) },
  ...{ postingValidation: "Code Mandatory", onDestroy: "restore" },
};

const DefaultDimension: FaultKind = {
  name: "DefaultDimension",
  lifecycle: defaultDimensionLifecycle,
  scenarios: {
    create: { after: dimension },
    update: { before: dimension, after: { ...dimension, postingValidation: "Same Code" } },
    replace: { before: dimension, after: { ...dimension, ...otherPlace } },
    refresh: { before: dimension, after: dimension },
    delete: { before: dimension },
  },
  open() {
    const service = new DimensionService();
    return {
      service,
      meanwhile(operation) {
        if (operation === "refresh") service.write(0, "postingValidation", "No Code");
      },
      recover: () => undefined,
      held: () =>
        Object.fromEntries([...service.dimensions].map(([key, { values }]) => [key, { ...values }])),
      effects: () =>
        service.events.flatMap((event) =>
          event.kind === "written" && event.by === "stack"
            ? [`sets ${event.field} of ${event.key} to ${event.value}`]
            : [],
        ),
    };
  },
};

export const businessKinds: FaultKind[] = [
  ...[Customer, Customers, Item, Project, SalesQuote, SalesQuotes, SalesQuoteWithoutNumber, DefaultDimension],
];
