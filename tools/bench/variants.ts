import { seedId } from "../../emulator/index.js";
import type { PostgreSql } from "../../test/support/postgresql.js";
import { type Client, groupArgs } from "./client.js";
import { openTofu } from "./openTofu.js";
import { pulumi } from "./pulumi.js";

interface Variant {
  open(count: number, database: PostgreSql | undefined): Promise<Client>;
  isInPostgreSql?: boolean;
}

/** The class of dynamic resources. A generated SDK can replace it. */
const REQUIRED = 'const Group = require("pulumi-vendorcloud").ContainerGroup;';
const IMPORTED = 'import { ContainerGroup as Group } from "pulumi-vendorcloud";';

/** A dynamic provider with empty hooks, but the same handler text and inputs: the minimum cost of any dynamic provider. */
const EMPTY_PROVIDER = `const pulumi = require("@pulumi/pulumi");
class Group extends pulumi.CustomResource {
  constructor(name, args) {
    super("pulumi-nodejs:dynamic/vendorcloud:ContainerGroup", name, {
      ...args, subscriptionId: "bench",
      __provider: 'exports.handler=()=>require("pulumi-bench-floor/bridge").ContainerGroup',
    });
  }
}`;

/**
 * Variants by name. Container groups:
 *
 * - `floor`: the minimum cost of any dynamic provider
 * - `dynamic`: the resources of this package in a program in JavaScript
 * - `native`: the native plugin with a program in JavaScript and the SDK that Pulumi generates
 * - `native-typescript`, `dynamic-typescript`: the same in TypeScript
 * - `yaml`: the native plugin with a program in YAML
 * - `azapi`, `restful`: OpenTofu with a provider for such resources
 *
 * The others are records, with their state in files or in PostgreSQL, with or without checkpoints.
 */
export const VARIANTS: Record<string, Variant> = {
  floor: { open: pulumi({ program: groups(EMPTY_PROVIDER) }) },
  dynamic: { open: pulumi({ program: groups(REQUIRED) }) },
  native: { open: pulumi({ isNative: true, program: groups(REQUIRED) }) },
  "dynamic-typescript": { open: pulumi({ language: "ts", program: groups(IMPORTED) }) },
  "native-typescript": { open: pulumi({ isNative: true, language: "ts", program: groups(IMPORTED) }) },
  yaml: { open: pulumi({ language: "yaml", program: yamlGroups }) },
  azapi: { open: (count) => openTofu("azapi", count) },
  restful: { open: (count) => openTofu("restful", count) },
  files: { open: pulumi({ program: records, skipsCheckpoints: false }) },
  "files-no-checkpoints": { open: pulumi({ program: records, skipsCheckpoints: true }) },
  postgresql: { isInPostgreSql: true, open: pulumi({ program: records, skipsCheckpoints: false }) },
  "postgresql-no-checkpoints": {
    isInPostgreSql: true,
    open: pulumi({ program: records, skipsCheckpoints: true }),
  },
};

/** @param declaration defines the class `Group` */
function groups(declaration: string) {
  return (count: number, text: string): string => `${declaration}
const text = ${JSON.stringify(JSON.stringify(groupArgs("NAME", text)))};
for (let i = 0; i < ${count}; i++) new Group("group-" + i, JSON.parse(text.split("NAME").join("group-" + i)));`;
}

function yamlGroups(count: number, text: string): string {
  const resources = Array.from({ length: count }, (_, index) => {
    const properties = groupArgs(`group-${index}`, text);
    return [`group-${index}`, { type: "vendorcloud:index:ContainerGroup", properties }];
  });
  // JSON is valid YAML.
  return `resources: ${JSON.stringify(Object.fromEntries(resources))}\n`;
}

function records(count: number, text: string): string {
  const ids = Array.from({ length: count }, (_, index) => seedId("customers", index + 1));
  return `
const { Customer } = require("pulumi-vendorcloud");
const ids = ${JSON.stringify(ids)};
ids.forEach((customerId, n) => new Customer("c" + n, { customerId, displayName: "${text} " + n }));`;
}
