import type { EmulatorInMemory, EmulatorOptions } from "../../emulator/index.js";
import type { Fate } from "../protocols/hostProcess.js";
import { PLAIN_TOKEN } from "../support/canaries.js";
import { pseudoRandom, SkippingClock } from "../support/clock.js";
import type { Received } from "../support/message.js";
import { openServices, respond } from "../support/services.js";
import { bodyOf, ELSEWHERE, type Fault, type Moment } from "./faults.js";

export type Request = Omit<Received, "index">;

/** What became of a request at the services. */
export interface Served {
  /** Nothing disturbed it. */
  isQuiet: boolean;
  /** Status of the answer, where one was sent. */
  status: number | undefined;
}

/** Sees a request before the services get it. @returns sees its outcome */
export type Watch = (request: Request) => (served: Served) => void;

/** Time never goes back: the emulator counts its quota by it. */
let clock = new SkippingClock();
/** Longer than any wait of a request. */
const LIMIT_MS = 60_000;

/** The services in memory for one run, with its time and its faults. */
export class Services {
  readonly emulator: EmulatorInMemory;
  readonly clock: SkippingClock;
  /** The token has been sent to another host. */
  isTokenElsewhere = false;
  watch: Watch = () => () => undefined;
  /** Groups whose replacement was refused after their deletion, since the last {@link catchUp}. */
  readonly refused = new Set<string>();
  private readonly deleted = new Set<string>();
  /** How many requests still find a group that is being deleted; undefined: none does. */
  deletionReads: number | undefined;
  private readonly deleting = new Map<string, number>();
  private readonly late = new Set<string>();
  private readonly gone = new Set<string>();
  /** One request at a time, so that what is watched is what the request has done. */
  private last: Promise<unknown> = Promise.resolve();

  /** @param unreadable paths that the service does not let clients read */
  constructor(
    options: EmulatorOptions = {},
    private readonly unreadable?: RegExp,
  ) {
    clock = new SkippingClock(LIMIT_MS, clock.time + 24 * 3_600_000, pseudoRandom());
    this.clock = clock;
    this.emulator = openServices(clock, options);
  }

  /** @param meddle lets another client act, in turn with all requests */
  react(request: Request, fault?: Fault, meddle: (moment: Moment) => void = () => undefined): Promise<Fate> {
    const serving = this.last.then(async () => {
      meddle("before");
      const fate = await this.serve(request, fault);
      meddle("after");
      return fate;
    });
    this.last = serving.catch(() => undefined);
    return serving;
  }

  /** A refused change is a look at the group or the instance: what is under way comes closer to its end. */
  private async look({ path, origin, headers }: Request): Promise<void> {
    const { authorization = "" } = headers;
    await respond(this.emulator, {
      ...{ method: "GET", path: path.replace("/stop?", "?"), origin, headers: { authorization } },
      body: undefined,
    });
  }

  /** Counts a request about a group that is being deleted. */
  private passDeletion(path: string): void {
    const readsLeft = this.deleting.get(path);
    if (readsLeft === undefined) return;
    this.deleting.set(path, readsLeft - 1);
    if (readsLeft > 0) return;
    this.deleting.delete(path);
    this.emulator.containerGroups.delete(path);
  }

  /** Every read finds what there is. */
  catchUp(): void {
    this.late.clear();
    this.deleted.clear();
    this.refused.clear();
  }

  private async serve(request: Request, fault: Fault = { title: "none" }): Promise<Fate> {
    const { dies, refused, jumpMs, lags, vanishes, inBatch } = fault;
    if (dies === "before") return "dies before";
    if (refused) return Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    if (request.origin === ELSEWHERE) {
      this.isTokenElsewhere ||= JSON.stringify(request).includes(PLAIN_TOKEN);
      return { status: 401, body: bodyOf("Unauthorized") };
    }
    this.clock.jump(jumpMs ?? 0);
    const path = pathOf(request.path);
    this.passDeletion(path);
    const isLate = request.method === "GET" && this.late.delete(path);
    if (isLate || this.gone.has(path)) return { status: 404, body: bodyOf("ResourceNotFound") };
    if (request.method === "GET" && this.unreadable?.test(path)) return { status: 405 };
    const { faults, erp, containerGroups } = this.emulator;
    const ended = this.watch(request);
    const isStop = request.method === "POST" && path.endsWith("/stop");
    if (isStop && fault.plan) erp.plan(path.slice(0, -"/stop".length), fault.plan);
    const isReplacement = request.method === "PUT" && this.deleted.delete(path);
    if (request.method === "DELETE") this.deleted.add(path);
    const isSpared = fault.refusesReplacement && !isReplacement;
    if (fault.refusesReplacement && isReplacement) this.refused.add(path);
    const given = isSpared
      ? undefined
      : !vanishes
        ? fault.fault
        : isStop
          ? { provisioning: "Failed" }
          : ({ stuck: true } as const);
    if (given) faults.add({ fault: given, match: inBatch ? { inBatch } : {} });
    const group = request.method === "DELETE" ? containerGroups.get(path) : undefined;
    let fate = await respond(this.emulator, request);
    faults.clear();
    const status = statusOf(fate);
    ended({ isQuiet: fault.fault === undefined && dies === undefined, status });
    if (status === 409 && request.method !== "GET") await this.look(request);
    const made = addressOf(fate, path, request.method);
    if (made !== undefined && lags) this.late.add(made);
    if (made !== undefined && vanishes) {
      containerGroups.delete(path);
      if (made !== path) this.gone.add(made);
    }
    if (group !== undefined && this.deletionReads !== undefined && !containerGroups.get(path)) {
      containerGroups.put(String(group.id), group);
      containerGroups.patch(path, { properties: { provisioningState: "Deleting" } });
      this.deleting.set(path, this.deletionReads);
      if (status === 200) fate = { status: 202 };
    }
    return dies === "after" ? "dies after" : fate;
  }
}

/** The address at which one looks for what a request has made: a new group, or the status of a stop. */
function addressOf(fate: Fate, path: string, method: string): string | undefined {
  if (typeof fate !== "object" || !("response" in fate)) return undefined;
  const { status, headers = {} } = fate.response;
  if (method === "PUT") return status === 201 ? path : undefined;
  const address = headers["cloud-asyncoperation"];
  const isUrl = typeof address === "string" && URL.canParse(address);
  return method === "POST" && isUrl ? pathOf(new URL(address).pathname) : undefined;
}

function statusOf(fate: Fate): number | undefined {
  return typeof fate === "object" && "response" in fate ? fate.response.status : undefined;
}

function pathOf(path: string): string {
  return decodeURIComponent(path.split("?")[0] ?? "").toLowerCase();
}
