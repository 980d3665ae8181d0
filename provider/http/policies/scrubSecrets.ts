import type { HttpResponse } from "../message.js";
import type { Policy } from "../pipeline.js";
import { redact, redactValue } from "../redaction.js";
import { TransportError } from "../transportError.js";

/**
 * Keeps `secrets` (the set may grow while requests run) out of error answers and transport errors: a service
 * may quote the token that it refuses. Successful answers stay as they are, unless the request wants them masked.
 */
export function scrubSecrets(secrets: ReadonlySet<string>): Policy {
  return {
    name: "scrubSecrets",
    async sendRequest(request, next) {
      try {
        const response = await next(request);
        if (response.status >= 400) return scrubResponse(response, secrets);
        return request.masked === true ? maskResponse(response, secrets) : response;
      } catch (error) {
        throw error instanceof TransportError ? scrubError(error, secrets) : error;
      }
    },
  };
}

/** Headers stay: they hold addresses that are still to be asked. */
function maskResponse(response: HttpResponse, secrets: ReadonlySet<string>): HttpResponse {
  const mask = (text: string): string => redact(text, secrets);
  return {
    ...response,
    body: redactValue(response.body, secrets),
    ...(response.requestId === undefined ? {} : { requestId: mask(response.requestId) }),
    mask,
  };
}

function scrubResponse(response: HttpResponse, secrets: ReadonlySet<string>): HttpResponse {
  const headers = redactValue(response.headers, secrets) as Record<string, string>;
  return {
    ...response,
    headers,
    body: redactValue(response.body, secrets),
    url: redact(response.url, secrets),
    ...(response.requestId === undefined ? {} : { requestId: redact(response.requestId, secrets) }),
  };
}

function scrubError(error: TransportError, secrets: ReadonlySet<string>): TransportError {
  const reason = redact(error.reason, secrets);
  const url = redact(error.url, secrets);
  return reason === error.reason && url === error.url ? error : error.with({ reason, url });
}
