import * as pulumi from "@pulumi/pulumi";
import * as vendorcloud from "pulumi-vendorcloud";

const config = new pulumi.Config();
const system = {
  resourceGroupName: config.get("resourceGroup") ?? "erp-demo",
  erpVirtualInstanceName: config.get("system") ?? "X00",
};

// Another night, another stop: the pipeline sets the date. On the same date again nothing is stopped twice.
const triggers = { night: config.get("night") ?? "first" };

// Users get five minutes to finish what they do.
const servers = (config.getObject<string[]>("servers") ?? ["app0", "app1"]).map(
  (applicationInstanceName) =>
    new vendorcloud.ApplicationServerInstanceStop(applicationInstanceName, {
      ...system,
      applicationInstanceName,
      softStopTimeoutSeconds: 300,
      triggers,
    }),
);

// The central server goes after them. Only the profile `azure` has one.
const central = (config.getObject<string[]>("central") ?? []).map(
  (centralInstanceName) =>
    new vendorcloud.CentralServerInstanceStop(
      centralInstanceName,
      { ...system, centralInstanceName, triggers },
      { dependsOn: servers },
    ),
);

// Instead of all these the profile `azure` can stop the whole system, but for its database, in one action.
const whole = config.getBoolean("whole")
  ? [new vendorcloud.VirtualInstanceStop("system", { ...system, triggers })]
  : [];

// The database goes last: `dependsOn` has it wait until all servers are down.
const database = new vendorcloud.DatabaseInstanceStop(
  "database",
  { ...system, databaseInstanceName: config.get("database") ?? "db0", triggers },
  { dependsOn: [...servers, ...central, ...whole] },
);

export const stopped = database.status;
export const since = database.endTime;
