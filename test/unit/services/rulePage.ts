import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Schema } from "../../../provider/schema/keywords.js";
import { NO_GUID } from "../../../provider/schema/normalize.js";
import { IDENTITY } from "../support/groups.js";
import type { Place } from "./places.js";

/** The rules of each field that has any, by its path. */
type FieldRules = ReadonlyMap<string, readonly string[]>;

/** The tables of a resource's rules.md. */
export function readRulePage(resource: string): {
  rowsOf: (heading: string) => [string, string, string][];
  fieldRules: FieldRules;
} {
  const page = readFileSync(join(__dirname, resource, "rules.md"), "utf8");
  /** The first cells of the rows under a heading. */
  const rowsOf = (heading: string): [string, string, string][] => {
    const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
    const rows = [...section.matchAll(/^\| (.+?) \| (.+?) \|(?: (.+?) \|)?/gm)];
    return rows
      .slice(1)
      .map(([, first = "", second = "", third = ""]) => [first.replaceAll("`", ""), second, third]);
  };
  const fieldRules = new Map<string, string[]>();
  // A list of values is one rule.
  for (const heading of ["Fields", "Refused values"])
    for (const [fields, its] of rowsOf(heading))
      for (const field of fields.split(", "))
        fieldRules.set(field, [...(fieldRules.get(field) ?? []), ...its.split(/, (?=[a-z1-9])/)]);
  return { rowsOf, fieldRules };
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
  "greater than 0": { taken: [0.1, 1], refused: [0, -1] },
  "multiple of 0.1": { taken: [0.1, 0.7, 1.5, 16], refused: [0.05, 1.25] },
  "at least 0": { taken: [0, 1], refused: [-1] },
  "at least 1": { taken: [1, 2 ** 31 - 1], refused: [0, -1] },
  "1 to 65535": { taken: [1, 65535], refused: [0, -1, 65536] },
  "id of a record": { taken: [], refused: ["", NO_GUID, "a"] },
  id: { taken: ["", NO_GUID], refused: ["a", `${NO_GUID} `] },
  date: {
    taken: ["2026-01-31", "2024-02-29", "0001-01-01"],
    refused: ["", "2026-02-30", "2026-13-01", "2026-1-1", "31.01.2026", "2026-01-31T00:00:00Z"],
  },
  "no colon": { taken: ["/a b\n"], refused: ["a:b", ":", "a\n:"] },
  "name of a container": {
    taken: ["a", "1", "a-1", "x".repeat(63)],
    refused: ["", "A", "a_b", "a.b", "-a", "a-", "ä", "a ", "a\n", "x".repeat(64)],
  },
  "label of a domain name": {
    taken: ["", "label", "a-1-b", "x".repeat(63)],
    refused: ["four", "1label", "-label", "label-", "Label", "la.bel", "la_bel", "label\n", "x".repeat(64)],
  },
  "identity of the group": { taken: [IDENTITY, IDENTITY.toUpperCase()], refused: ["", "a", `${IDENTITY}-2`] },
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
  const most = Number(/^at most (\d+) characters$/.exec(rule)?.[1]);
  // The service counts what JavaScript counts.
  if (most > 0)
    return { taken: ["", "x".repeat(most)], refused: ["x".repeat(most + 1), "\u{1F600}".repeat(most)] };
  const values = /^one of (.*)/.exec(rule)?.[1]?.split(", ");
  if (values === undefined) return OF_RULES[rule] ?? expect.fail(`no samples of "${rule}"`);
  return {
    taken: values.flatMap((value) => [value, value.toLowerCase(), value.toUpperCase()]),
    refused: ["", "other", ...values.map((value) => `${value}x`)],
  };
}

/** Values for a place, and whether the rules allow them. */
export function casesOf(
  { path, field, isItem, isAlternative }: Place,
  fieldRules: FieldRules,
): [unknown, boolean][] {
  const own = fieldRules.get(path) ?? [];
  const isOptional = !own.includes("required") && !isAlternative;
  const samples = own.filter((rule) => rule !== "required").map((rule) => samplesOf(rule, field));
  const { taken, refused } = OF_TYPES[field.type];
  return [
    ...(isItem ? [] : [undefined, null]).map((value): [unknown, boolean] => [value, isOptional]),
    ...(samples.length > 0 ? samples.flatMap((its) => its.taken) : taken).map((value): [unknown, boolean] => [
      value,
      true,
    ]),
    ...[...refused, ...samples.flatMap((its) => its.refused)].map((value): [unknown, boolean] => [
      value,
      false,
    ]),
  ];
}
