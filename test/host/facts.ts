import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CustomResource, type CustomResourceOptions, createUrn, type dynamic } from "@pulumi/pulumi";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** The text that hooks get in the place of a value that is not known yet. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The surroundings of hooks, beside their arguments. */
export interface Kit {
  /** A value that the engine is to keep as a secret. */
  secret(value: unknown): unknown;
  /** The last argument of {@link Facts.world}. */
  world(): Record<string, unknown>;
  /** A warning on the row of a resource. */
  say(urn: string, message: string, ephemeral: boolean): Promise<void>;
}

/** Hooks of one kind of resource. They travel as text into the host's process: they see the kit and nothing else. */
export type Kind = (kit: Kit) => Partial<dynamic.ResourceProvider>;

/** One call of a hook, as the host made it. */
export interface Call {
  kind: string;
  hook: "configure" | "check" | "diff" | "create" | "read" | "update" | "delete";
  // biome-ignore lint/suspicious/noExplicitAny: tests look into them.
  args: any[];
  pid: number;
  directory: string;
}

/** A resource in the state, as it is stored. */
export interface Stored {
  id: string;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
  initErrors?: string[];
}

/** A project with a provider of its own that writes down what the engine asks of it. */
export class Facts {
  private constructor(
    readonly sandbox: Sandbox,
    private readonly directory: string,
  ) {}

  static async open(kinds: Record<string, Kind>): Promise<Facts> {
    const sandbox = await Sandbox.open();
    const directory = join(sandbox.project, "node_modules/facts");
    mkdirSync(directory);
    copyFileSync(join(__dirname, "recorder.cjs"), join(directory, "recorder.cjs"));
    const lines = [
      'const { record } = require("./recorder.cjs");',
      "const __name = (value) => value; // The transpiler of these tests puts calls of it into functions.",
      ...Object.entries(kinds).map(([kind, hooks]) => `exports.${kind} = record("${kind}", ${hooks});`),
    ];
    writeFileSync(join(directory, "index.js"), lines.join("\n"));
    return new Facts(sandbox, directory);
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }

  get journal(): string {
    return join(this.directory, "calls.jsonl");
  }

  /** Calls since the last {@link forget}, in their order. */
  calls(hook?: Call["hook"], kind?: string): Call[] {
    if (!existsSync(this.journal)) return [];
    const lines = readFileSync(this.journal, "utf8").split("\n").filter(Boolean);
    return lines
      .map((line): Call => JSON.parse(line))
      .filter((call) => (!hook || call.hook === hook) && (!kind || call.kind === kind));
  }

  /** The arguments of the only such call. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into them.
  only(hook: Call["hook"], kind: string): any[] {
    const found = this.calls(hook, kind);
    const [call] = found;
    if (call === undefined || found.length > 1)
      throw new Error(`${found.length} calls of ${hook} of ${kind}, expected one`);
    return call.args;
  }

  /** Hooks called, in their order. */
  hooks(kind: string): string[] {
    return this.calls(undefined, kind)
      .map((call) => call.hook)
      .filter((hook) => hook !== "configure");
  }

  forget(): void {
    rmSync(this.journal, { force: true });
  }

  /** The state outside of the engine, as hooks find it. */
  world(values: Record<string, unknown>): void {
    writeFileSync(join(this.directory, "world.json"), JSON.stringify(values));
  }
}

/** The text that the host evaluates to get at the hooks. */
export function handler(kind: string): string {
  return `exports.handler=()=>require("facts").${kind}`;
}

/** A resource of a kind, in a program. */
export class Thing extends CustomResource {
  constructor(kind: string, name: string, inputs: object = {}, options?: CustomResourceOptions) {
    const type = `pulumi-nodejs:dynamic/facts:${kind}`;
    const own = { __provider: handler(kind), __urn: createUrn(name, type, options?.parent) };
    super(type, name, { ...inputs, ...own }, options);
  }
}

/** The resources in the state file, by name, secrets encrypted. */
export function stored({ sandbox }: Facts, { stack }: TestStack): Record<string, Stored> {
  const { latest } = JSON.parse(readFileSync(sandbox.stateFile(stack.name), "utf8")).checkpoint;
  const resources: (Stored & { urn: string })[] = latest?.resources ?? [];
  return Object.fromEntries(resources.map((resource) => [nameOf(resource.urn), resource]));
}

/** The same with `[secret]` in place of what is encrypted, and without names that begin with `__`. */
export function readable(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(readable);
  if ("ciphertext" in value) return "[secret]";
  const shown = Object.entries(value).filter(([name]) => !/^__(provider|urn)$/.test(name));
  return Object.fromEntries(shown.map(([name, child]) => [name, readable(child)]));
}

const nameOf = (urn: string): string => urn.split("::").at(-1) ?? "";

/** The part of an output with details that tells of one resource: every row of its, with what is below it. */
export function rowOf(text: string, name: string): string {
  const rows = text.split(/\n(?=\s*(?:[~+-]+ )?\S+: \([a-z-]+\)\n)/);
  return rows.filter((row) => row.includes(`::${name}]`)).join("\n");
}

/** Lines that show a change of a property, without the blanks that align them. */
export function propertyLines(row: string): string[] {
  return row
    .split("\n")
    .map((line) => line.trim().replace(/ +:/, ":"))
    .filter((line) => /^[~+-] .*:/.test(line) && !line.includes("pulumi"));
}

/** One step of the engine for one resource. */
export interface Step {
  name: string;
  operation: string;
  /** Paths that the engine says have changed. */
  paths: string[];
  /** The reason for a replacement. */
  replaces: string[];
}

/** A message on a resource's row. */
export interface Message {
  name: string;
  text: string;
  severity: string;
  ephemeral: boolean;
}

export interface Observed {
  failed: boolean;
  text: string;
  steps: Step[];
  messages: Message[];
}

export interface Observer {
  onOutput: (text: string) => void;
  onError: (text: string) => void;
  onEvent: (event: EngineEvent) => void;
  diff: boolean;
  color: "never";
}

/** Runs a command of a stack; a failure is a result, not an exception. It tells what the engine reports beside its text. */
export async function observe(command: (options: Observer) => Promise<unknown>): Promise<Observed> {
  const seen: Observed = { failed: false, text: "", steps: [], messages: [] };
  const append = (text: string): void => {
    seen.text += text;
  };
  const onEvent = ({ resourcePreEvent, diagnosticEvent }: EngineEvent): void => {
    if (resourcePreEvent !== undefined) {
      const { urn, op, keys, detailedDiff } = resourcePreEvent.metadata;
      const paths = Object.keys(detailedDiff ?? {}).sort();
      seen.steps.push({ name: nameOf(urn), operation: op, paths, replaces: keys ?? [] });
    }
    if (diagnosticEvent !== undefined) {
      const { urn = "", message, severity, ephemeral } = diagnosticEvent;
      seen.messages.push({
        name: nameOf(urn),
        text: message.trim(),
        severity,
        ephemeral: ephemeral === true,
      });
    }
  };
  try {
    await command({ onOutput: append, onError: append, onEvent, diff: true, color: "never" });
  } catch {
    seen.failed = true;
  }
  return seen;
}
