import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setUp } from "./setup.mjs";

/**
 * What this package costs beside the least that any dynamic provider costs: the floor has empty hooks, the same
 * handler text and the same inputs. Both run in turns, in pairs, on the real CLI.
 *
 *   npm run bench -- [groups, default 100] [pairs, default 3]
 */

const ROOT = resolve(import.meta.dirname, "..");
const groups = Number(process.argv[2] ?? 100);
const pairs = Number(process.argv[3] ?? 3);

const PROGRAM = `
const pulumi = require("@pulumi/pulumi");
const resources = { requests: { cpu: 1, memoryInGB: 1.5 } };
const args = (name) => ({
  resourceGroupName: "bench",
  containerGroupName: name,
  location: "westus",
  osType: "Linux",
  restartPolicy: "Always",
  tags: { team: "platform", stage: "test" },
  containers: [
    { name: "web", image: "nginx:1.27", resources, ports: [{ port: 80 }], environmentVariables: [{ name: "MODE", value: "production" }, { name: "LEVEL", value: "info" }] },
    { name: "side", image: "busybox:1.36", resources, command: ["sh", "-c", "sleep 3600"] },
  ],
  ipAddress: { type: "Public", ports: [{ port: 80, protocol: "TCP" }], dnsNameLabel: name },
});
`;

const PROGRAMS = {
  floor: `${PROGRAM}
class Group extends pulumi.CustomResource {
  constructor(name) {
    super("pulumi-nodejs:dynamic/vendorcloud:ContainerGroup", name, {
      ...args(name), subscriptionId: "bench",
      __provider: 'exports.handler=()=>require("pulumi-bench-floor/bridge").ContainerGroup',
    });
  }
}
for (let i = 0; i < ${groups}; i++) new Group("group-" + i);`,
  vendorcloud: `${PROGRAM}
const { ContainerGroup } = require("pulumi-vendorcloud");
for (let i = 0; i < ${groups}; i++) new ContainerGroup("group-" + i, args("group-" + i));`,
};

const FLOOR = `exports.ContainerGroup = {
  check: async (_olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({ id: inputs.containerGroupName, outs: inputs }),
};`;

const { environment } = await setUp({ log: (line) => console.error(line) });
const { startEmulator } = await import("../emulator/dist/index.js").then(
  (module) => module.default ?? module,
);
const emulator = await startEmulator({ provisioningPolls: 0 });
const directory = mkdtempSync(join(tmpdir(), "vendorcloud-bench-"));
try {
  const runs = { floor: [], vendorcloud: [] };
  for (let pair = 0; pair < pairs; pair++) {
    for (const name of ["floor", "vendorcloud"]) runs[name].push(await once(name, pair));
  }
  report(runs);
} finally {
  await emulator.close();
  rmSync(directory, { recursive: true, force: true });
}

/** A stack from nothing: up, a preview without changes, the bytes of its state. */
async function once(name, pair) {
  const home = join(directory, `${name}-${pair}`);
  const modules = join(home, "project/node_modules");
  mkdirSync(join(modules, "pulumi-bench-floor"), { recursive: true });
  mkdirSync(join(home, "state"));
  symlinkSync(ROOT, join(modules, "pulumi-vendorcloud"), "dir");
  symlinkSync(join(ROOT, "node_modules/@pulumi"), join(modules, "@pulumi"), "dir");
  writeFileSync(join(modules, "pulumi-bench-floor/bridge.js"), FLOOR);
  writeFileSync(join(home, "project/package.json"), '{"name":"bench","private":true,"main":"index.js"}');
  writeFileSync(join(home, "project/Pulumi.yaml"), "name: bench\nruntime: nodejs\n");
  writeFileSync(join(home, "project/index.js"), PROGRAMS[name]);
  const pulumi = (...args) => run(home, args);
  await pulumi("stack", "init", "bench");

  emulator.log.clear();
  const up = await pulumi("up", "--yes", "--skip-preview", "--suppress-progress", "--stack", "bench");
  const upRequests = emulator.log.count();
  const state = statSync(join(home, "state/.pulumi/stacks/bench/bench.json")).size;
  emulator.log.clear();
  const preview = await pulumi("preview", "--expect-no-changes", "--suppress-progress", "--stack", "bench");
  const previewRequests = emulator.log.count();
  for (const path of Array.from({ length: groups }, (_, i) => `group-${i}`)) {
    emulator.containerGroups.delete(
      `/subscriptions/bench/resourceGroups/bench/providers/Vendor.ContainerInstance/containerGroups/${path}`,
    );
  }
  console.error(
    `${name}, pair ${pair + 1}: up ${up.toFixed(1)} s, preview ${preview.toFixed(1)} s, ${state} bytes`,
  );
  return { up, preview, state, upRequests, previewRequests };
}

/** Runs the CLI and returns how many seconds it took; a failure ends the whole run. */
function run(home, args) {
  const env = {
    ...process.env,
    ...environment,
    PULUMI_BACKEND_URL: `file://${join(home, "state")}`,
    PULUMI_HOME: join(home, "home"),
    PULUMI_CONFIG_PASSPHRASE: "bench",
    PULUMI_SKIP_CHECKPOINTS: groups >= 1000 ? "true" : "false",
    VENDORCLOUD_RESOURCE_MANAGER_URL: emulator.url,
    VENDORCLOUD_RESOURCE_MANAGER_TOKEN: "bench",
    VENDORCLOUD_SUBSCRIPTION_ID: "bench",
  };
  const start = performance.now();
  return new Promise((done, fail) => {
    const child = spawn("pulumi", [...args, "--non-interactive"], {
      cwd: join(home, "project"),
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
    child.on("error", fail);
    child.on("close", (code) =>
      code === 0 ? done((performance.now() - start) / 1000) : fail(new Error(text.slice(-4000))),
    );
  });
}

function report({ floor, vendorcloud }) {
  const ratios = (key) =>
    floor.map((least, pair) => vendorcloud[pair][key] / least[key]).sort((a, b) => a - b);
  const line = (what, key) => {
    const sorted = ratios(key);
    console.log(
      `  ${what}: ${median(sorted).toFixed(2)} of the floor (${sorted.map((ratio) => ratio.toFixed(2)).join(", ")})`,
    );
  };
  console.log(
    `${groups} container groups of two containers, ${pairs} pairs, pulumi-vendorcloud ${version()}:`,
  );
  line("up", "up");
  line("preview without changes", "preview");
  line("bytes of state", "state");
  console.log(
    `  requests: ${vendorcloud[0].upRequests} in up, ${vendorcloud[0].previewRequests} in the preview`,
  );
}

function median(sorted) {
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

function version() {
  return JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;
}
