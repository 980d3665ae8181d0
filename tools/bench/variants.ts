import { seedId } from "../../emulator/index.js";

/** Something that costs time. */
interface Variant {
  /** A program that declares this many resources. Another text is a change of all of them. */
  program(count: number, text: string): string;
  /** The language of a program for the native plugin; default: JavaScript with dynamic resources. */
  native?: "JavaScript" | "YAML";
  isInPostgreSql?: boolean;
  /** Default: from 1,000 resources on. */
  skipsCheckpoints?: boolean;
}

/** The class of dynamic resources, or that of a generated SDK in its place. */
const FROM_PACKAGE = 'const Group = require("pulumi-vendorcloud").ContainerGroup;';

/**
 * By name. Container groups:
 *
 * - `floor`: the least that any dynamic provider costs: empty hooks, with the same handler text and the same inputs
 * - `dynamic`: the resources of this package in a program in JavaScript
 * - `native`: the native plugin with a program in JavaScript, and the SDK that Pulumi generates
 * - `native-no-traces`: the same, with a program that switches stack traces off
 * - `yaml`: the native plugin with a program in YAML
 *
 * The others are records, with their state in files and in PostgreSQL, with checkpoints and without.
 */
export const VARIANTS: Record<string, Variant> = {
  floor: {
    program: groups(`class Group extends pulumi.CustomResource {
  constructor(name, args) {
    super("pulumi-nodejs:dynamic/vendorcloud:ContainerGroup", name, {
      ...args, subscriptionId: "bench",
      __provider: 'exports.handler=()=>require("pulumi-bench-floor/bridge").ContainerGroup',
    });
  }
}`),
  },
  dynamic: { program: groups(FROM_PACKAGE) },
  native: { native: "JavaScript", program: groups(FROM_PACKAGE) },
  "native-no-traces": {
    native: "JavaScript",
    program: groups(`Error.stackTraceLimit = 0;\n${FROM_PACKAGE}`),
  },
  yaml: {
    native: "YAML",
    program: (count, text) => {
      const resources = Array.from({ length: count }, (_, index) => {
        const properties = groupArgs(`group-${index}`, text);
        return [`group-${index}`, { type: "vendorcloud:index:ContainerGroup", properties }];
      });
      // JSON is YAML.
      return `resources: ${JSON.stringify(Object.fromEntries(resources))}\n`;
    },
  },
  files: { program: records, skipsCheckpoints: false },
  "files-no-checkpoints": { program: records, skipsCheckpoints: true },
  postgresql: { program: records, isInPostgreSql: true, skipsCheckpoints: false },
  "postgresql-no-checkpoints": { program: records, isInPostgreSql: true, skipsCheckpoints: true },
};

/** The hooks of `floor`. */
export const FLOOR = `exports.ContainerGroup = {
  check: async (_olds, news) => ({ inputs: news }),
  diff: async (_id, olds, news) => ({ changes: JSON.stringify(olds.containers) !== JSON.stringify(news.containers) }),
  create: async (inputs) => ({ id: inputs.containerGroupName, outs: inputs }),
  update: async (_id, _olds, news) => ({ outs: news }),
  read: async (id, props) => ({ id, props }),
  delete: async () => undefined,
};`;

/** @param declaration makes the class `Group` */
function groups(declaration: string): Variant["program"] {
  return (count, text) => `
const pulumi = require("@pulumi/pulumi");
const args = (name) => JSON.parse(${JSON.stringify(JSON.stringify(groupArgs("NAME", text)))}.replaceAll("NAME", name));
${declaration}
for (let i = 0; i < ${count}; i++) new Group("group-" + i, args("group-" + i));`;
}

function groupArgs(name: string, text: string): object {
  const resources = { requests: { cpu: 1, memoryInGB: 1.5 } };
  return {
    ...{ resourceGroupName: "bench", containerGroupName: name, location: "westus", osType: "Linux" },
    ...{ restartPolicy: "Always", tags: { team: "platform", stage: "test" } },
    containers: [
      {
        ...{ name: "web", image: "nginx:1.27", resources, ports: [{ port: 80 }] },
        environmentVariables: [
          { name: "MODE", value: "production" },
          { name: "LEVEL", value: text },
        ],
      },
      { name: "side", image: "busybox:1.36", resources, command: ["sh", "-c", "sleep 3600"] },
    ],
    ipAddress: { type: "Public", ports: [{ port: 80, protocol: "TCP" }], dnsNameLabel: name },
  };
}

function records(count: number, text: string): string {
  const ids = Array.from({ length: count }, (_, index) => seedId("customers", index + 1));
  return `
const { Customer } = require("pulumi-vendorcloud");
const ids = ${JSON.stringify(ids)};
ids.forEach((customerId, n) => new Customer("c" + n, { customerId, displayName: "${text} " + n }));`;
}
