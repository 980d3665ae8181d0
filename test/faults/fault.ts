import type { Received } from "../hostile/support/message.js";
import type { Fate } from "../protocols/hostProcess.js";
import type { GroupFault } from "../simulation/groupService.js";
import type { JumpingClock } from "./jumpingClock.js";

type Request = Omit<Received, "index">;

/** A service of a model, which can be disturbed by itself. */
export interface FaultyService {
  react(request: Request, fault?: GroupFault): Fate;
}

/** Fault of a request. */
export interface Fault {
  title: string;
  /** Whether it can befall the request. Default: any. */
  befalls?(request: RequestLine): boolean;
  /** Whether it befalls one request, or all of a run from that one on, or the matrix has both. */
  lasts: "once" | "run" | "either";
  strike(request: Request, service: FaultyService, clock: JumpingClock): Fate;
}

/** A request, as far as it says what it is. */
export interface RequestLine {
  method: string;
  path: string;
  body?: unknown;
}
