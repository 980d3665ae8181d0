import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { run as runCommand } from "./process.mjs";
import { setUp } from "./setup.mjs";

/**
 * Measures the cost of this package beside something else, the first of the variants: in turns, on the real CLI, from nothing each time.
 *
 *   npm run bench -- [groups, default 100] [rounds, default 3] [variants, default floor,dynamic]
 *
 * - `floor`: the least that any dynamic provider costs: empty hooks, with the same handler text and the same inputs
 * - `dynamic`: the resources of this package in a program in JavaScript
 * - `native`: the native plugin with a program in JavaScript
 * - `yaml`: the native plugin with a program in YAML
 */

const MINUTES = 60_000;
const ROOT = resolve(import.meta.dirname, "..");
const groups = Number(process.argv[2] ?? 100);
const rounds = Number(process.argv[3] ?? 3);
const names = (process.argv[4] ?? "floor,dynamic").split(",");

const resources = { requests: { cpu: 1, memoryInGB: 1.5 } };
/** @param {string} level of a variable of the group, which an update changes in all groups */
const groupArgs = (/** @type {string} */ name, /** @type {string} */ level) => ({
  resourceGroupName: "bench",
  containerGroupName: name,
  location: "westus",
  osType: "Linux",
  restartPolicy: "Always",
  tags: { team: "platform", stage: "test" },
  containers: [
    {
      ...{ name: "web", image: "nginx:1.27", resources, ports: [{ port: 80 }] },
      environmentVariables: [
        { name: "MODE", value: "production" },
        { name: "LEVEL", value: level },
      ],
    },
    { name: "side", image: "busybox:1.36", resources, command: ["sh", "-c", "sleep 3600"] },
  ],
  ipAddress: { type: "Public", ports: [{ port: 80, protocol: "TCP" }], dnsNameLabel: name },
});

/**
 * A program in JavaScript.
 *
 * @param {string} type what comes before the groups: it makes the class `Group`
 */
const inJavaScript = (type) => (/** @type {string} */ level) => ({
  "index.js": `
const pulumi = require("@pulumi/pulumi");
const args = (name) => JSON.parse(${JSON.stringify(JSON.stringify(groupArgs("NAME", level)))}.replaceAll("NAME", name));
${type}
for (let i = 0; i < ${groups}; i++) new Group("group-" + i, args("group-" + i));`,
});

const PLUGIN = `plugins:
  providers:
    - name: vendorcloud
      path: node_modules/pulumi-vendorcloud/plugin
`;

/** @type {Record<string, { settings: string, program: (level: string) => Record<string, string> }>} */
const VARIANTS = {
  floor: {
    settings: "runtime: nodejs\n",
    program: inJavaScript(`class Group extends pulumi.CustomResource {
  constructor(name, args) {
    super("pulumi-nodejs:dynamic/vendorcloud:ContainerGroup", name, {
      ...args, subscriptionId: "bench",
      __provider: 'exports.handler=()=>require("pulumi-bench-floor/bridge").ContainerGroup',
    });
  }
}`),
  },
  dynamic: {
    settings: "runtime: nodejs\n",
    program: inJavaScript('const Group = require("pulumi-vendorcloud").ContainerGroup;'),
  },
  native: {
    settings: `runtime: nodejs\n${PLUGIN}`,
    program: inJavaScript(`class Group extends pulumi.CustomResource {
  constructor(name, args) {
    super("vendorcloud:index:ContainerGroup", name, args);
  }
}`),
  },
  yaml: {
    settings: `runtime: yaml\n${PLUGIN}`,
    program: (level) => ({
      // JSON is YAML.
      "Main.yaml": JSON.stringify({
        resources: Object.fromEntries(
          Array.from({ length: groups }, (_, index) => {
            const properties = groupArgs(`group-${index}`, level);
            return [`group-${index}`, { type: "vendorcloud:index:ContainerGroup", properties }];
          }),
        ),
      }),
    }),
  },
};

const FLOOR = `exports.ContainerGroup = {
  check: async (_olds, news) => ({ inputs: news }),
  diff: async (_id, olds, news) => ({ changes: JSON.stringify(olds.containers) !== JSON.stringify(news.containers) }),
  create: async (inputs) => ({ id: inputs.containerGroupName, outs: inputs }),
  update: async (_id, _olds, news) => ({ outs: news }),
  read: async (id, props) => ({ id, props }),
  delete: async () => undefined,
};`;

const unknown = names.filter((name) => !(name in VARIANTS));
if (unknown.length > 0) {
  console.error(`No variant is called ${unknown.join(", ")}: ${Object.keys(VARIANTS).join(", ")}`);
  process.exit(2);
}

const { environment } = await setUp({ log: (line) => console.error(line) });
const { startEmulator } = await import("../emulator/dist/index.js").then(
  (module) => module.default ?? module,
);
const emulator = await startEmulator({ provisioningPolls: 0 });
const directory = mkdtempSync(join(tmpdir(), "vendorcloud-bench-"));
try {
  const runs = names.map((name) => ({ name, results: [] }));
  for (let round = 1; round <= rounds; round++) {
    for (const { name, results } of runs) results.push(await once(name, round));
  }
  report(runs);
} finally {
  await emulator.close();
  rmSync(directory, { recursive: true, force: true });
}

/** The life of a stack: seconds of each command, requests, and the bytes of its state after `up`. */
async function once(name, round) {
  const home = join(directory, `${name}-${round}`);
  const project = join(home, "project");
  const modules = join(project, "node_modules");
  const { settings, program } = VARIANTS[name];
  mkdirSync(join(modules, "pulumi-bench-floor"), { recursive: true });
  mkdirSync(join(home, "state"));
  symlinkSync(ROOT, join(modules, "pulumi-vendorcloud"), "dir");
  symlinkSync(join(ROOT, "node_modules/@pulumi"), join(modules, "@pulumi"), "dir");
  writeFileSync(join(modules, "pulumi-bench-floor/bridge.js"), FLOOR);
  writeFileSync(join(project, "package.json"), '{"name":"bench","private":true,"main":"index.js"}');
  writeFileSync(join(project, "Pulumi.yaml"), `name: bench\n${settings}`);
  const write = (level) => {
    for (const [file, text] of Object.entries(program(level))) writeFileSync(join(project, file), text);
  };
  const timed = async (...args) => {
    emulator.log.clear();
    const seconds = await run(home, [...args, "--suppress-progress", "--stack", "bench"]);
    return { seconds, requests: emulator.log.count() };
  };
  write("info");
  await run(home, ["stack", "init", "bench"]);
  const up = await timed("up", "--yes", "--skip-preview");
  const state = statSync(join(home, "state/.pulumi/stacks/bench/bench.json")).size;
  const preview = await timed("preview", "--expect-no-changes");
  write("debug");
  const change = await timed("up", "--yes", "--skip-preview");
  const refresh = await timed("refresh", "--yes", "--skip-preview");
  const destroy = await timed("destroy", "--yes", "--skip-preview");
  const result = { up, preview, change, refresh, destroy };
  const seconds = Object.entries(result).map(([what, { seconds }]) => `${what} ${seconds.toFixed(1)} s`);
  console.error(`${name}, round ${round}: ${seconds.join(", ")}, ${state} bytes`);
  return { ...result, state };
}

/** Runs the CLI and returns how many seconds it took; a failure ends the whole run. */
async function run(home, args) {
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
  const options = { cwd: join(home, "project"), env, limitMs: 180 * MINUTES };
  const outcome = await runCommand("pulumi", [...args, "--non-interactive"], options);
  if (outcome.failure) throw new Error(`${outcome.stdout}${outcome.stderr}`.slice(-4000));
  return (performance.now() - start) / 1000;
}

function report([reference, ...others]) {
  console.log(
    `${groups} container groups of two containers, ${rounds} rounds, pulumi-vendorcloud ${version()}:`,
  );
  for (const { name, results } of others) {
    const line = (what, amount) => {
      const ratios = results.map((result, round) => amount(result) / amount(reference.results[round]));
      const sorted = ratios.sort((a, b) => a - b);
      const all = sorted.map((ratio) => ratio.toFixed(2)).join(", ");
      console.log(`  ${what}: ${median(sorted).toFixed(2)} of ${reference.name} (${all})`);
    };
    const [first] = results;
    console.log(`${name}:`);
    line("up", ({ up }) => up.seconds);
    line("preview without changes", ({ preview }) => preview.seconds);
    line("up with a change of all", ({ change }) => change.seconds);
    line("refresh", ({ refresh }) => refresh.seconds);
    line("destroy", ({ destroy }) => destroy.seconds);
    line("bytes of state", ({ state }) => state);
    const { up, preview, change, refresh, destroy } = first;
    console.log(
      `  requests: ${up.requests} in up, ${preview.requests} in the preview, ${change.requests} in the change, ` +
        `${refresh.requests} in refresh, ${destroy.requests} in destroy`,
    );
  }
}

function median(sorted) {
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

function version() {
  return JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;
}
