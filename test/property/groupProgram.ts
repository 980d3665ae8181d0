import type { JsonObject } from "../../provider/schema/json.js";
import { canary } from "../support/canaries.js";
import { SUBSCRIPTION } from "../support/samples.js";
import { changeMember, MEMBER_CHANGES, type Member } from "./member.js";

/** One container group as the program declares it. Numbers stand for values: another number, another value. */
export interface Declared extends Member {
  /** Index of an explicit name; none: the provider makes one. */
  named: number | undefined;
  image: number;
  os: number;
  restart: number;
  cpu: number;
  sidecar: number;
  tags: number;
  address: number;
  location: number;
  /** Environment variables: one in the clear, one that the program marked, one that is secret by the schema. */
  mode: number;
  marked: number;
  secure: number;
  /** The mode itself is marked as a secret, too. */
  hidesMode: boolean;
  password: number;
  secretsVersion: number;
  waits: boolean;
  adopts: boolean;
  retains: boolean;
}

export const CHANGES = [
  ...MEMBER_CHANGES,
  ...(["named", "image", "os", "restart", "cpu", "sidecar", "tags", "address", "location", "mode"] as const),
  ...(["marked", "secure", "hidesMode", "password", "secretsVersion", "waits", "adopts", "retains"] as const),
] as const;

export const NAMES = ["alpha", "beta", "gamma"];
const MARKED = "containers[main].environmentVariables[MARKED].value";
const MODE = "containers[main].environmentVariables[MODE].value";
const resources = { requests: { cpu: 1, memoryInGB: 1 } };

export function declaration(slot: number): Declared {
  return {
    ...{ slot, version: 0, hasAlias: false, isThere: slot < 2, named: slot === 0 ? 0 : undefined },
    ...{ image: 0, os: 0, restart: 0, cpu: 0, sidecar: 0, tags: 0, address: 0, location: 0, mode: 0 },
    ...{ marked: 0, secure: 1, hidesMode: false, password: 0, secretsVersion: 0 },
    ...{ waits: true, adopts: false, retains: false },
  };
}

/** Changes one group of the program. @param fresh a number that stands for a value that was never used */
export function change(
  program: Declared[],
  { slot, what, to }: { slot: number; what: (typeof CHANGES)[number]; to: number },
  fresh: number,
): void {
  const one = program[slot];
  if (one === undefined || changeMember(one, what)) return;
  if (what === "named") {
    const named = to === 3 ? undefined : to;
    if (named === undefined || !program.some((other) => other.named === named)) one.named = named;
  } else if (what === "hidesMode" || what === "waits" || what === "adopts" || what === "retains")
    one[what] = !one[what];
  else if (what === "image" || what === "mode" || what === "secretsVersion") one[what] = fresh;
  else if (what === "tags") one.tags = to > 1 ? fresh : to;
  else if (what === "os" || what === "cpu") one[what] = to % (what === "os" ? 2 : 3);
  else if (what === "restart" || what === "location") one[what] = to;
  else one[what] = to === 0 ? 0 : fresh;
}

/** Arguments in full. */
export function argumentsOf(declared: Declared, resourceGroupName: string): JsonObject {
  const { slot, image, os, restart, cpu, sidecar, tags, address, location } = declared;
  const { mode, marked, secure, password, secretsVersion, waits, adopts, named } = declared;
  const variables = [
    { name: "MODE", value: declared.hidesMode ? canary("mode", slot, mode) : `mode-${mode}` },
    ...(marked > 0 ? [{ name: "MARKED", value: canary("marked", slot, marked) }] : []),
    ...(secure > 0 ? [{ name: "SECURE", secureValue: canary("secure", slot, secure) }] : []),
  ];
  const credentials = [
    { server: "reg.example", username: "u", password: canary("password", slot, password) },
  ];
  return {
    ...{ subscriptionId: SUBSCRIPTION, resourceGroupName },
    ...(named === undefined ? {} : { containerGroupName: NAMES[named] }),
    ...(location === 0 ? {} : { location: ["westus", "West US", "northeurope"][location % 3] }),
    ...(tags === 0 ? {} : { tags: tags === 1 ? {} : { team: `t${tags}` } }),
    osType: ["Linux", "Windows"][os % 2],
    ...(restart === 0 ? {} : { restartPolicy: ["Always", "OnFailure", "Never"][restart % 3] }),
    containers: [
      {
        ...{ name: "main", image: `app:${image}`, environmentVariables: variables },
        ports: [{ port: 80 }],
        resources: { requests: { cpu: cpu + 1, memoryInGB: 1 } },
      },
      ...(sidecar === 0 ? [] : [{ name: "side", image: `side:${sidecar}`, resources }]),
    ],
    ...(address === 0
      ? {}
      : { ipAddress: { type: "Public", dnsNameLabel: `label${address}`, ports: [{ port: 80 }] } }),
    ...(password === 0 ? {} : { imageRegistryCredentials: credentials }),
    ...(secretsVersion === 0 ? {} : { secretsVersion: String(secretsVersion) }),
    ...(waits ? {} : { waitForProvisioning: false }),
    ...(adopts ? { adopt: true } : {}),
  };
}

/** Paths that the program marks. */
export function markedPaths({ marked, hidesMode }: Declared): string[] {
  return [...(marked > 0 ? [MARKED] : []), ...(hidesMode ? [MODE] : [])];
}

/** Secrets that are some because the program says so. */
export function markedTexts({ slot, marked, mode, hidesMode }: Declared): string[] {
  return [
    ...(marked > 0 ? [canary("marked", slot, marked)] : []),
    ...(hidesMode ? [canary("mode", slot, mode)] : []),
  ];
}

/** Fields whose changes a preview must show; secrets of the schema and options of the provider are not among them. */
export function visibleIn(declared: Declared): string {
  const { slot, image, sidecar, tags, address, mode, marked, hidesMode, secretsVersion } = declared;
  const { secure, password } = declared;
  const others = [slot, image, sidecar, tags, address, mode, marked, hidesMode, secretsVersion];
  return JSON.stringify([others, secure > 0, password > 0, fixedIn(declared)]);
}

/** Fields whose changes replace the group. */
export function fixedIn({ os, restart, cpu, named, address, location }: Declared): string {
  const policy = restart === 0 ? 0 : (restart % 3) + 1;
  // Two spellings of one location are the same place.
  const place = [0, 1, 1, 2][location === 0 ? 0 : (location % 3) + 1];
  return JSON.stringify([os % 2, policy, cpu, named ?? -1, address > 0, place]);
}
