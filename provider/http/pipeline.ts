import type { HttpRequest, HttpResponse } from "./message.js";

/** Sends a request and brings the answer, or throws when there is none. */
export type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

/** One concern on the way of a request and of its answer. */
export interface Policy {
  name: string;
  /** May change the request before `next`, the answer after it, call `next` again, or not at all. */
  sendRequest(request: HttpRequest, next: SendRequest): Promise<HttpResponse>;
}

/** Puts `policies` around `transport`; the first policy is the outermost. */
export function createPipeline(policies: Policy[], transport: SendRequest): SendRequest {
  return policies.reduceRight<SendRequest>(
    (next, policy) => (request) => policy.sendRequest(request, next),
    transport,
  );
}
