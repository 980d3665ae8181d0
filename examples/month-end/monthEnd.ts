import * as pulumi from "@pulumi/pulumi";
import * as vendorcloud from "pulumi-vendorcloud";

export interface MonthEndArgs {
  /** Any text; another month stops the system again. */
  month: string;
  resourceGroupName: string;
  erpVirtualInstanceName: string;
  /** Stopped first, softly. */
  applicationServers: string[];
  /** Stopped when all servers are down. */
  database: string;
  /** Is sent nothing until the books are open again. */
  customerId: string;
  /** Gets its price of the new month. */
  itemId: string;
  unitPrice: number;
}

/** The books of a month closed: the system stopped in its order, and then the records updated. */
export class MonthEnd extends pulumi.ComponentResource {
  /** When the database was down. */
  readonly stoppedAt: pulumi.Output<string | undefined>;

  constructor(name: string, args: MonthEndArgs, options?: pulumi.ComponentResourceOptions) {
    super("vendorcloud:examples:MonthEnd", name, {}, options);
    const database = this.stop(name, args);
    this.update(name, args, database);
    this.stoppedAt = database.endTime;
    this.registerOutputs({ stoppedAt: this.stoppedAt });
  }

  private stop(name: string, args: MonthEndArgs): vendorcloud.DatabaseInstanceStop {
    const { resourceGroupName, erpVirtualInstanceName } = args;
    const stop = { resourceGroupName, erpVirtualInstanceName, triggers: { month: args.month } };
    const servers = args.applicationServers.map(
      (applicationInstanceName) =>
        new vendorcloud.ApplicationServerInstanceStop(
          `${name}-${applicationInstanceName}`,
          { ...stop, applicationInstanceName, softStopTimeoutSeconds: 300 },
          { parent: this },
        ),
    );
    return new vendorcloud.DatabaseInstanceStop(
      `${name}-${args.database}`,
      { ...stop, databaseInstanceName: args.database },
      { parent: this, dependsOn: servers },
    );
  }

  /** What the records held before is put back by `pulumi destroy`. */
  private update(name: string, args: MonthEndArgs, database: pulumi.Resource): void {
    const stopped = { parent: this, dependsOn: database };
    const { customerId, itemId, unitPrice } = args;
    new vendorcloud.Customer(
      `${name}-customer`,
      { customerId, blocked: "Ship", onDestroy: "restore" },
      stopped,
    );
    new vendorcloud.Item(`${name}-item`, { itemId, unitPrice, onDestroy: "restore" }, stopped);
  }
}
