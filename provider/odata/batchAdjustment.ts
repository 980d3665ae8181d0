import type { AttemptResult } from "../http/retryDecision.js";

/** A change that later batches require. */
export interface BatchAdjustment {
  /** Requests that a batch may hold from now on. */
  largest: number;
  /** True when the batch as such was refused: its requests are still to be answered. */
  refused: boolean;
}

/** There is no batch endpoint, or it takes another format: older services only know multipart bodies. */
const NO_BATCHES = new Set([400, 404, 405, 406, 415, 501]);

/** The time was over: the service's own, or that of a gateway in front of it. */
const OUT_OF_TIME = new Set([408, 504]);

/** `undefined` when the result of a batch of `size` requests says nothing about later ones. */
export function readAdjustment(
  { response, error }: AttemptResult,
  size: number,
): BatchAdjustment | undefined {
  const status = response?.status ?? 0;
  const half = Math.floor(size / 2);
  if (status === 413 || error?.kind === "tooLarge") return { largest: half, refused: true };
  // A GET alone follows a redirect, where a batch must not.
  if (NO_BATCHES.has(status) || error?.kind === "redirect") return { largest: 1, refused: true };
  if (OUT_OF_TIME.has(status) || error?.kind === "timeout") return { largest: half, refused: false };
  return undefined;
}
