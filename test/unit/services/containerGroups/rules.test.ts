import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { type JsonObject, UNKNOWN } from "../../../../provider/schema/json.js";
import type { Schema } from "../../../../provider/schema/keywords.js";
import { completeGroup, sampleContainer } from "../../support/groups.js";
import { findPlaces, isTaken, listPaths, type Place, problemsOf, withValue } from "./verdicts.js";

const PAGE = readFileSync(join(__dirname, "../../../../docs/container-group-rules.md"), "utf8");

/** First and second cell of the rows under a heading of the page. */
function rowsOf(heading: string): [string, string][] {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const rows = [...section.matchAll(/^\| (.+?) \| (.+?) \|/gm)];
  return rows.slice(1).map(([, first = "", second = ""]) => [first.replaceAll("`", ""), second]);
}

/** The rules of each field that has any, by its path. A list of values is one rule. */
const fieldRules = new Map(
  rowsOf("Fields").flatMap(([fields, its]) =>
    fields.split(", ").map((field) => [field, its.split(/, (?=[a-z1-9])/)] as const),
  ),
);

interface Verdict {
  provider: boolean;
  emulator: boolean;
}

interface Samples {
  taken: unknown[];
  refused: unknown[];
}

const OF_TYPES: Record<Schema["type"], Samples> = {
  string: { taken: ["", " ", "a"], refused: [5, true, [], {}] },
  number: { taken: [-1, 0, 0.5, 2 ** 40], refused: ["1", true, [], {}] },
  integer: { taken: [-(2 ** 31), 0, 2 ** 31 - 1], refused: [0.5, 2 ** 31, "1", true, [], {}] },
  boolean: { taken: [true, false], refused: ["true", 0, [], {}] },
  array: { taken: [[]], refused: ["a", 1, {}, [null]] },
  object: { taken: [], refused: ["a", 1, true, [], [{}]] },
  any: { taken: [], refused: [] },
};

const OF_RULES: Record<string, Samples> = {
  "greater than 0": { taken: [0.01, 1], refused: [0, -1] },
  "at least 0": { taken: [0, 1], refused: [-1] },
  "at least 1": { taken: [1, 2 ** 31 - 1], refused: [0, -1] },
  "1 to 65535": { taken: [1, 65535], refused: [0, -1, 65536] },
  "no colon": { taken: ["/a b\n"], refused: ["a:b", ":", "a\n:"] },
  "name of a variable": { taken: ["_", "A1"], refused: ["", "1A", "a-b", "a.b", "ä", "A ", "A\n", " A"] },
  base64: {
    taken: ["", "YQ==", "YWI=", "YWJj", "+/+/"],
    refused: ["a", "YQ", "YQ=", "====", "Y===", "YQ==YQ==", "YWJj\n", "YW J", "YW-_"],
  },
  "absolute URL": {
    taken: ["https://kv.example", "HTTPS://KV.example:443/a?b#c"],
    refused: ["", "kv.example", "https://", "https:///a", " https://a", "https://a b"],
  },
};

function samplesOf(rule: string, { type }: Schema): Samples {
  if (rule === "not empty") return { taken: [], refused: [type === "array" ? [] : ""] };
  const values = /^one of (.*)/.exec(rule)?.[1]?.split(", ");
  if (values === undefined) return OF_RULES[rule] ?? expect.fail(`no samples of "${rule}"`);
  return {
    taken: values.flatMap((value) => [value, value.toLowerCase(), value.toUpperCase()]),
    refused: ["", "other", ...values.map((value) => `${value}x`)],
  };
}

const extension = { name: "a", extensionType: "a", version: "1" };
const mount = (mountPath: string): JsonObject => ({ name: "scratch", mountPath });

describe("the rules for a container group", () => {
  const group = completeGroup();
  const unmounted = completeGroup({ volumeMounts: [] });
  const places = findPlaces(group);

  it("are those of every field that can be sent", () => {
    expect(problemsOf(group)).to.deep.equal([]);
    expect(isTaken(group)).to.equal(true);
    const paths = places.map(({ path }) => path);
    expect(paths)
      .to.have.members([...new Set(listPaths())])
      .and.to.include.members([...fieldRules.keys()]);
  });

  for (const place of places) {
    it(`of ${place.path}: the page, the provider and the emulator agree`, () => {
      expect(problemsOf(withValue(group, place, UNKNOWN)), "a value that is not known").to.deep.equal([]);
      const base = place.path === "volumes" ? unmounted : group;
      for (const [value, expected] of casesOf(place)) {
        expectVerdict(withValue(base, place, value), expected, JSON.stringify(value));
      }
    });
  }

  function casesOf({ path, field, isItem, isAlternative }: Place): [unknown, boolean][] {
    const own = fieldRules.get(path) ?? [];
    const isOptional = !own.includes("required") && !isAlternative;
    const samples = own.filter((rule) => rule !== "required").map((rule) => samplesOf(rule, field));
    const { taken, refused } = OF_TYPES[field.type];
    return [
      ...(isItem ? [] : [undefined, null]).map((value): [unknown, boolean] => [value, isOptional]),
      ...(samples.length > 0 ? samples.flatMap((its) => its.taken) : taken).map(
        (value): [unknown, boolean] => [value, true],
      ),
      ...[...refused, ...samples.flatMap((its) => its.refused)].map((value): [unknown, boolean] => [
        value,
        false,
      ]),
    ];
  }

  /** Changes that break each rule between fields, in the order of the page. */
  const between: JsonObject[][] = [
    [
      { containers: [sampleContainer("web"), sampleContainer("web")] },
      { containers: [sampleContainer("web")], initContainers: [{ name: "web", image: "a" }] },
      {
        initContainers: [
          { name: "first", image: "a" },
          { name: "first", image: "a" },
        ],
      },
    ],
    [
      {
        volumes: [
          { name: "scratch", emptyDir: {} },
          { name: "scratch", emptyDir: {} },
        ],
      },
    ],
    [
      container({ ports: [{ port: 80 }, { port: 80, protocol: "tcp" }] }),
      {
        ipAddress: {
          type: "Public",
          ports: [
            { port: 80, protocol: "UDP" },
            { port: 80, protocol: "udp" },
          ],
        },
      },
    ],
    [
      variable({ name: "A", value: "1" }, { name: "A", value: "2" }),
      { extensions: [extension, extension] },
      container({ volumeMounts: [mount("/a"), mount("/a")] }),
    ],
    [
      { subnetIds: [{ id: "/a" }, { id: "/A" }] },
      { identity: { type: "UserAssigned", userAssignedIdentities: { "/a": {}, "/A": {} } } },
      { imageRegistryCredentials: [{ server: "a" }, { server: "A" }] },
    ],
    [{ volumes: [] }, { volumes: [{ name: "Scratch", emptyDir: {} }] }],
    [{ volumes: [{ name: "scratch" }] }, { volumes: [{ name: "scratch", emptyDir: {}, secret: {} }] }],
    [variable({ name: "A" }), variable({ name: "A", value: "", secureValue: "" })],
  ];
  const alone: JsonObject[][] = [
    [container({ Command: [] })],
    [container({ properties: {} })],
    [{ tags: { a: "Calling [toString] on an [Output<T>] is not supported." } }],
  ];

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
    ];
    for (const change of undecided) {
      expect(problemsOf({ ...completeGroup(), ...change }), JSON.stringify(change)).to.deep.equal([]);
    }
  });

  it("that only the provider has are those of the page", () => {
    expect(rowsOf("Rules of the provider alone")).to.have.length(alone.length);
    for (const change of alone.flat()) {
      expectVerdict(
        { ...completeGroup(), ...change },
        { provider: false, emulator: true },
        JSON.stringify(change),
      );
    }
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
