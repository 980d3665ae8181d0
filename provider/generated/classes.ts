// Generated from the definitions by `npm run generate`. Do not edit.

import type { CustomResourceOptions, ID, Input } from "@pulumi/pulumi";
import { BridgedResource } from "../protocols/dynamic/resource.js";
import { appUserRemovalSchema } from "../services/apps/schema.js";
import { applicationServerInstanceStopSchema, centralServerInstanceStopSchema, databaseInstanceStopSchema, virtualInstanceStopSchema } from "../services/instanceStops/schema.js";
import { containerGroupSchema } from "../services/containerGroups/schema.js";
import { customerSchema, itemSchema, projectSchema } from "../services/records/schema.js";
import { defaultDimensionSchema } from "../services/defaultDimensions/schema.js";
import { salesQuoteSchema } from "../services/salesQuotes/schema.js";
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

export type { AppUserRemovalArgs, ApplicationServerInstanceStopArgs, CentralServerInstanceStopArgs, ContainerGroupArgs, CustomerArgs, DatabaseInstanceStopArgs, DefaultDimensionArgs, ItemArgs, ProjectArgs, SalesQuoteArgs, VirtualInstanceStopArgs };

/**
 * The removal of a user from an app: done once, and again whenever `triggers` changes. If the app does not have the user, a message says so. A refresh sends no request, and destroying the resource sends nothing and adds no user.
 *
 * The id is `ownerName/appName/userEmail`. A change of owner, app or user replaces the resource.
 *
 * Source: document "Instance Stop Operations and Developer API Tokens", v0.1.
 */
export class AppUserRemoval extends BridgedResource implements AppUserRemovalOutputs {
  /** Type of the resource in the engine. */
  static readonly __pulumiType: string = "pulumi-nodejs:dynamic/vendorcloud:AppUserRemoval";

  declare readonly ownerName: AppUserRemovalOutputs["ownerName"];
  declare readonly appName: AppUserRemovalOutputs["appName"];
  declare readonly userEmail: AppUserRemovalOutputs["userEmail"];
  declare readonly triggers: AppUserRemovalOutputs["triggers"];

  /**
   * @param name of the resource in the program
   * @param args its arguments: `check` reports everything that is wrong with them at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: AppUserRemovalArgs, options?: CustomResourceOptions) {
    super(appUserRemovalSchema, name, args, options);
  }

  /**
   * The outputs are the parts of the id. An action cannot be read, so no request is sent. Needs `@pulumi/pulumi` 3.268.0.
   *
   * @param name of the resource in the program
   * @param id of the object: the id that a resource of this class has
   * @param options Pulumi's own options
   */
  static get(name: string, id: Input<ID>, options?: CustomResourceOptions): AppUserRemoval {
    return new AppUserRemoval(name, {} as AppUserRemovalArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: any): value is AppUserRemoval {
    return value?.__pulumiType === AppUserRemoval.__pulumiType;
  }
}


/**
 * Stops the application server instance of an ERP system when the resource is created and whenever `triggers` change or, with `stopOn: "destroy"`, when the resource is destroyed. Without a change, nothing is sent. The id is the path of the instance.
 *
 * If the instance is already stopped, no stop is sent. If a stop is in progress, the provider waits for it: after an interrupted run or a time-out, the next run resumes waiting. It sends no second stop, unless the service no longer knows the first one and the instance is running. The next `up` repeats a stop that failed, but not a stop that was canceled at the service.
 *
 * Source: document "Instance Stop Operations and Developer API Tokens", 2023-04-01.
 */
export class ApplicationServerInstanceStop extends BridgedResource implements ApplicationServerInstanceStopOutputs {
  /** Type of the resource in the engine. */
  static readonly __pulumiType: string = "pulumi-nodejs:dynamic/vendorcloud:ApplicationServerInstanceStop";

  declare readonly subscriptionId: ApplicationServerInstanceStopOutputs["subscriptionId"];
  declare readonly resourceGroupName: ApplicationServerInstanceStopOutputs["resourceGroupName"];
  declare readonly erpVirtualInstanceName: ApplicationServerInstanceStopOutputs["erpVirtualInstanceName"];
  declare readonly applicationInstanceName: ApplicationServerInstanceStopOutputs["applicationInstanceName"];
  declare readonly softStopTimeoutSeconds: ApplicationServerInstanceStopOutputs["softStopTimeoutSeconds"];
  declare readonly deallocateVm: ApplicationServerInstanceStopOutputs["deallocateVm"];
  declare readonly additionalProperties: ApplicationServerInstanceStopOutputs["additionalProperties"];
  declare readonly stopOn: ApplicationServerInstanceStopOutputs["stopOn"];
  declare readonly triggers: ApplicationServerInstanceStopOutputs["triggers"];
  declare readonly timeoutSeconds: ApplicationServerInstanceStopOutputs["timeoutSeconds"];
  declare readonly status: ApplicationServerInstanceStopOutputs["status"];
  declare readonly operationId: ApplicationServerInstanceStopOutputs["operationId"];
  declare readonly operationName: ApplicationServerInstanceStopOutputs["operationName"];
  declare readonly startTime: ApplicationServerInstanceStopOutputs["startTime"];
  declare readonly endTime: ApplicationServerInstanceStopOutputs["endTime"];
  declare readonly percentComplete: ApplicationServerInstanceStopOutputs["percentComplete"];

  /**
   * @param name of the resource in the program
   * @param args its arguments: `check` reports everything that is wrong with them at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: ApplicationServerInstanceStopArgs, options?: CustomResourceOptions) {
    super(applicationServerInstanceStopSchema, name, args, options);
  }

  /**
   * The outputs are the parts of the id. An action cannot be read, so no request is sent. Needs `@pulumi/pulumi` 3.268.0.
   *
   * @param name of the resource in the program
   * @param id of the object: the id that a resource of this class has
   * @param options Pulumi's own options
   */
  static get(name: string, id: Input<ID>, options?: CustomResourceOptions): ApplicationServerInstanceStop {
    return new ApplicationServerInstanceStop(name, {} as ApplicationServerInstanceStopArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: any): value is ApplicationServerInstanceStop {
    return value?.__pulumiType === ApplicationServerInstanceStop.__pulumiType;
  }
}


/**
 * Stops the central server instance of an ERP system when the resource is created and whenever `triggers` change or, with `stopOn: "destroy"`, when the resource is destroyed. Without a change, nothing is sent. The id is the path of the instance.
 *
 * If the instance is already stopped, no stop is sent. If a stop is in progress, the provider waits for it: after an interrupted run or a time-out, the next run resumes waiting. It sends no second stop, unless the service no longer knows the first one and the instance is running. The next `up` repeats a stop that failed, but not a stop that was canceled at the service.
 *
 * Only the profile `azure` has this resource.
 *
 * Source: public specification of Microsoft.Workloads, 2023-04-01.
 */
export class CentralServerInstanceStop extends BridgedResource implements CentralServerInstanceStopOutputs {
  /** Type of the resource in the engine. */
  static readonly __pulumiType: string = "pulumi-nodejs:dynamic/vendorcloud:CentralServerInstanceStop";

  declare readonly subscriptionId: CentralServerInstanceStopOutputs["subscriptionId"];
  declare readonly resourceGroupName: CentralServerInstanceStopOutputs["resourceGroupName"];
  declare readonly erpVirtualInstanceName: CentralServerInstanceStopOutputs["erpVirtualInstanceName"];
  declare readonly centralInstanceName: CentralServerInstanceStopOutputs["centralInstanceName"];
  declare readonly softStopTimeoutSeconds: CentralServerInstanceStopOutputs["softStopTimeoutSeconds"];
  declare readonly deallocateVm: CentralServerInstanceStopOutputs["deallocateVm"];
  declare readonly additionalProperties: CentralServerInstanceStopOutputs["additionalProperties"];
  declare readonly stopOn: CentralServerInstanceStopOutputs["stopOn"];
  declare readonly triggers: CentralServerInstanceStopOutputs["triggers"];
  declare readonly timeoutSeconds: CentralServerInstanceStopOutputs["timeoutSeconds"];
  declare readonly status: CentralServerInstanceStopOutputs["status"];
  declare readonly operationId: CentralServerInstanceStopOutputs["operationId"];
  declare readonly operationName: CentralServerInstanceStopOutputs["operationName"];
  declare readonly startTime: CentralServerInstanceStopOutputs["startTime"];
  declare readonly endTime: CentralServerInstanceStopOutputs["endTime"];
  declare readonly percentComplete: CentralServerInstanceStopOutputs["percentComplete"];

  /**
   * @param name of the resource in the program
   * @param args its arguments: `check` reports everything that is wrong with them at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: CentralServerInstanceStopArgs, options?: CustomResourceOptions) {
    super(centralServerInstanceStopSchema, name, args, options);
  }

  /**
   * The outputs are the parts of the id. An action cannot be read, so no request is sent. Needs `@pulumi/pulumi` 3.268.0.
   *
   * @param name of the resource in the program
   * @param id of the object: the id that a resource of this class has
   * @param options Pulumi's own options
   */
  static get(name: string, id: Input<ID>, options?: CustomResourceOptions): CentralServerInstanceStop {
    return new CentralServerInstanceStop(name, {} as CentralServerInstanceStopArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: any): value is CentralServerInstanceStop {
    return value?.__pulumiType === CentralServerInstanceStop.__pulumiType;
  }
}


/**
 * A container group: containers deployed together, which share an address, volumes, a restart policy, an identity and diagnostics settings. It is created and updated with the whole body (PUT). Its id is the group's resource path.
 *
 * A group of the same name that already exists and differs from the program is an error, unless `adopt` is set. A change of `osType`, `restartPolicy`, resource requests, `zones`, `subnetIds`, `ipAddress.type`, `location` or the group's address (subscription, resource group, name) replaces the group. Everything else is updated in place.
 *
 * Source: document "Container Group Management Interface", 2023-05-01.
 */
export class ContainerGroup extends BridgedResource implements ContainerGroupOutputs {
  /** Type of the resource in the engine. */
  static readonly __pulumiType: string = "pulumi-nodejs:dynamic/vendorcloud:ContainerGroup";

  declare readonly subscriptionId: ContainerGroupOutputs["subscriptionId"];
  declare readonly resourceGroupName: ContainerGroupOutputs["resourceGroupName"];
  declare readonly containerGroupName: ContainerGroupOutputs["containerGroupName"];
  declare readonly location: ContainerGroupOutputs["location"];
  declare readonly tags: ContainerGroupOutputs["tags"];
  declare readonly zones: ContainerGroupOutputs["zones"];
  declare readonly identity: ContainerGroupOutputs["identity"];
  declare readonly containers: ContainerGroupOutputs["containers"];
  declare readonly osType: ContainerGroupOutputs["osType"];
  declare readonly containerGroupProfile: ContainerGroupOutputs["containerGroupProfile"];
  declare readonly standbyPoolProfile: ContainerGroupOutputs["standbyPoolProfile"];
  declare readonly initContainers: ContainerGroupOutputs["initContainers"];
  declare readonly restartPolicy: ContainerGroupOutputs["restartPolicy"];
  declare readonly sku: ContainerGroupOutputs["sku"];
  declare readonly priority: ContainerGroupOutputs["priority"];
  declare readonly ipAddress: ContainerGroupOutputs["ipAddress"];
  declare readonly subnetIds: ContainerGroupOutputs["subnetIds"];
  declare readonly dnsConfig: ContainerGroupOutputs["dnsConfig"];
  declare readonly diagnostics: ContainerGroupOutputs["diagnostics"];
  declare readonly encryptionProperties: ContainerGroupOutputs["encryptionProperties"];
  declare readonly confidentialComputeProperties: ContainerGroupOutputs["confidentialComputeProperties"];
  declare readonly imageRegistryCredentials: ContainerGroupOutputs["imageRegistryCredentials"];
  declare readonly volumes: ContainerGroupOutputs["volumes"];
  declare readonly secretReferences: ContainerGroupOutputs["secretReferences"];
  declare readonly identityAcls: ContainerGroupOutputs["identityAcls"];
  declare readonly extensions: ContainerGroupOutputs["extensions"];
  declare readonly additionalProperties: ContainerGroupOutputs["additionalProperties"];
  declare readonly secretsVersion: ContainerGroupOutputs["secretsVersion"];
  declare readonly secretChanges: ContainerGroupOutputs["secretChanges"];
  declare readonly waitForProvisioning: ContainerGroupOutputs["waitForProvisioning"];
  declare readonly adopt: ContainerGroupOutputs["adopt"];
  declare readonly name: ContainerGroupOutputs["name"];
  declare readonly type: ContainerGroupOutputs["type"];
  declare readonly provisioningState: ContainerGroupOutputs["provisioningState"];
  declare readonly isCreatedFromStandbyPool: ContainerGroupOutputs["isCreatedFromStandbyPool"];
  declare readonly instanceView: ContainerGroupOutputs["instanceView"];

  /**
   * @param name of the resource in the program
   * @param args its arguments: `check` reports everything that is wrong with them at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: ContainerGroupArgs, options?: CustomResourceOptions) {
    super(containerGroupSchema, name, args, options);
  }

  /**
   * Reads an object that another stack or nobody manages: nothing is created, updated or deleted. Needs `@pulumi/pulumi` 3.268.0.
   *
   * @param name of the resource in the program
   * @param id of the object: the id that a resource of this class has
   * @param options Pulumi's own options
   */
  static get(name: string, id: Input<ID>, options?: CustomResourceOptions): ContainerGroup {
    return new ContainerGroup(name, {} as ContainerGroupArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: any): value is ContainerGroup {
    return value?.__pulumiType === ContainerGroup.__pulumiType;
  }
}


/**
 * Fields of a customer that exists at the business service. The declared fields are managed: an update sends those that differ, with the record's entity tag. If another client has changed one of them, the update fails and the record is left unchanged. All other fields are not managed, and their values are outputs. The id of the resource is the id of the record.
 *
 * Destroying the resource leaves the record unchanged, or restores the original values: see `onDestroy`. A change of `customerId` or `companyId` replaces the resource.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export class Customer extends BridgedResource implements CustomerOutputs {
  /** Type of the resource in the engine. */
  static readonly __pulumiType: string = "pulumi-nodejs:dynamic/vendorcloud:Customer";

  declare readonly companyId: CustomerOutputs["companyId"];
  declare readonly customerId: CustomerOutputs["customerId"];
  declare readonly customerNumber: CustomerOutputs["customerNumber"];
  declare readonly number: CustomerOutputs["number"];
  declare readonly displayName: CustomerOutputs["displayName"];
  declare readonly type: CustomerOutputs["type"];
  declare readonly addressLine1: CustomerOutputs["addressLine1"];
  declare readonly addressLine2: CustomerOutputs["addressLine2"];
  declare readonly country: CustomerOutputs["country"];
  declare readonly postalCode: CustomerOutputs["postalCode"];
  declare readonly city: CustomerOutputs["city"];
  declare readonly state: CustomerOutputs["state"];
  declare readonly phoneNumber: CustomerOutputs["phoneNumber"];
  declare readonly email: CustomerOutputs["email"];
  declare readonly website: CustomerOutputs["website"];
  declare readonly balanceDue: CustomerOutputs["balanceDue"];
  declare readonly taxLiable: CustomerOutputs["taxLiable"];
  declare readonly taxAreaId: CustomerOutputs["taxAreaId"];
  declare readonly taxAreaDisplayName: CustomerOutputs["taxAreaDisplayName"];
  declare readonly taxRegistrationNumber: CustomerOutputs["taxRegistrationNumber"];
  declare readonly currencyId: CustomerOutputs["currencyId"];
  declare readonly currencyCode: CustomerOutputs["currencyCode"];
  declare readonly paymentTermsId: CustomerOutputs["paymentTermsId"];
  declare readonly shipmentMethodId: CustomerOutputs["shipmentMethodId"];
  declare readonly paymentMethodId: CustomerOutputs["paymentMethodId"];
  declare readonly blocked: CustomerOutputs["blocked"];
  declare readonly lastModifiedDateTime: CustomerOutputs["lastModifiedDateTime"];
  declare readonly additionalFields: CustomerOutputs["additionalFields"];
  declare readonly onDestroy: CustomerOutputs["onDestroy"];
  declare readonly etag: CustomerOutputs["etag"];

  /**
   * @param name of the resource in the program
   * @param args its arguments: `check` reports everything that is wrong with them at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: CustomerArgs, options?: CustomResourceOptions) {
    super(customerSchema, name, args, options);
  }

  /**
   * Reads an object that another stack or nobody manages: nothing is created, updated or deleted. Needs `@pulumi/pulumi` 3.268.0.
   *
   * @param name of the resource in the program
   * @param id of the object: the id that a resource of this class has
   * @param options Pulumi's own options
   */
  static get(name: string, id: Input<ID>, options?: CustomResourceOptions): Customer {
    return new Customer(name, {} as CustomerArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: any): value is Customer {
    return value?.__pulumiType === Customer.__pulumiType;
  }
}


/**
 * Stops the database instance of an ERP system when the resource is created and whenever `triggers` change or, with `stopOn: "destroy"`, when the resource is destroyed. Without a change, nothing is sent. The id is the path of the instance.
 *
 * If the instance is already stopped, no stop is sent. If a stop is in progress, the provider waits for it: after an interrupted run or a time-out, the next run resumes waiting. It sends no second stop, unless the service no longer knows the first one and the instance is running. The next `up` repeats a stop that failed, but not a stop that was canceled at the service.
 *
 * Source: document "Instance Stop Operations and Developer API Tokens", 2023-04-01.
 */
export class DatabaseInstanceStop extends BridgedResource implements DatabaseInstanceStopOutputs {
  /** Type of the resource in the engine. */
  static readonly __pulumiType: string = "pulumi-nodejs:dynamic/vendorcloud:DatabaseInstanceStop";

  declare readonly subscriptionId: DatabaseInstanceStopOutputs["subscriptionId"];
  declare readonly resourceGroupName: DatabaseInstanceStopOutputs["resourceGroupName"];
  declare readonly erpVirtualInstanceName: DatabaseInstanceStopOutputs["erpVirtualInstanceName"];
  declare readonly databaseInstanceName: DatabaseInstanceStopOutputs["databaseInstanceName"];
  declare readonly softStopTimeoutSeconds: DatabaseInstanceStopOutputs["softStopTimeoutSeconds"];
  declare readonly deallocateVm: DatabaseInstanceStopOutputs["deallocateVm"];
  declare readonly additionalProperties: DatabaseInstanceStopOutputs["additionalProperties"];
  declare readonly stopOn: DatabaseInstanceStopOutputs["stopOn"];
  declare readonly triggers: DatabaseInstanceStopOutputs["triggers"];
  declare readonly timeoutSeconds: DatabaseInstanceStopOutputs["timeoutSeconds"];
  declare readonly status: DatabaseInstanceStopOutputs["status"];
  declare readonly operationId: DatabaseInstanceStopOutputs["operationId"];
  declare readonly operationName: DatabaseInstanceStopOutputs["operationName"];
  declare readonly startTime: DatabaseInstanceStopOutputs["startTime"];
  declare readonly endTime: DatabaseInstanceStopOutputs["endTime"];
  declare readonly percentComplete: DatabaseInstanceStopOutputs["percentComplete"];

  /**
   * @param name of the resource in the program
   * @param args its arguments: `check` reports everything that is wrong with them at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: DatabaseInstanceStopArgs, options?: CustomResourceOptions) {
    super(databaseInstanceStopSchema, name, args, options);
  }

  /**
   * The outputs are the parts of the id. An action cannot be read, so no request is sent. Needs `@pulumi/pulumi` 3.268.0.
   *
   * @param name of the resource in the program
   * @param id of the object: the id that a resource of this class has
   * @param options Pulumi's own options
   */
  static get(name: string, id: Input<ID>, options?: CustomResourceOptions): DatabaseInstanceStop {
    return new DatabaseInstanceStop(name, {} as DatabaseInstanceStopArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: any): value is DatabaseInstanceStop {
    return value?.__pulumiType === DatabaseInstanceStop.__pulumiType;
  }
}


/**
 * A default dimension of an item, a customer, an employee or a vendor. With `vendorcloud:defaultDimensionsApi` `v2.0`, it is created if it does not exist, and a destroy deletes it if this stack created it: see `onDestroy`. With `v1.0` it must exist.
 *
 * Of an existing default dimension, only fields that differ are sent. An update reads the dimension first, and does not overwrite a change that another client made before this read. With `v2.0`, the update sends the entity tag of the read, so it does not overwrite later changes either. With `v1.0`, updates have no entity tag, and a change between the read and the update is not detected.
 *
 * The id is `parentType/parentId/dimensionId`. A change of company, parent or dimension replaces the resource.
 *
 * Source: document "Business Records Update Interface and Request Limits", v1.0, and the public reference of defaultDimension, v2.0.
 */
export class DefaultDimension extends BridgedResource implements DefaultDimensionOutputs {
  /** Type of the resource in the engine. */
  static readonly __pulumiType: string = "pulumi-nodejs:dynamic/vendorcloud:DefaultDimension";

  declare readonly companyId: DefaultDimensionOutputs["companyId"];
  declare readonly parentType: DefaultDimensionOutputs["parentType"];
  declare readonly parentId: DefaultDimensionOutputs["parentId"];
  declare readonly parentNumber: DefaultDimensionOutputs["parentNumber"];
  declare readonly dimensionId: DefaultDimensionOutputs["dimensionId"];
  declare readonly dimensionCode: DefaultDimensionOutputs["dimensionCode"];
  declare readonly dimensionValueId: DefaultDimensionOutputs["dimensionValueId"];
  declare readonly dimensionValueCode: DefaultDimensionOutputs["dimensionValueCode"];
  declare readonly postingValidation: DefaultDimensionOutputs["postingValidation"];
  declare readonly onDestroy: DefaultDimensionOutputs["onDestroy"];
  declare readonly createdId: DefaultDimensionOutputs["createdId"];
  declare readonly etag: DefaultDimensionOutputs["etag"];

  /**
   * @param name of the resource in the program
   * @param args its arguments: `check` reports everything that is wrong with them at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: DefaultDimensionArgs, options?: CustomResourceOptions) {
    super(defaultDimensionSchema, name, args, options);
  }

  /**
   * Reads an object that another stack or nobody manages: nothing is created, updated or deleted. Needs `@pulumi/pulumi` 3.268.0.
   *
   * @param name of the resource in the program
   * @param id of the object: the id that a resource of this class has
   * @param options Pulumi's own options
   */
  static get(name: string, id: Input<ID>, options?: CustomResourceOptions): DefaultDimension {
    return new DefaultDimension(name, {} as DefaultDimensionArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: any): value is DefaultDimension {
    return value?.__pulumiType === DefaultDimension.__pulumiType;
  }
}


/**
 * Fields of an item that exists at the business service. The declared fields are managed: an update sends those that differ, with the record's entity tag. If another client has changed one of them, the update fails and the record is left unchanged. All other fields are not managed, and their values are outputs. The id of the resource is the id of the record.
 *
 * Destroying the resource leaves the record unchanged, or restores the original values: see `onDestroy`. A change of `itemId` or `companyId` replaces the resource.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export class Item extends BridgedResource implements ItemOutputs {
  /** Type of the resource in the engine. */
  static readonly __pulumiType: string = "pulumi-nodejs:dynamic/vendorcloud:Item";

  declare readonly companyId: ItemOutputs["companyId"];
  declare readonly itemId: ItemOutputs["itemId"];
  declare readonly itemNumber: ItemOutputs["itemNumber"];
  declare readonly number: ItemOutputs["number"];
  declare readonly displayName: ItemOutputs["displayName"];
  declare readonly type: ItemOutputs["type"];
  declare readonly itemCategoryId: ItemOutputs["itemCategoryId"];
  declare readonly itemCategoryCode: ItemOutputs["itemCategoryCode"];
  declare readonly baseUnitOfMeasureId: ItemOutputs["baseUnitOfMeasureId"];
  declare readonly baseUnitOfMeasureCode: ItemOutputs["baseUnitOfMeasureCode"];
  declare readonly taxGroupId: ItemOutputs["taxGroupId"];
  declare readonly taxGroupCode: ItemOutputs["taxGroupCode"];
  declare readonly blocked: ItemOutputs["blocked"];
  declare readonly gtin: ItemOutputs["gtin"];
  declare readonly inventory: ItemOutputs["inventory"];
  declare readonly priceIncludesTax: ItemOutputs["priceIncludesTax"];
  declare readonly unitCost: ItemOutputs["unitCost"];
  declare readonly unitPrice: ItemOutputs["unitPrice"];
  declare readonly lastModifiedDateTime: ItemOutputs["lastModifiedDateTime"];
  declare readonly additionalFields: ItemOutputs["additionalFields"];
  declare readonly onDestroy: ItemOutputs["onDestroy"];
  declare readonly etag: ItemOutputs["etag"];

  /**
   * @param name of the resource in the program
   * @param args its arguments: `check` reports everything that is wrong with them at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: ItemArgs, options?: CustomResourceOptions) {
    super(itemSchema, name, args, options);
  }

  /**
   * Reads an object that another stack or nobody manages: nothing is created, updated or deleted. Needs `@pulumi/pulumi` 3.268.0.
   *
   * @param name of the resource in the program
   * @param id of the object: the id that a resource of this class has
   * @param options Pulumi's own options
   */
  static get(name: string, id: Input<ID>, options?: CustomResourceOptions): Item {
    return new Item(name, {} as ItemArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: any): value is Item {
    return value?.__pulumiType === Item.__pulumiType;
  }
}


/**
 * Fields of a project that exists at the business service. The declared fields are managed: an update sends those that differ, with the record's entity tag. If another client has changed one of them, the update fails and the record is left unchanged. All other fields are not managed, and their values are outputs. The id of the resource is the id of the record.
 *
 * Destroying the resource leaves the record unchanged, or restores the original values: see `onDestroy`. A change of `projectId` or `companyId` replaces the resource.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export class Project extends BridgedResource implements ProjectOutputs {
  /** Type of the resource in the engine. */
  static readonly __pulumiType: string = "pulumi-nodejs:dynamic/vendorcloud:Project";

  declare readonly companyId: ProjectOutputs["companyId"];
  declare readonly projectId: ProjectOutputs["projectId"];
  declare readonly projectNumber: ProjectOutputs["projectNumber"];
  declare readonly number: ProjectOutputs["number"];
  declare readonly displayName: ProjectOutputs["displayName"];
  declare readonly additionalFields: ProjectOutputs["additionalFields"];
  declare readonly onDestroy: ProjectOutputs["onDestroy"];
  declare readonly etag: ProjectOutputs["etag"];

  /**
   * @param name of the resource in the program
   * @param args its arguments: `check` reports everything that is wrong with them at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: ProjectArgs, options?: CustomResourceOptions) {
    super(projectSchema, name, args, options);
  }

  /**
   * Reads an object that another stack or nobody manages: nothing is created, updated or deleted. Needs `@pulumi/pulumi` 3.268.0.
   *
   * @param name of the resource in the program
   * @param id of the object: the id that a resource of this class has
   * @param options Pulumi's own options
   */
  static get(name: string, id: Input<ID>, options?: CustomResourceOptions): Project {
    return new Project(name, {} as ProjectArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: any): value is Project {
    return value?.__pulumiType === Project.__pulumiType;
  }
}


/**
 * A sales quote with its lines, created by one deep insert, at most once: if the response is lost, the provider looks up the quote by its `externalDocumentNumber` before it sends anything again. The service sets the id.
 *
 * A change replaces the quote, and the old one is deleted first. Only `discountAmount` changes in place. A quote whose customer or lines another client has changed is not deleted: `pulumi refresh` shows the current quote; after that, `pulumi up` replaces it and `pulumi destroy` deletes it.
 *
 * Source: document "Business Records Update Interface and Request Limits", v2.0.
 */
export class SalesQuote extends BridgedResource implements SalesQuoteOutputs {
  /** Type of the resource in the engine. */
  static readonly __pulumiType: string = "pulumi-nodejs:dynamic/vendorcloud:SalesQuote";

  declare readonly companyId: SalesQuoteOutputs["companyId"];
  declare readonly customerId: SalesQuoteOutputs["customerId"];
  declare readonly customerNumber: SalesQuoteOutputs["customerNumber"];
  declare readonly externalDocumentNumber: SalesQuoteOutputs["externalDocumentNumber"];
  declare readonly documentDate: SalesQuoteOutputs["documentDate"];
  declare readonly postingDate: SalesQuoteOutputs["postingDate"];
  declare readonly currencyId: SalesQuoteOutputs["currencyId"];
  declare readonly currencyCode: SalesQuoteOutputs["currencyCode"];
  declare readonly paymentTermsId: SalesQuoteOutputs["paymentTermsId"];
  declare readonly shipmentMethodId: SalesQuoteOutputs["shipmentMethodId"];
  declare readonly dueDate: SalesQuoteOutputs["dueDate"];
  declare readonly validUntilDate: SalesQuoteOutputs["validUntilDate"];
  declare readonly salesperson: SalesQuoteOutputs["salesperson"];
  declare readonly phoneNumber: SalesQuoteOutputs["phoneNumber"];
  declare readonly email: SalesQuoteOutputs["email"];
  declare readonly additionalFields: SalesQuoteOutputs["additionalFields"];
  declare readonly discountAmount: SalesQuoteOutputs["discountAmount"];
  declare readonly salesQuoteLines: SalesQuoteOutputs["salesQuoteLines"];
  declare readonly status: SalesQuoteOutputs["status"];
  declare readonly sentDate: SalesQuoteOutputs["sentDate"];
  declare readonly acceptedDate: SalesQuoteOutputs["acceptedDate"];
  declare readonly totalAmountExcludingTax: SalesQuoteOutputs["totalAmountExcludingTax"];
  declare readonly totalTaxAmount: SalesQuoteOutputs["totalTaxAmount"];
  declare readonly totalAmountIncludingTax: SalesQuoteOutputs["totalAmountIncludingTax"];
  declare readonly number: SalesQuoteOutputs["number"];
  declare readonly lastModifiedDateTime: SalesQuoteOutputs["lastModifiedDateTime"];
  declare readonly etag: SalesQuoteOutputs["etag"];

  /**
   * @param name of the resource in the program
   * @param args its arguments: `check` reports everything that is wrong with them at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: SalesQuoteArgs, options?: CustomResourceOptions) {
    super(salesQuoteSchema, name, args, options);
  }

  /**
   * Reads an object that another stack or nobody manages: nothing is created, updated or deleted. Needs `@pulumi/pulumi` 3.268.0.
   *
   * @param name of the resource in the program
   * @param id of the object: the id that a resource of this class has
   * @param options Pulumi's own options
   */
  static get(name: string, id: Input<ID>, options?: CustomResourceOptions): SalesQuote {
    return new SalesQuote(name, {} as SalesQuoteArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: any): value is SalesQuote {
    return value?.__pulumiType === SalesQuote.__pulumiType;
  }
}


/**
 * Stops the virtual instance of an ERP system when the resource is created and whenever `triggers` change or, with `stopOn: "destroy"`, when the resource is destroyed. Without a change, nothing is sent. The id is the path of the instance.
 *
 * If the instance is already stopped, no stop is sent. If a stop is in progress, the provider waits for it: after an interrupted run or a time-out, the next run resumes waiting. It sends no second stop, unless the service no longer knows the first one and the instance is running. The next `up` repeats a stop that failed, but not a stop that was canceled at the service.
 *
 * Only the profile `azure` has this resource.
 *
 * Source: public specification of Microsoft.Workloads, 2023-04-01.
 */
export class VirtualInstanceStop extends BridgedResource implements VirtualInstanceStopOutputs {
  /** Type of the resource in the engine. */
  static readonly __pulumiType: string = "pulumi-nodejs:dynamic/vendorcloud:VirtualInstanceStop";

  declare readonly subscriptionId: VirtualInstanceStopOutputs["subscriptionId"];
  declare readonly resourceGroupName: VirtualInstanceStopOutputs["resourceGroupName"];
  declare readonly erpVirtualInstanceName: VirtualInstanceStopOutputs["erpVirtualInstanceName"];
  declare readonly softStopTimeoutSeconds: VirtualInstanceStopOutputs["softStopTimeoutSeconds"];
  declare readonly deallocateVm: VirtualInstanceStopOutputs["deallocateVm"];
  declare readonly additionalProperties: VirtualInstanceStopOutputs["additionalProperties"];
  declare readonly stopOn: VirtualInstanceStopOutputs["stopOn"];
  declare readonly triggers: VirtualInstanceStopOutputs["triggers"];
  declare readonly timeoutSeconds: VirtualInstanceStopOutputs["timeoutSeconds"];
  declare readonly status: VirtualInstanceStopOutputs["status"];
  declare readonly operationId: VirtualInstanceStopOutputs["operationId"];
  declare readonly operationName: VirtualInstanceStopOutputs["operationName"];
  declare readonly startTime: VirtualInstanceStopOutputs["startTime"];
  declare readonly endTime: VirtualInstanceStopOutputs["endTime"];
  declare readonly percentComplete: VirtualInstanceStopOutputs["percentComplete"];

  /**
   * @param name of the resource in the program
   * @param args its arguments: `check` reports everything that is wrong with them at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: VirtualInstanceStopArgs, options?: CustomResourceOptions) {
    super(virtualInstanceStopSchema, name, args, options);
  }

  /**
   * The outputs are the parts of the id. An action cannot be read, so no request is sent. Needs `@pulumi/pulumi` 3.268.0.
   *
   * @param name of the resource in the program
   * @param id of the object: the id that a resource of this class has
   * @param options Pulumi's own options
   */
  static get(name: string, id: Input<ID>, options?: CustomResourceOptions): VirtualInstanceStop {
    return new VirtualInstanceStop(name, {} as VirtualInstanceStopArgs, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: any): value is VirtualInstanceStop {
    return value?.__pulumiType === VirtualInstanceStop.__pulumiType;
  }
}
