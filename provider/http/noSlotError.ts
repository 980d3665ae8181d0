import { ProviderError } from "../contract/providerError.js";

/**
 * Why a request got no slot: the service asked to be left alone until after the deadline, all slots were taken until the
 * deadline, or the run was canceled while it waited.
 */
export type NoSlotReason = "held" | "busy" | "canceled";

const MESSAGES: Record<NoSlotReason, string> = {
  held: "the service requested a delay beyond the deadline",
  busy: "no request slot became free before the deadline",
  canceled: "the run was canceled",
};

/** No slot became free in time; the request was not sent. */
export class NoSlotError extends ProviderError {
  static {
    NoSlotError.prototype.name = "NoSlotError";
  }
  constructor(readonly reason: NoSlotReason) {
    super(MESSAGES[reason]);
  }
}
