import type { Outcome } from "../../../provider/contract/providerError.js";
import type { HttpRequest, HttpResponse } from "../../../provider/http/pipeline.js";
import { TransportError, type TransportFailure } from "../../../provider/http/transportError.js";

/** An answer with what a test does not care about filled in. */
export function answer(status: number, part: Partial<HttpResponse> = {}): HttpResponse {
  return { status, headers: {}, body: undefined, url: "https://service.example/x", method: "GET", ...part };
}

/** A request with what a test does not care about filled in. */
export function request(part: Partial<HttpRequest> = {}): HttpRequest {
  return { method: "GET", url: "https://service.example/x", ...part };
}

/** A failure of `of`. */
export function failure(of: HttpRequest, kind: TransportFailure, outcome: Outcome): TransportError {
  return TransportError.of(of, { kind, reason: `made up: ${kind}`, outcome });
}

/** The error that `promise` is rejected with; fails when it is not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("was not rejected");
}

/** Like {@link rejection}, for the errors of this package. */
export async function transportError(promise: Promise<unknown>): Promise<TransportError> {
  const error = await rejection(promise);
  if (error instanceof TransportError) return error;
  throw error;
}
