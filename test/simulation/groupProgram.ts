import type { JsonObject } from "../../provider/schema/json.js";
import { canary } from "./canary.js";
import { aliasOf, type Member, urnOf as memberUrn, type Named } from "./member.js";
import type { Goal } from "./stack.js";

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

/** Where the ids of all groups begin. */
export const PREFIX =
  "/subscriptions/sub-1/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/";
export const NAMES = ["alpha", "beta", "gamma"];
const KIND = "ContainerGroup";
/** Where the names of the resources begin, and so those that the provider makes. */
export const STEM = "web";
const resources = { requests: { cpu: 1, memoryInGB: 1 } };
const MARKED = "containers[main].environmentVariables[MARKED].value";
const MODE = "containers[main].environmentVariables[MODE].value";

export function declaration(slot: number): Declared {
  return {
    ...{ slot, version: 0, hasAlias: false, isThere: slot < 2, named: slot === 0 ? 0 : undefined },
    ...{ image: 0, os: 0, restart: 0, cpu: 0, sidecar: 0, tags: 0, address: 0, location: 0, mode: 0 },
    ...{ marked: 0, secure: 1, hidesMode: false, password: 0, secretsVersion: 0 },
    ...{ waits: true, adopts: false, retains: false },
  };
}

export function urnOf(named: Named): string {
  return memberUrn(KIND, named, STEM);
}

/** Arguments in full. */
export function argumentsOf(declared: Declared): JsonObject {
  const { slot, image, os, restart, cpu, sidecar, tags, address, location } = declared;
  const { mode, marked, secure, password, secretsVersion, waits, adopts, named } = declared;
  const variables = [
    { name: "MODE", value: declared.hidesMode ? canary("mode", slot, mode) : `mode-${mode}` },
    ...(marked > 0 ? [{ name: "MARKED", value: canary("marked", slot, marked) }] : []),
    ...(secure > 0 ? [{ name: "SECURE", secureValue: canary("secure", slot, secure) }] : []),
  ];
  return {
    subscriptionId: "sub-1",
    resourceGroupName: "demo",
    ...(named === undefined ? {} : { containerGroupName: NAMES[named] }),
    ...(location === 0 ? {} : { location: ["westus", "West US", "northeurope"][location % 3] }),
    ...(tags === 0 ? {} : { tags: tags === 1 ? {} : { team: `t${tags}` } }),
    osType: ["Linux", "Windows"][os % 2],
    ...(restart === 0 ? {} : { restartPolicy: ["Always", "OnFailure", "Never"][restart % 3] }),
    containers: [
      {
        name: "main",
        image: `app:${image}`,
        environmentVariables: variables,
        resources: { requests: { cpu: cpu + 1, memoryInGB: 1 } },
      },
      ...(sidecar === 0 ? [] : [{ name: "side", image: `side:${sidecar}`, resources }]),
    ],
    ...(address === 0
      ? {}
      : { ipAddress: { type: "Public", dnsNameLabel: `label${address}`, ports: [{ port: 80 }] } }),
    ...(password === 0
      ? {}
      : {
          imageRegistryCredentials: [
            { server: "reg.example", username: "u", password: canary("password", slot, password) },
          ],
        }),
    ...(secretsVersion === 0 ? {} : { secretsVersion: String(secretsVersion) }),
    ...(waits ? {} : { waitForProvisioning: false }),
    ...(adopts ? { adopt: true } : {}),
  };
}

/** The inputs that the program registers: secrets where the constructor puts them. */
export function goalOf(declared: Declared): Goal {
  const urn = urnOf(declared);
  const marked = [...(declared.marked > 0 ? [MARKED] : []), ...(declared.hidesMode ? [MODE] : [])];
  return {
    urn,
    alias: aliasOf(KIND, declared, STEM),
    args: argumentsOf(declared),
    marked,
    retainOnDelete: declared.retains,
  };
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
  const {
    location,
    restart,
    adopts: _a,
    waits: _w,
    retains: _r,
    hasAlias: _h,
    version: _v,
    ...rest
  } = declared;
  const { secure, password, named, os, ...other } = rest;
  return JSON.stringify({
    ...other,
    ...{
      secure: secure > 0,
      password: password > 0,
      location: placeOf(location),
    },
    ...{ os: os % 2, restart: restart === 0 ? 0 : (restart % 3) + 1, named: named ?? -1 },
  });
}

/** Two spellings of one location are the same place. */
function placeOf(location: number): number | undefined {
  return [0, 1, 1, 2][location === 0 ? 0 : (location % 3) + 1];
}

/** Fields whose changes replace the group. */
export function fixedIn(declared: Declared): string {
  const { os, restart, cpu, named, address, location } = declared;
  return JSON.stringify([
    os % 2,
    restart === 0 ? 0 : (restart % 3) + 1,
    cpu,
    named ?? -1,
    address > 0,
    placeOf(location),
  ]);
}
