import { KnownSecrets } from "./knownSecrets.js";
import type { HttpResponse } from "./message.js";
import type { Policy } from "./pipeline.js";
import { TransportError } from "./transportError.js";

/**
 * Keeps the client's `tokens`, and the secrets of the resource that asks, out of error answers and transport errors: a
 * service may quote what it refuses. It comes before anything shortens a text, or a piece of a secret would be left that
 * nothing recognises. Requests further on have all these secrets. Successful answers stay as they are, unless the request wants them masked.
 */
export function maskSecretsPolicy(tokens: KnownSecrets): Policy {
  return {
    name: "maskSecrets",
    async sendRequest(request, next) {
      const secrets = request.secrets?.with(tokens) ?? tokens;
      try {
        const response = await next({ ...request, secrets });
        if (response.status >= 400) return maskRefusal(response, secrets);
        return request.masked === true ? maskAnswer(response, secrets) : response;
      } catch (error) {
        throw error instanceof TransportError ? scrubError(error, secrets) : error;
      }
    },
  };
}

/** An error answer without what is `known` in any of its texts. */
export function maskRefusal(response: HttpResponse, known = new KnownSecrets()): HttpResponse {
  return {
    ...response,
    headers: known.maskTexts(response.headers),
    body: known.maskValue(response.body),
    url: known.mask(response.url),
    ...(response.requestId === undefined ? {} : { requestId: known.mask(response.requestId) }),
  };
}

/** Headers stay: they hold addresses that are still to be asked. */
function maskAnswer(response: HttpResponse, known: KnownSecrets): HttpResponse {
  return {
    ...response,
    body: known.maskValue(response.body),
    ...(response.requestId === undefined ? {} : { requestId: known.mask(response.requestId) }),
    mask: (text) => known.mask(text),
  };
}

/** The reason is the provider's own text; only the address may quote what was sent. */
function scrubError(error: TransportError, known: KnownSecrets): TransportError {
  const url = known.mask(error.url);
  return url === error.url ? error : error.with({ url });
}
