import { inspect } from "node:util";
import { runtime } from "@pulumi/pulumi";
import { it } from "mocha";
import type { Json, JsonObject } from "../../../provider/schema/json.js";
import { TOKEN } from "../../support/canaries.js";
import { type LeakFinder, leakFinder } from "../../support/canaryForms.js";
import type { Respond } from "../../support/message.js";
import { seen } from "./interleaved.js";
import type { ResourceKind } from "./kinds.js";
import { hooks, type Outcome, type RunOptions, runHook } from "./run.js";

/** Begins a line in hostile texts: where it begins a line of ours, a line break got through. */
export const INJECTED = "INJECTED-LINE";

const LONGEST_ERROR = 4096;
/** Placeholders for values that are not known yet: of a text, a bool, a number, a list, an asset, an archive, an object. */
export const UNKNOWNS = [
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

/** Control characters but the line break, separators of lines, and everything that nobody sees. */
const UNPRINTABLE = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Co}\p{DI}\u2028\u2029]/u;

/** Marks that Pulumi's CLI reads in texts, and in properties, where it also decodes JSON. */
const MARK = /<\{%/;
const MARK_IN_PROPERTY = /(<|\\u003c)\{%/;

/** Commands of the runners of Azure Pipelines and GitHub Actions. */
const COMMAND = /##(vso)?\[|^\s*::/m;

/** Problems of a hook's result, one line each; empty for a clean one. */
export function flawsOf(outcome: Outcome, canaries: readonly string[] = []): string[] {
  const finder = finderOf(outcome.kind, canaries);
  const flaws: string[] = [];
  const { error, messages, result } = outcome;
  if (error !== undefined) {
    flaws.push(...flawsOfError(error, finder));
    if (error.properties !== undefined)
      flaws.push(...flawsOfProperties("properties of the error", error.properties, finder));
  }
  for (const message of messages) flaws.push(...flawsOfText("message", message, finder));
  if (result !== undefined) {
    for (const part of ["outputs", "inputs"] as const) {
      const properties = result[part];
      if (properties !== undefined) flaws.push(...flawsOfProperties(part, properties, finder));
    }
    // The result of a function is the service's data, and the program knows that.
    const { id = "", data = {} } = result;
    flaws.push(...flawsOfProperties("data", data, leakFinder([])));
    flaws.push(...flawsOfText("id", id, finder));
  }
  return flaws;
}

/** Throws when {@link flawsOf} finds anything. */
export function assertClean(outcome: Outcome, canaries: readonly string[] = []): void {
  const flaws = flawsOf(outcome, canaries);
  if (flaws.length > 0) throw new Error(`${outcome.kind.name} ${outcome.hook}: ${flaws.join("\n  ")}`);
}

/**
 * Tests that every hook of these kinds leaks nothing, whichever of these responses it gets.
 *
 * @param responses by what the title says of them
 */
export function testClean(
  kinds: readonly ResourceKind[],
  responses: Record<string, (kind: ResourceKind) => Respond[]>,
  options: RunOptions = {},
): void {
  for (const kind of kinds)
    for (const [what, respondsOf] of Object.entries(responses))
      it(`${kind.name}: ${what}`, async () => {
        for (const respond of respondsOf(kind))
          for (const hook of hooks)
            assertClean(await runHook(kind, hook, respond, { over: "memory", ...options }));
      });
}

/** Problems of a text that a person reads. */
export function flawsOfText(place: string, text: string, finder: LeakFinder): string[] {
  const flaws: string[] = [];
  const leak = finder.find(text);
  if (leak !== undefined) flaws.push(`${place}: shows a secret: …${short(leak)}… in ${short(text)}`);
  for (const pattern of [MARK, COMMAND])
    if (pattern.test(text)) flaws.push(`${place}: is read by the CLI or a runner: ${short(text)}`);
  const odd = UNPRINTABLE.exec(text);
  if (odd)
    flaws.push(
      `${place}: holds ${JSON.stringify(odd[0])}: ${short(text.slice(Math.max(0, odd.index - 40)))}`,
    );
  if (new RegExp(`^\\s*${INJECTED}`, "m").test(text))
    flaws.push(`${place}: a line break got through: ${short(text)}`);
  if (text.length > LONGEST_ERROR) flaws.push(`${place}: has ${text.length} characters: ${short(text)}`);
  if (/\n\s+at .+:\d+/.test(text)) flaws.push(`${place}: shows a stack: ${short(text)}`);
  return flaws;
}

export function flawsOfError(error: NonNullable<Outcome["error"]>, finder: LeakFinder): string[] {
  const { message, stack = "", reasons = [], name, properties: _, ...others } = error;
  const flaws = flawsOfText("error", message, finder);
  for (const reason of reasons) flaws.push(...flawsOfText("reason", reason, finder));
  if (/\n\s+at .+:\d+/.test(stack)) flaws.push(`stack of the error: ${short(stack)}`);
  const hidden = inspect({ stack, name, others }, { depth: 9, showHidden: true, maxStringLength: null });
  const leak = finder.find(hidden);
  if (leak !== undefined) flaws.push(`fields of the error show a secret: …${short(leak)}…`);
  return flaws;
}

/** Problems of properties that go to the engine. */
function flawsOfProperties(place: string, properties: JsonObject, finder: LeakFinder): string[] {
  const flaws: string[] = [];
  const visit = (path: string, value: Json, isSecret: boolean): void => {
    if (typeof value === "string" || typeof value === "number") {
      if (UNKNOWNS.includes(String(value))) flaws.push(`${place}.${path}: an unknown value`);
      const leak = isSecret ? undefined : finder.find(seen(String(value)));
      const mark = place === "data" ? MARK : MARK_IN_PROPERTY;
      if (!isSecret && mark.test(String(value))) flaws.push(`${place}.${path}: a mark of the CLI`);
      if (leak !== undefined) flaws.push(`${place}.${path}: holds a secret in the clear: …${short(leak)}…`);
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(`${path}[${index}]`, item, isSecret);
    } else if (typeof value !== "object") {
      if (typeof value !== "boolean") flaws.push(`${place}.${path}: is no JSON: ${typeof value}`);
    } else if (value !== null && isWrapped(value)) {
      if (isSecret) flaws.push(`${place}.${path}: a secret in a secret`);
      visit(path, (value as JsonObject).value, true);
    } else if (value !== null) {
      for (const [name, child] of Object.entries(value)) visitNamed(path, name, child, isSecret);
    }
  };
  const visitNamed = (path: string, name: string, child: Json, isSecret: boolean): void => {
    const at = path === "" ? name : `${path}.${name}`;
    if (name === runtime.specialSigKey)
      flaws.push(`${place}.${at}: Pulumi's signature: ${short(JSON.stringify(child))}`);
    const leak = isSecret ? undefined : finder.find(seen(name));
    if (!isSecret && MARK_IN_PROPERTY.test(name)) flaws.push(`${place}: a name holds a mark of the CLI`);
    if (leak !== undefined) flaws.push(`${place}: a name holds a secret: …${short(leak)}…`);
    visit(at, child, isSecret);
  };
  visit("", properties, false);
  return flaws;
}

/** A value as this package wraps it: nothing beside the signature of secrets and the value. */
function isWrapped(value: object): boolean {
  const { [runtime.specialSigKey]: signature, ...rest } = value as JsonObject;
  return signature === runtime.specialSecretSig && Object.keys(rest).join() === "value";
}

const finders = new Map<string, LeakFinder>();

function finderOf(kind: ResourceKind, canaries: readonly string[]): LeakFinder {
  const key = JSON.stringify([kind.name, kind.canaries, canaries]);
  const finder = finders.get(key) ?? leakFinder([TOKEN, ...kind.canaries, ...canaries], kind.derived);
  finders.set(key, finder);
  return finder;
}

function short(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
