import { TransportError } from "../errors/transportError.js";
import type { HttpRequest, HttpResponse } from "../message.js";
import type { Policy } from "../pipeline/pipeline.js";
import type { KnownSecrets } from "./knownSecrets.js";

/**
 * Keeps the client's `tokens`, and the secrets of the resource that asks, out of error answers and transport errors: a
 * service may quote what it refuses. It comes before anything shortens a text, or a piece of a secret would be left that
 * nothing recognises. Successful answers stay as they are, unless the request wants them masked.
 */
export function maskSecretsPolicy(tokens: KnownSecrets): Policy {
  return {
    name: "maskSecrets",
    async sendRequest(request, next) {
      const known = getKnownSecrets(request, tokens);
      try {
        const response = await next(request);
        if (response.status >= 400) return maskRefusal(response, known);
        return request.masked === true ? maskAnswer(response, known) : response;
      } catch (error) {
        throw error instanceof TransportError ? scrubError(error, known) : error;
      }
    },
  };
}

/** Everything that must not be shown of an answer to `request`. */
export function getKnownSecrets({ secrets }: HttpRequest, tokens: KnownSecrets): KnownSecrets[] {
  // The resource's first: a private key is one of these as a whole before it is anything that looks like one.
  return secrets === undefined ? [tokens] : [secrets, tokens];
}

/** An error answer without `secrets` in any of its texts. */
export function maskRefusal(response: HttpResponse, secrets: readonly KnownSecrets[]): HttpResponse {
  const { mask, maskTexts, maskValue } = maskingOf(secrets);
  return {
    ...response,
    headers: maskTexts(response.headers),
    body: maskValue(response.body),
    url: mask(response.url),
    ...(response.requestId === undefined ? {} : { requestId: mask(response.requestId) }),
  };
}

/** Headers stay: they hold addresses that are still to be asked. */
function maskAnswer(response: HttpResponse, secrets: readonly KnownSecrets[]): HttpResponse {
  const { mask, maskValue } = maskingOf(secrets);
  return {
    ...response,
    body: maskValue(response.body),
    ...(response.requestId === undefined ? {} : { requestId: mask(response.requestId) }),
    mask,
  };
}

/** The reason is the provider's own text; only the address may quote what was sent. */
function scrubError(error: TransportError, secrets: readonly KnownSecrets[]): TransportError {
  const url = maskingOf(secrets).mask(error.url);
  return url === error.url ? error : error.with({ url });
}

function maskingOf(secrets: readonly KnownSecrets[]) {
  return {
    mask: (text: string): string => secrets.reduce((masked, known) => known.mask(masked), text),
    maskTexts: (texts: Record<string, string>): Record<string, string> =>
      secrets.reduce((masked, known) => known.maskTexts(masked), texts),
    maskValue: (value: unknown): unknown => secrets.reduce((masked, known) => known.maskValue(masked), value),
  };
}
