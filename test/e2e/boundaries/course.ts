import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type ProcessFacts, processTree, procText } from "../../support/processTree.js";
import type { ProgramProtocol } from "../../support/programProtocols.js";
import type { Sandbox } from "../../support/sandbox.js";
import { Gate } from "./gate.js";
import { type Place, placesOf, SUBJECTS, type Subject } from "./subjects.js";

/** A process that is killed while each request of each operation is in flight. */
export type Victim = "engine" | "provider";

/** How an operation came through at one of its boundaries. */
export interface Outcome {
  place: Required<Place>;
  /** Its problems; empty for none. */
  flaws: string[];
}

/** Runs until all operations have to be through, the disturbed one included. */
const MOST_RUNS = 3;
const PROVIDER = /pulumi-resource-vendorcloud|dynamic-provider/;

/** Until a command has to be where it is wanted, or at its end. */
const PATIENCE_MS = 300_000;

/** Until a provider has noticed that its engine is gone, and has ended. */
const TO_END_MS = 20_000;

const STACK = "dev";

/** Outputs that differ from one resource to another and mean nothing: tags, times, addresses, names of operations. */
const FLEETING =
  /^(etag|operationId|operationName|percentComplete|(start|end)Time|(first|last)Timestamp|created|modified|number|lastModifiedDateTime)$/;

/** All operations with one trouble at each of their requests: `up`, and then `destroy`. */
export class Course {
  private readonly places = placesOf(SUBJECTS);
  /** Processes of disturbed runs. The language host and the program outlive an engine that is killed. */
  private readonly leftOver: ProcessFacts[] = [];

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly gate: Gate,
    private readonly victim: Victim,
  ) {}

  /** @returns one outcome for each boundary of each operation */
  static async run(protocol: ProgramProtocol, victim: Victim): Promise<Outcome[]> {
    const gate = await Gate.open();
    const sandbox = await protocol.open(
      { seed: "demo", provisioningPolls: 1, erpStopPolls: 1 },
      {
        VENDORCLOUD_RESOURCE_MANAGER_URL: gate.url,
        VENDORCLOUD_BUSINESS_URL: gate.url,
        VENDORCLOUD_APPS_URL: gate.url,
        // All operations are under way at the same time.
        VENDORCLOUD_MAX_CONCURRENCY: "200",
        VENDORCLOUD_RETRY_MAX_ATTEMPTS: "2",
      },
    );
    gate.target = sandbox.emulator.url;
    const course = new Course(sandbox, gate, victim);
    try {
      return await course.operate();
    } finally {
      await course.close();
    }
  }

  private async close(): Promise<void> {
    for (const { pid, command } of this.leftOver)
      if (procText(pid, "cmdline") === command) process.kill(pid, "SIGKILL");
    await this.gate.close();
    await this.sandbox.close();
  }

  private async operate(): Promise<Outcome[]> {
    const { emulator } = this.sandbox;
    for (const { subject, name } of this.places) subject.prepare?.(emulator, name);
    this.declare("before");
    await this.sandbox.newStack(STACK);
    await this.succeed("up", "--yes", "--skip-preview");
    this.declare("after");
    return [...(await this.disturb("up")), ...(await this.disturb("destroy"))];
  }

  /** Carries out a command with the trouble, and again until it comes through. */
  private async disturb(command: Subject["command"]): Promise<Outcome[]> {
    const places = this.places.filter(({ subject }) => subject.command === command);
    this.gate.watch(
      places.map(({ subject, name, stop }) => ({ name, stop, marker: subject.marker?.(name) ?? name })),
    );
    const args = [command, "--yes", "--skip-preview", "--parallel", "200"];
    const texts = [await this.disturbed(args, places)];
    let isDone = false;
    while (!isDone && texts.length < MOST_RUNS) {
      const { failed, text } = await this.pulumi(...args);
      texts.push(text);
      isDone = !failed;
    }
    const deployment = await this.deployment();
    const preview =
      command === "up" ? await this.pulumi("preview", "--diff", "--expect-no-changes") : undefined;
    const common = [
      ...(isDone ? [] : [`does not come through: ${texts.at(-1)}`]),
      ...(preview?.failed ? [`the next preview shows changes: ${preview.text}`] : []),
      // The engine keeps those that create until they are refreshed, also when the resource is there by now.
      ...(deployment.pending_operations ?? [])
        .filter(({ type }) => type !== "creating")
        .map(({ type, resource: { urn } }) => `an operation is pending: ${type} ${urn}`),
    ];
    return places.flatMap((place) => this.outcomeOf(place, places, deployment, common));
  }

  /** The first run, with its trouble in the middle. */
  private async disturbed(args: string[], places: readonly Place[]): Promise<string> {
    const { child, ended } = this.start(args);
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    const controls = places.filter(({ stop }) => stop === undefined);
    const areThrough = () =>
      controls.every(
        ({ name, subject }) =>
          this.gate.countOf(name) >= subject.requests.length && this.isWritten(subject, name),
      );
    for (const end = Date.now() + PATIENCE_MS; this.gate.missing().length > 0 || !areThrough(); ) {
      if (isOver || Date.now() > end) {
        child.kill("SIGKILL");
        throw new Error(`not stopped: ${this.gate.missing().join(", ")}\n${(await ended).text}`);
      }
      await sleep(20);
    }
    const engine = child.pid as number;
    const processes = processTree(engine);
    this.leftOver.push(...processes);
    const providers = processes.filter(({ command }) => PROVIDER.test(command));
    if (providers.length === 0) throw new Error("no process of the provider is found");
    const victims = this.victim === "engine" ? [engine] : providers.map(({ pid }) => pid);
    for (const pid of victims) process.kill(pid, "SIGKILL");
    if (this.victim === "engine") await untilEnded(providers);
    this.gate.release(false);
    const { text } = await ended;
    // The state stays locked.
    if (this.victim === "engine") await this.succeed("cancel", "--yes");
    return text;
  }

  private outcomeOf(
    { subject, name, stop }: Place,
    places: readonly Place[],
    deployment: Deployment,
    common: readonly string[],
  ): Outcome[] {
    const control = places.find((one) => one.subject === subject && one.stop === undefined) as Place;
    if (stop === undefined) {
      const methods = this.gate.passed.filter((request) => request.name === name).map(({ method }) => method);
      if (methods.join() !== subject.requests.join())
        throw new Error(`${subject.title} sends ${methods} and not ${subject.requests}`);
      return [];
    }
    // A process that is killed after its first update takes with it what the fields held before.
    const isLost = subject.losesOriginals?.(stop.at, stop.moment) === true;
    const [found, wanted] = [name, control.name].map((one) => this.endOf(subject, one, deployment, isLost));
    const isSame = isDeepStrictEqual(found, wanted);
    const difference = `${JSON.stringify(found)} and not ${JSON.stringify(wanted)}`;
    return [{ place: { subject, name, stop }, flaws: [...common, ...(isSame ? [] : [difference])] }];
  }

  /** The state of a resource, without the values that differ from run to run. */
  private endOf(subject: Subject, name: string, { resources = [] }: Deployment, isLost: boolean): unknown {
    const { isEffect = ({ status }) => status < 400 } = subject;
    const effects = this.gate.passed
      .filter((request) => request.name === name && request.method !== "GET" && isEffect(request))
      .map(({ method, body }) => `${method} ${body}`)
      // To send the same group again changes nothing.
      .filter((effect, index, all) => !effect.startsWith("PUT") || effect !== all[index - 1]);
    const state = resources.find(({ urn }) => urn.endsWith(`::${name}`));
    const lines = state?.outputs?.salesQuoteLines ?? [];
    const own = [state?.id, ...lines.map(({ id }) => id), subject.marker?.(name), name].filter(
      (text) => text !== undefined,
    );
    const text = JSON.stringify({ held: subject.held(this.sandbox.emulator, name), effects, state });
    const common = own.reduce((result, value) => result.replaceAll(value, "OWN"), text);
    const read = (key: string, value: unknown): unknown => {
      if (FLEETING.test(key) || (isLost && key === "originals")) return undefined;
      return key === "plaintext" ? JSON.parse(String(value), read) : value;
    };
    return JSON.parse(common, read);
  }

  /** The state, with its secrets. */
  private async deployment(): Promise<Deployment> {
    const file = join(this.sandbox.directory, "state.json");
    await this.succeed("stack", "export", "--show-secrets", "--file", file);
    return JSON.parse(readFileSync(file, "utf8")).deployment;
  }

  /** Whether the state has the end of an operation. The engine may be writing it just now. */
  private isWritten({ command }: Subject, name: string): boolean {
    try {
      const { latest } = JSON.parse(readFileSync(this.sandbox.stateFile(STACK), "utf8")).checkpoint;
      const { resources = [], pending_operations = [] }: Deployment = latest;
      const isOf = ({ urn }: { urn: string }): boolean => urn.endsWith(`::${name}`);
      const isPending = pending_operations.some(({ resource }) => isOf(resource));
      return !isPending && resources.some(isOf) === (command === "up");
    } catch {
      return false;
    }
  }

  /** Writes the program as it is before the commands, or from them on. */
  private declare(when: "before" | "after"): void {
    const declared = this.places.flatMap(({ subject, name }) => {
      const args = subject[when]?.(name);
      return args === undefined ? [] : [{ kind: subject.kind, name, args }];
    });
    this.sandbox.write(
      `const vendorcloud = require("pulumi-vendorcloud");
for (const { kind, name, args } of ${JSON.stringify(declared)}) new vendorcloud[kind](name, args);
`,
    );
  }

  private async succeed(...args: string[]): Promise<void> {
    const { failed, text } = await this.pulumi(...args);
    if (failed) throw new Error(`pulumi ${args.join(" ")} fails:\n${text}`);
  }

  private pulumi(...args: string[]): Promise<Ended> {
    return this.start(args).ended;
  }

  private start(args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
    const child = spawn("pulumi", [...args, "--stack", STACK, "--non-interactive", "--color", "never"], {
      ...{ cwd: this.sandbox.project, env: this.sandbox.environment(), stdio: ["ignore", "pipe", "pipe"] },
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
    // Processes that outlive the engine keep its output open.
    const ended = once(child, "exit").then(([code]) => ({ failed: code !== 0, text }));
    return { child, ended };
  }
}

/** Waits for the end of the provider's processes: nothing of theirs may happen beside the next run. */
async function untilEnded(providers: readonly ProcessFacts[]): Promise<void> {
  const living = () => providers.filter(({ pid, command }) => procText(pid, "cmdline") === command);
  for (const end = Date.now() + TO_END_MS; living().length > 0; await sleep(50))
    if (Date.now() > end) throw new Error(`outlives the engine: ${living().map(({ command }) => command)}`);
}

interface Ended {
  failed: boolean;
  /** Everything that was printed. */
  text: string;
}

/** The part of a state that is read here. */
interface Deployment {
  resources?: { urn: string; id?: string; outputs?: { salesQuoteLines?: { id: string }[] } }[];
  pending_operations?: { type: string; resource: { urn: string } }[];
}
