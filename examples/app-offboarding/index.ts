import * as pulumi from "@pulumi/pulumi";
import * as vendorcloud from "pulumi-vendorcloud";

const config = new pulumi.Config();
const owner = config.get("owner") ?? "demo-org";
const apps = config.getObject<string[]>("apps") ?? ["shop-android", "shop-ios"];
const leavers = config.getObject<string[]>("leavers") ?? ["grace@example.com", "edsger@example.com"];

const removals = leavers.flatMap((userEmail) =>
  apps.map(
    (appName) =>
      new vendorcloud.AppUserRemoval(`${appName}/${userEmail}`, {
        ownerName: owner,
        appName,
        userEmail,
        // Somebody may have been added again since: another value removes everybody on the list once more.
        triggers: config.get("review"),
      }),
  ),
);

export const removed = removals.map(({ id }) => id);
export const actingUser = vendorcloud.getUserOutput().email;
