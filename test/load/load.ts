import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EmulatorOptions, type LogEntry, startEmulator } from "../../emulator/index.js";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { PLUGIN_PATH, ROOT } from "../support/sandbox.js";
import { type Memory, memoryOf } from "./processes.js";

export interface LoadOptions {
  groups: number;
  records: number;
  /** Operations that each service takes in any second; those of a batch count one by one. */
  perSecond: number;
  protocol: "dynamic" | "native";
  /** An empty folder, for the project and its state. */
  directory: string;
  environment: NodeJS.ProcessEnv;
}

/** One operation at a service, in or without a batch. */
interface Operation {
  /** Seconds after the start. */
  at: number;
  isRefused: boolean;
}

export interface ServiceLoad {
  /** HTTP requests. */
  requests: number;
  operations: Operation[];
  /** Requests while a `Retry-After` held. */
  crossed: number;
}

export interface LoadResult {
  /** Seconds of the whole command. */
  seconds: number;
  groups: ServiceLoad;
  records: ServiceLoad;
  /** Memory once a second. */
  memory: (Memory & { at: number })[];
}

/** Requests that were in flight when a service answered have arrived by then. */
const ON_THE_WAY_MS = 200;

const SAMPLES_MS = 1000;

/** Brings up a stack with the real CLI, against services that refuse what is beyond their limit. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const quota = { requests: options.perSecond, seconds: 1 };
  const limits: EmulatorOptions = {
    businessQuota: { ...quota, countBatched: true },
    containerGroupsQuota: quota,
  };
  const emulator = await startEmulator({ ...limits, seed: "demo", provisioningPolls: 0 });
  try {
    const known = emulator.business.list("customers").map(({ id }) => id);
    const added = Array.from({ length: Math.max(0, options.records - known.length) }, (_, n) =>
      emulator.business.put("customers", { number: `L${n}`, displayName: `Customer ${n}` }),
    );
    const customers = [...known, ...added.map(({ id }) => id)].slice(0, options.records);
    writeProject(options, customers);
    const pulumi = (args: string[]) => run(args, options, emulator.url);
    await pulumi(["stack", "init", "load"]);
    const start = Date.now();
    const memory = await pulumi([
      "up",
      "--yes",
      "--skip-preview",
      "--parallel",
      "100",
      "--suppress-progress",
      "--stack",
      "load",
    ]);
    const seconds = (Date.now() - start) / 1000;
    const entries = emulator.log.filter();
    const isBusiness = ({ path }: LogEntry): boolean => path.startsWith("/api/");
    return {
      seconds,
      memory,
      groups: serviceLoad(
        entries.filter((entry) => !isBusiness(entry)),
        start,
      ),
      records: serviceLoad(entries.filter(isBusiness), start),
    };
  } finally {
    await emulator.close();
  }
}

function writeProject({ directory, protocol, groups }: LoadOptions, customers: readonly string[]): void {
  const modules = join(directory, "node_modules");
  mkdirSync(modules, { recursive: true });
  mkdirSync(join(directory, "state"));
  symlinkSync(ROOT, join(modules, "pulumi-vendorcloud"), "dir");
  symlinkSync(join(ROOT, "node_modules/@pulumi"), join(modules, "@pulumi"), "dir");
  const group = (name: string) => ({
    ...{ resourceGroupName: "load", containerGroupName: name, location: "westus", osType: "Linux" },
    containers: [{ name: "web", image: "nginx:1.27", resources: { requests: { cpu: 1, memoryInGB: 1.5 } } }],
  });
  const declared = [
    ...Array.from({ length: groups }, (_, n) => ["ContainerGroup", `g${n}`, group(`group-${n}`)] as const),
    ...customers.map(
      (customerId, n) => ["Customer", `c${n}`, { customerId, displayName: `New ${n}` }] as const,
    ),
  ];
  if (protocol === "dynamic") {
    writeFileSync(join(directory, "Pulumi.yaml"), "name: load\nruntime: nodejs\n");
    writeFileSync(join(directory, "package.json"), '{"name":"load","private":true,"main":"index.js"}');
    writeFileSync(join(directory, "declared.json"), JSON.stringify(declared));
    writeFileSync(
      join(directory, "index.js"),
      `const vendorcloud = require("pulumi-vendorcloud");
for (const [type, name, args] of require("./declared.json")) new vendorcloud[type](name, args);`,
    );
  } else {
    writeFileSync(join(directory, "Pulumi.yaml"), `name: load\nruntime: yaml\n${PLUGIN_PATH}`);
    const resources = declared.map(([type, name, properties]) => [
      name,
      { type: `vendorcloud:index:${type}`, properties },
    ]);
    // JSON is YAML.
    writeFileSync(join(directory, "Main.yaml"), JSON.stringify({ resources: Object.fromEntries(resources) }));
  }
}

/** Runs the CLI and returns the memory of its processes; a failure ends the whole run. */
function run(
  args: string[],
  { directory, environment }: LoadOptions,
  url: string,
): Promise<LoadResult["memory"]> {
  const start = Date.now();
  const child = spawn("pulumi", [...args, "--non-interactive"], {
    cwd: directory,
    env: {
      ...environment,
      PULUMI_BACKEND_URL: `file://${join(directory, "state")}`,
      PULUMI_HOME: join(directory, "home"),
      PULUMI_CONFIG_PASSPHRASE: "load",
      PULUMI_SKIP_CHECKPOINTS: "true",
      VENDORCLOUD_RESOURCE_MANAGER_URL: url,
      VENDORCLOUD_RESOURCE_MANAGER_TOKEN: "load",
      VENDORCLOUD_BUSINESS_URL: url,
      VENDORCLOUD_BUSINESS_TOKEN: "load",
      VENDORCLOUD_SUBSCRIPTION_ID: "load",
      VENDORCLOUD_COMPANY_ID: seedId("companies", 1),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const memory: LoadResult["memory"] = [];
  const sampling = setInterval(() => {
    if (child.pid !== undefined) memory.push({ at: (Date.now() - start) / 1000, ...memoryOf(child.pid) });
  }, SAMPLES_MS);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part) => {
      text = `${text}${part}`.slice(-4000);
    });
  return new Promise<LoadResult["memory"]>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(memory) : reject(new Error(text))));
  }).finally(() => clearInterval(sampling));
}

function serviceLoad(entries: readonly LogEntry[], start: number): ServiceLoad {
  const operations = entries.flatMap(({ at, status, operations: batched }) =>
    (batched ?? [{ status }]).map((operation) => ({
      at: (Date.parse(at) - start) / 1000,
      isRefused: operation.status === 429,
    })),
  );
  return { requests: entries.length, operations, crossed: crossings(operations) };
}

/** With a limit per second, `Retry-After` is always one second. */
export function crossings(operations: readonly Operation[]): number {
  let from = Number.NEGATIVE_INFINITY;
  return operations.filter(({ at, isRefused }) => {
    const isHeld = at > from + ON_THE_WAY_MS / 1000 && at < from + 1;
    if (isRefused) from = at;
    return isHeld;
  }).length;
}

/** Seconds from the first to the last operation that was accepted, and the least that the limit allows for as many. */
export function timeOf({ operations }: ServiceLoad, perSecond: number): { seconds: number; best: number } {
  const times = operations.filter(({ isRefused }) => !isRefused).map(({ at }) => at);
  if (times.length === 0) return { seconds: 0, best: 0 };
  // The last ones can pass when all windows before them are used up.
  return { seconds: (times.at(-1) ?? 0) - (times[0] ?? 0), best: Math.ceil(times.length / perSecond) - 1 };
}
