import { businessKinds } from "./businessKinds.js";
import type { FaultKind } from "./kind.js";
import { operationKinds } from "./operationKinds.js";

/** All kinds of resources, in the order of the page. */
export const faultKinds: readonly FaultKind[] = [...operationKinds, ...businessKinds];

/** Kinds with the lifecycle of another one, for other records or instances. */
export const TWINS = ["Item", "Project", "ApplicationServerInstanceStop"];

/** Kinds with several resources at a time. `npm run faults` has all of their operations. */
export const IN_BATCHES = ["Customer in batches of three", "SalesQuote in batches of three"];
