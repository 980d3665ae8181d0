import { ProviderError } from "../../providerError.js";

/** Thrown when no slot can be had before the deadline; the request was not sent. */
export class NoSlotError extends ProviderError {
  static {
    NoSlotError.prototype.name = "NoSlotError";
  }
  constructor(
    /** True when the service asked to be left alone until after the deadline, false when all slots were taken. */
    readonly held: boolean,
  ) {
    super(
      held
        ? "the service requested a delay beyond the deadline"
        : "no request slot became free before the deadline",
    );
  }
}
