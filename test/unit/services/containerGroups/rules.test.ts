import { expect } from "chai";
import { describe, it } from "mocha";
import { type JsonObject, UNKNOWN } from "../../../../provider/schema/json.js";
import { listSchemas } from "../../../../provider/schema/keywords.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";
import { completeGroup, IDENTITY, sampleContainer } from "../../support/groups.js";
import { findPlaces, listPaths, withValue } from "../places.js";
import { casesOf, readRulePage } from "../rulePage.js";
import { isTaken, problemsOf, refusalsOf } from "./verdicts.js";

const { fieldRules, rowsOf } = readRulePage("containerGroups");

interface Verdict {
  provider: boolean;
  emulator: boolean;
}

const empty = (name: string): JsonObject => ({ name, emptyDir: {} });
const extension = { name: "a", extensionType: "a", version: "1" };
const UDP = { port: 80, protocol: "UDP" };
const mount = (mountPath: string): JsonObject => ({ name: "scratch", mountPath });

describe("the rules for a container group", () => {
  const group = completeGroup();
  const ports = [{ port: 80 }];
  const gpu = { count: 1, sku: "K80" };
  const requests = { cpu: 1, memoryInGB: 1.5, gpu };
  const least = { cpu: 0.01, memoryInGB: 0.1, gpu };
  const named = { ipAddress: { type: "Public", ports, dnsNameLabel: "web-1" }, subnetIds: undefined };
  const open = { ipAddress: { type: "Public", ports }, subnetIds: undefined };
  const spot = { ...group, ...container({}), ipAddress: undefined, priority: "Spot", sku: undefined };
  const withoutProfile = { containerGroupProfile: undefined, standbyPoolProfile: undefined };
  /** Groups in which a field can be left out, or have any of its values. */
  const bases: [RegExp, JsonObject | ((value: unknown) => JsonObject)][] = [
    [/^volumes$/, completeGroup({ volumeMounts: [] })],
    [/^(osType|containers\[\]\.(image|resources))$/, { ...group, ...withoutProfile }],
    [
      /^secretReferences$/,
      {
        ...completeGroup({ environmentVariables: [], volumeMounts: [] }),
        ...{ volumes: [], imageRegistryCredentials: [] },
      },
    ],
    [/^priority$/, spot],
    [/^identity\b/, { ...group, imageRegistryCredentials: [] }],
    [/^subnetIds\b/, { ...group, ipAddress: undefined }],
    [/^ipAddress\.dnsNameLabel$/, { ...group, ...named }],
    [/^ipAddress\.type$/, (type) => (/^private$/i.test(String(type)) ? group : { ...group, ...open })],
    [
      /^ipAddress\.ports\b/,
      { ...group, ...container({ ports: [1, 80, 65535].map((port) => ({ port })).concat(UDP) }) },
    ],
    [/^containers\[\]\.ports\b/, { ...group, ipAddress: undefined }],
    [/\.requests\b/, { ...group, ...container({ resources: { requests } }) }],
    [
      /\.limits\b/,
      {
        ...group,
        containers: [
          sampleContainer("web", { resources: { requests: least, limits: least } }),
          sampleContainer("side"),
        ],
      },
    ],
  ];
  const places = findPlaces(schema, group);

  it("are those of every field that can be sent", () => {
    expect(problemsOf(group)).to.deep.equal([]);
    expect(isTaken(group)).to.equal(true);
    const paths = places.map(({ path }) => path);
    const missing = listPaths(schema).filter((path) => !paths.includes(path));
    expect(missing, "fields without a value in `completeGroup`").to.deep.equal([]);
    expect(paths)
      .to.have.members([...new Set(listPaths(schema))])
      .and.to.include.members([...fieldRules.keys()]);
  });

  for (const place of places) {
    it(`of ${place.path}: the page, the provider and the emulator agree`, () => {
      expect(problemsOf(withValue(group, place, UNKNOWN)), "a value that is not known").to.deep.equal([]);
      const [, base = group] = bases.find(([pattern]) => pattern.test(place.path)) ?? [];
      for (const [value, expected] of casesOf(place, fieldRules)) {
        const args = withValue(typeof base === "function" ? base(value) : base, place, value);
        expectVerdict(args, expected, JSON.stringify(value));
      }
    });
  }

  /** Changes that break each rule between fields, in the order of the page. */
  const twice = <T>(item: T): T[] => [item, item];
  const between: JsonObject[][] = [
    [
      { containers: twice(sampleContainer("web")) },
      { containers: [sampleContainer("web")], initContainers: [{ name: "web", image: "a" }] },
      { initContainers: twice({ name: "first", image: "a" }) },
    ],
    [{ volumes: twice({ name: "scratch", emptyDir: {} }) }],
    [
      container({ ports: [{ port: 80 }, { port: 80, protocol: "tcp" }] }),
      { ipAddress: { type: "Public", ports: ["UDP", "udp"].map((protocol) => ({ port: 80, protocol })) } },
    ],
    [
      variable({ name: "A", value: "1" }, { name: "A", value: "2" }),
      { extensions: twice(extension) },
      container({ volumeMounts: twice(mount("/a")) }),
    ],
    [
      { subnetIds: [{ id: "/a" }, { id: "/A" }] },
      { identity: { type: "UserAssigned", userAssignedIdentities: { "/a": {}, "/A": {} } } },
      { imageRegistryCredentials: ["a", "A"].map((server) => ({ server, username: "b" })) },
    ],
    [{ volumes: [] }, { volumes: [{ name: "Scratch", emptyDir: {} }] }],
    [{ volumes: [{ name: "scratch" }] }, { volumes: [{ name: "scratch", emptyDir: {}, secret: {} }] }],
    [variable({ name: "A" }), variable({ name: "A", value: "", secureValue: "" })],
    [
      variable({ name: "A", secureValueReference: "other" }),
      { imageRegistryCredentials: [{ server: "a", username: "b", passwordReference: "other" }] },
      { volumes: [{ name: "scratch", secretReference: { a: "other" } }] },
    ],
  ];
  /** Changes that the public service refuses, in the order of the page. */
  const refused: JsonObject[][] = [
    [
      { subnetIds: undefined, ipAddress: { type: "Private", ports } },
      { subnetIds: [], ipAddress: { type: "private", ports } },
    ],
    [{ ipAddress: { type: "public", ports } }],
    [{ ipAddress: { type: "private", ports, dnsNameLabel: "label" } }],
    [
      { ...open, ipAddress: { type: "Public", ports: [{ port: 81 }] } },
      { ...open, ipAddress: { type: "Public", ports: [{ port: 80, protocol: "udp" }] } },
      container({ ports: [] }),
      container({ ports: undefined }),
    ],
    [limited({ cpu: 0.99 }), limited({ memoryInGB: 0.99 })],
    [limited({ cpu: 1.01 }), limited({ memoryInGB: 1.01 })],
    [
      credential({}),
      credential({ identity: IDENTITY, username: "a" }),
      credential({ identity: IDENTITY, password: "a" }),
      credential({ username: null, identity: null }),
    ],
    [logs({ logType: "containerinstancelogs" }), logs({ logType: "ContainerInstanceLogs", metadata: {} })],
    [{ ...spot, ...open }],
    [
      { ...spot, sku: "confidential" },
      { ...spot, sku: "Dedicated" },
    ],
    [{ ...spot, ...container({ resources: { requests } }) }],
    [addressed(6)],
    [{ containers: many(61, (name) => sampleContainer(name)) }],
    [{ volumes: [...many(19, empty), ...["a", "scratch"].map(empty)] }],
  ];
  const alone: JsonObject[] = [
    container({ Command: [] }),
    container({ properties: {} }),
    { tags: { a: "Calling [toString] on an [Output<T>] is not supported." } },
  ];
  const refusedByProvider = { provider: false, emulator: true };

  it("between fields are those of the page, on both sides", () => {
    expect(rowsOf("Between fields")).to.have.length(between.length);
    for (const change of between.flat())
      expectVerdict({ ...completeGroup(), ...change }, false, JSON.stringify(change));
  });

  it("of the public service are those of the page, with its codes, and no problems by themselves", () => {
    const rows = rowsOf("Refused combinations");
    expect(rows).to.have.length(refused.length);
    for (const [index, changes] of refused.entries())
      for (const change of changes) {
        const args = { ...completeGroup(), ...change };
        const isAzureOnly = rows[index]?.[1].includes("only with the profile `azure`") === true;
        expectVerdict(args, { provider: false, emulator: isAzureOnly }, JSON.stringify(change));
        expect(isTaken(args, "azure"), JSON.stringify(change)).to.equal(false);
        expect(refusalsOf(args).map(({ code }) => code)).to.include(codeIn(rows[index]?.[1]));
      }
  });

  it("of the public service for one field have the codes of the page, and are no problems by themselves", () => {
    const values: Record<string, unknown> = {
      "containers[].name": "Web",
      "initContainers[].name": "x".repeat(64),
      "containers[].resources.requests.memoryInGB": 1.25,
      "ipAddress.dnsNameLabel": "web",
      "imageRegistryCredentials[].identity": "/other",
    };
    const rows = rowsOf("Refused values").flatMap(([fields, , source]) =>
      fields.split(", ").map((field): [string, string] => [field, source]),
    );
    expect(rows.map(([field]) => field)).to.have.members(Object.keys(values));
    for (const [field, source] of rows) {
      const place = places.find(({ path }) => path === field);
      const args = withValue({ ...group, ...named }, place ?? expect.fail(field), values[field]);
      expect(
        refusalsOf(args).map(({ code }) => code),
        field,
      ).to.include(codeIn(source));
    }
  });

  it("of the public service are all on the page", () => {
    const codes = listSchemas(schema).flatMap(({ published = [] }) => published.map(({ code }) => code));
    const page = ["Refused values", "Refused combinations", "Former refusals"].flatMap(rowsOf).flat().join();
    for (const code of codes) expect(page).to.include(code ?? "");
  });

  it("that the public service has given up are those of the page, and the emulator accepts the group", () => {
    const former: JsonObject[] = [{ osType: "windows" }];
    const rows = rowsOf("Former refusals");
    expect(rows).to.have.length(former.length);
    for (const [index, change] of former.entries()) {
      const args = { ...completeGroup(), ...change };
      expectVerdict(args, true, JSON.stringify(change));
      expect(refusalsOf(args)).to.deep.equal([
        {
          path: "identity",
          message: "cannot be set where `osType` is Windows",
          code: codeIn(rows[index]?.[1]),
          mayBeOutdated: true,
        },
      ]);
    }
  });

  it("between fields do not count while a value is not known: it may be another one, or none", () => {
    const initContainers = [{ name: "web", image: "a" }];
    const other = container({ volumeMounts: [{ name: "other", mountPath: "/a" }] });
    const undecided: JsonObject[] = [
      { initContainers: [{ name: UNKNOWN, image: "a" }, { name: UNKNOWN, image: "a" }, UNKNOWN] },
      { containers: [sampleContainer(UNKNOWN), UNKNOWN], initContainers },
      container({ ports: [{ port: 80 }, { port: 80, protocol: UNKNOWN }, { port: UNKNOWN }] }),
      container({ volumeMounts: [mount("/a"), mount(UNKNOWN), { name: UNKNOWN, mountPath: "/b" }] }),
      variable({ name: "A", value: "", secureValue: UNKNOWN }),
      { ...other, volumes: UNKNOWN },
      { volumes: [{ name: "a", emptyDir: {}, secret: UNKNOWN }] },
      { imageRegistryCredentials: twice({ server: UNKNOWN, username: UNKNOWN }) },
      credential({ identity: IDENTITY, username: UNKNOWN, password: UNKNOWN }),
      { ...credential({ identity: "/other" }), identity: UNKNOWN },
      { ...credential({ identity: "/other" }), identity: { userAssignedIdentities: UNKNOWN } },
      { subnetIds: UNKNOWN, ipAddress: { type: "Private", ports } },
      { subnetIds: [], ipAddress: { type: UNKNOWN, ports } },
      { ipAddress: { type: "Private", ports, dnsNameLabel: UNKNOWN } },
      { containers: [sampleContainer("web", { ports: [] }), UNKNOWN] },
      container({ ports: UNKNOWN }),
      container({ ports: [UNKNOWN] }),
      {
        ...open,
        ipAddress: { type: "Public", ports: [{ port: UNKNOWN }, { port: 81, protocol: UNKNOWN }, UNKNOWN] },
      },
      container({ resources: { requests: UNKNOWN, limits: { cpu: 5, memoryInGB: 5 } } }),
      container({ resources: { requests: { cpu: UNKNOWN, memoryInGB: 1 }, limits: { cpu: 5 } } }),
      logs({ logType: UNKNOWN }),
      logs({ logType: "ContainerInstanceLogs", metadata: UNKNOWN }),
      { ...spot, priority: UNKNOWN, sku: "Dedicated" },
      { ...spot, ipAddress: UNKNOWN, sku: UNKNOWN },
      { ...spot, ...container({ resources: { requests: { ...requests, gpu: UNKNOWN } } }) },
    ];
    for (const change of undecided)
      expect(problemsOf({ ...completeGroup(), ...change }), JSON.stringify(change)).to.deep.equal([]);
  });

  it("name the only value that a field may have beside another", () => {
    const problems = problemsOf({ ...completeGroup(), ...spot, sku: "Dedicated" });
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).to.deep.equal([
      "sku: must be Standard where `priority` is Spot",
    ]);
  });

  it("let a profile or a standby pool set what is required otherwise", () => {
    const needed = [
      { osType: undefined },
      container({ image: undefined }),
      container({ resources: undefined }),
    ];
    for (const profile of ["containerGroupProfile", "standbyPoolProfile"])
      for (const change of needed) {
        const without = { ...completeGroup(), ...withoutProfile, ...change };
        expectVerdict(without, false, JSON.stringify(change));
        expectVerdict({ ...without, [profile]: { id: "/profiles/a" } }, true, JSON.stringify(change));
      }
  });

  it("that only the provider has are those of the page", () => {
    expect(rowsOf("Rules of the provider alone")).to.have.length(alone.length);
    for (const change of alone)
      expectVerdict({ ...completeGroup(), ...change }, refusedByProvider, JSON.stringify(change));
  });
});

function container(part: JsonObject): JsonObject {
  return { containers: [sampleContainer("web", part)] };
}

function many(count: number, create: (name: string) => JsonObject): JsonObject[] {
  return Array.from({ length: count }, (_, index) => create(`n${index}`));
}

/** A group whose address and container have this many ports. */
function addressed(count: number): JsonObject {
  const ports = many(count, (name) => ({ port: 8000 + Number(name.slice(1)) }));
  return { ...container({ ports }), ipAddress: { type: "Private", ports } };
}

function codeIn(source = ""): string | undefined {
  return /`(\w+)`/.exec(source)?.[1];
}

/** A group of one container with these limits, which requests 1 of each. */
function limited(limits: JsonObject): JsonObject {
  return container({ resources: { requests: { cpu: 1, memoryInGB: 1 }, limits } });
}

function credential(part: JsonObject): JsonObject {
  return { imageRegistryCredentials: [{ server: "a", ...part }] };
}

function logs(part: JsonObject): JsonObject {
  return {
    diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: "k", metadata: { a: "b" }, ...part } },
  };
}

function variable(...environmentVariables: JsonObject[]): JsonObject {
  return container({ environmentVariables });
}

function expectVerdict(args: JsonObject, expected: boolean | Verdict, what: string): void {
  const both = typeof expected === "boolean" ? { provider: expected, emulator: expected } : expected;
  const verdict = { provider: problemsOf(args).length === 0, emulator: isTaken(args) };
  expect(verdict, what).to.deep.equal(both);
}
