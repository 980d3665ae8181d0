import * as pulumi from "@pulumi/pulumi";
import { MonthEnd } from "./monthEnd";

const config = new pulumi.Config();

const end = new MonthEnd("month-end", {
  month: config.get("month") ?? "2026-11",
  resourceGroupName: config.get("resourceGroup") ?? "erp-demo",
  erpVirtualInstanceName: config.get("system") ?? "X00",
  applicationServers: config.getObject<string[]>("servers") ?? ["app0", "app1"],
  database: config.get("database") ?? "db0",
  customerId: config.require("customerId"),
  itemId: config.require("itemId"),
  unitPrice: config.getNumber("price") ?? 24.5,
});

export const stoppedAt = end.stoppedAt;
