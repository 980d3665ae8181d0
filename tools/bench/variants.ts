import { seedId } from "../../emulator/index.js";
import type { PostgreSql } from "../../test/support/postgresql.js";
import { type Client, groupArgs } from "./client.js";
import { openTofu } from "./openTofu.js";
import { pulumi } from "./pulumi.js";

/** Something that costs time. */
interface Variant {
  open(count: number, database: PostgreSql | undefined): Promise<Client>;
  isInPostgreSql?: boolean;
}

/** The class of dynamic resources, or that of a generated SDK in its place. */
const REQUIRED = 'const Group = require("pulumi-vendorcloud").ContainerGroup;';
const IMPORTED = 'import { ContainerGroup as Group } from "pulumi-vendorcloud";';

/** The least that any dynamic provider costs: empty hooks, with the same handler text and the same inputs. */
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
 * By name. Container groups:
 *
 * - `floor`: the least that any dynamic provider costs
 * - `dynamic`: the resources of this package in a program in JavaScript
 * - `native`: the native plugin with a program in JavaScript, and the SDK that Pulumi generates
 * - `native-typescript`: the same with a program in TypeScript, and `dynamic-typescript` beside it
 * - `yaml`: the native plugin with a program in YAML
 * - `azapi`, `restful`: OpenTofu with a provider that others use for such resources
 *
 * The others are records, with their state in files and in PostgreSQL, with checkpoints and without.
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

/** @param declaration makes the class `Group` */
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
  // JSON is YAML.
  return `resources: ${JSON.stringify(Object.fromEntries(resources))}\n`;
}

function records(count: number, text: string): string {
  const ids = Array.from({ length: count }, (_, index) => seedId("customers", index + 1));
  return `
const { Customer } = require("pulumi-vendorcloud");
const ids = ${JSON.stringify(ids)};
ids.forEach((customerId, n) => new Customer("c" + n, { customerId, displayName: "${text} " + n }));`;
}
