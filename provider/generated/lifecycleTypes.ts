// Generated from the schemas by `npm run generate`. Do not edit.

import type { AppUserRemovalArgs, AppUserRemovalOutputs } from "./appUserRemoval.js";
import type { ApplicationServerInstanceStopArgs, ApplicationServerInstanceStopOutputs } from "./applicationServerInstanceStop.js";
import type { CentralServerInstanceStopArgs, CentralServerInstanceStopOutputs } from "./centralServerInstanceStop.js";
import type { ContainerGroupArgs, ContainerGroupOutputs } from "./containerGroup.js";
import type { CustomerArgs, CustomerOutputs } from "./customer.js";
import type { DatabaseInstanceStopArgs, DatabaseInstanceStopOutputs } from "./databaseInstanceStop.js";
import type { DefaultDimensionArgs, DefaultDimensionOutputs } from "./defaultDimension.js";
import type { ItemArgs, ItemOutputs } from "./item.js";
import type { ProjectArgs, ProjectOutputs } from "./project.js";
import type { SalesQuoteArgs, SalesQuoteOutputs } from "./salesQuote.js";
import type { VirtualInstanceStopArgs, VirtualInstanceStopOutputs } from "./virtualInstanceStop.js";
import type { ResolvedInputs, ResolvedState } from "../contract/lifecycle.js";

/** {@link AppUserRemovalArgs} as the lifecycle gets them. */
export type AppUserRemovalInputs = ResolvedInputs<AppUserRemovalArgs, AppUserRemovalOutputs, "ownerName" | "appName" | "userEmail">;

/** {@link AppUserRemovalInputs}, and the fields that only the service knows. */
export type AppUserRemovalState = ResolvedState<AppUserRemovalInputs, AppUserRemovalOutputs>;

/** {@link ApplicationServerInstanceStopArgs} as the lifecycle gets them. */
export type ApplicationServerInstanceStopInputs = ResolvedInputs<ApplicationServerInstanceStopArgs, ApplicationServerInstanceStopOutputs, "subscriptionId" | "resourceGroupName" | "erpVirtualInstanceName" | "applicationInstanceName">;

/** {@link ApplicationServerInstanceStopInputs}, and the fields that only the service knows. */
export type ApplicationServerInstanceStopState = ResolvedState<ApplicationServerInstanceStopInputs, ApplicationServerInstanceStopOutputs>;

/** {@link CentralServerInstanceStopArgs} as the lifecycle gets them. */
export type CentralServerInstanceStopInputs = ResolvedInputs<CentralServerInstanceStopArgs, CentralServerInstanceStopOutputs, "subscriptionId" | "resourceGroupName" | "erpVirtualInstanceName" | "centralInstanceName">;

/** {@link CentralServerInstanceStopInputs}, and the fields that only the service knows. */
export type CentralServerInstanceStopState = ResolvedState<CentralServerInstanceStopInputs, CentralServerInstanceStopOutputs>;

/** {@link ContainerGroupArgs} as the lifecycle gets them. */
export type ContainerGroupInputs = ResolvedInputs<ContainerGroupArgs, ContainerGroupOutputs, "subscriptionId" | "resourceGroupName" | "containerGroupName" | "containers">;

/** {@link ContainerGroupInputs}, and the fields that only the service knows. */
export type ContainerGroupState = ResolvedState<ContainerGroupInputs, ContainerGroupOutputs>;

/** {@link CustomerArgs} as the lifecycle gets them. */
export type CustomerInputs = ResolvedInputs<CustomerArgs, CustomerOutputs, "companyId">;

/** {@link CustomerInputs}, and the fields that only the service knows. */
export type CustomerState = ResolvedState<CustomerInputs, CustomerOutputs>;

/** {@link DatabaseInstanceStopArgs} as the lifecycle gets them. */
export type DatabaseInstanceStopInputs = ResolvedInputs<DatabaseInstanceStopArgs, DatabaseInstanceStopOutputs, "subscriptionId" | "resourceGroupName" | "erpVirtualInstanceName" | "databaseInstanceName">;

/** {@link DatabaseInstanceStopInputs}, and the fields that only the service knows. */
export type DatabaseInstanceStopState = ResolvedState<DatabaseInstanceStopInputs, DatabaseInstanceStopOutputs>;

/** {@link DefaultDimensionArgs} as the lifecycle gets them. */
export type DefaultDimensionInputs = ResolvedInputs<DefaultDimensionArgs, DefaultDimensionOutputs, "companyId" | "parentType">;

/** {@link DefaultDimensionInputs}, and the fields that only the service knows. */
export type DefaultDimensionState = ResolvedState<DefaultDimensionInputs, DefaultDimensionOutputs>;

/** {@link ItemArgs} as the lifecycle gets them. */
export type ItemInputs = ResolvedInputs<ItemArgs, ItemOutputs, "companyId">;

/** {@link ItemInputs}, and the fields that only the service knows. */
export type ItemState = ResolvedState<ItemInputs, ItemOutputs>;

/** {@link ProjectArgs} as the lifecycle gets them. */
export type ProjectInputs = ResolvedInputs<ProjectArgs, ProjectOutputs, "companyId">;

/** {@link ProjectInputs}, and the fields that only the service knows. */
export type ProjectState = ResolvedState<ProjectInputs, ProjectOutputs>;

/** {@link SalesQuoteArgs} as the lifecycle gets them. */
export type SalesQuoteInputs = ResolvedInputs<SalesQuoteArgs, SalesQuoteOutputs, "companyId" | "salesQuoteLines">;

/** {@link SalesQuoteInputs}, and the fields that only the service knows. */
export type SalesQuoteState = ResolvedState<SalesQuoteInputs, SalesQuoteOutputs>;

/** {@link VirtualInstanceStopArgs} as the lifecycle gets them. */
export type VirtualInstanceStopInputs = ResolvedInputs<VirtualInstanceStopArgs, VirtualInstanceStopOutputs, "subscriptionId" | "resourceGroupName" | "erpVirtualInstanceName">;

/** {@link VirtualInstanceStopInputs}, and the fields that only the service knows. */
export type VirtualInstanceStopState = ResolvedState<VirtualInstanceStopInputs, VirtualInstanceStopOutputs>;
