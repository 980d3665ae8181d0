import { expect } from "chai";
import { describe, it } from "mocha";
import { type JsonObject, UNKNOWN } from "../../../../provider/schema/json.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";
import { completeGroup, sampleContainer } from "../../support/groups.js";
import { findPlaces, listPaths, withValue } from "../places.js";
import { casesOf, readRulePage } from "../rulePage.js";
import { isTaken, problemsOf } from "./verdicts.js";

const { fieldRules, rowsOf } = readRulePage("container-group-rules.md");

interface Verdict {
  provider: boolean;
  emulator: boolean;
}

const extension = { name: "a", extensionType: "a", version: "1" };
const mount = (mountPath: string): JsonObject => ({ name: "scratch", mountPath });

describe("the rules for a container group", () => {
  const group = completeGroup();
  const { ipAddress, ...withoutAddress } = group;
  /** Groups in which a field can be left out, or have any of its values. */
  const bases: Record<string, JsonObject> = {
    volumes: completeGroup({ volumeMounts: [] }),
    subnetIds: { ...group, ipAddress: { ...(ipAddress as JsonObject), type: "Public" } },
    priority: withoutAddress,
  };
  const places = findPlaces(schema, group);

  it("are those of every field that can be sent", () => {
    expect(problemsOf(group)).to.deep.equal([]);
    expect(isTaken(group)).to.equal(true);
    const paths = places.map(({ path }) => path);
    expect(paths)
      .to.have.members([...new Set(listPaths(schema))])
      .and.to.include.members([...fieldRules.keys()]);
  });

  for (const place of places) {
    it(`of ${place.path}: the page, the provider and the emulator agree`, () => {
      expect(problemsOf(withValue(group, place, UNKNOWN)), "a value that is not known").to.deep.equal([]);
      const base = bases[place.path] ?? group;
      for (const [value, expected] of casesOf(place, fieldRules)) {
        expectVerdict(withValue(base, place, value), expected, JSON.stringify(value));
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
      { imageRegistryCredentials: [{ server: "a" }, { server: "A" }] },
    ],
    [{ volumes: [] }, { volumes: [{ name: "Scratch", emptyDir: {} }] }],
    [{ volumes: [{ name: "scratch" }] }, { volumes: [{ name: "scratch", emptyDir: {}, secret: {} }] }],
    [variable({ name: "A" }), variable({ name: "A", value: "", secureValue: "" })],
    [{ subnetIds: undefined }, { subnetIds: [] }],
    [{ priority: "spot" }],
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

  it("between fields do not count while a value is not known: it may be another one, or none", () => {
    const initContainers = [{ name: "web", image: "a" }];
    const other = container({ volumeMounts: [{ name: "other", mountPath: "/a" }] });
    const undecided: JsonObject[] = [
      { initContainers: [{ name: UNKNOWN, image: "a" }, { name: UNKNOWN, image: "a" }, UNKNOWN] },
      { containers: UNKNOWN, initContainers },
      { containers: [sampleContainer(UNKNOWN), UNKNOWN], initContainers },
      container({ ports: [{ port: 80 }, { port: 80, protocol: UNKNOWN }, { port: UNKNOWN }] }),
      container({ volumeMounts: [mount("/a"), mount(UNKNOWN), { name: UNKNOWN, mountPath: "/b" }] }),
      variable({ name: "A", value: "1" }, { name: UNKNOWN, value: "2" }),
      variable({ name: "A", value: "", secureValue: UNKNOWN }),
      { ...other, volumes: UNKNOWN },
      { ...other, volumes: [{ name: UNKNOWN, emptyDir: {} }] },
      { volumes: [{ name: "a", emptyDir: {}, secret: UNKNOWN }] },
      { imageRegistryCredentials: [{ server: UNKNOWN }, { server: UNKNOWN }] },
      { subnetIds: UNKNOWN },
      { subnetIds: [], ipAddress: UNKNOWN },
      { subnetIds: [], ipAddress: { type: UNKNOWN, ports: [{ port: 80 }] } },
      { priority: UNKNOWN },
      { priority: "Spot", ipAddress: UNKNOWN },
    ];
    for (const change of undecided)
      expect(problemsOf({ ...completeGroup(), ...change }), JSON.stringify(change)).to.deep.equal([]);
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

function variable(...environmentVariables: JsonObject[]): JsonObject {
  return container({ environmentVariables });
}

function expectVerdict(args: JsonObject, expected: boolean | Verdict, what: string): void {
  const both = typeof expected === "boolean" ? { provider: expected, emulator: expected } : expected;
  const verdict = { provider: problemsOf(args).length === 0, emulator: isTaken(args) };
  expect(verdict, what).to.deep.equal(both);
}
