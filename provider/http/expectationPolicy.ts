import { findResponseProblem, holdsError } from "./expectation.js";
import { formatServiceError } from "./formatServiceError.js";
import type { KnownSecrets } from "./knownSecrets.js";
import { getKnownSecrets, maskRefusal } from "./maskSecretsPolicy.js";
import type { Policy } from "./pipeline.js";
import { readServiceError } from "./readServiceError.js";
import { TransportError } from "./transportError.js";

/**
 * Takes for a success only what the request expects. Anything else may come from something in front of the service, or
 * belong to another request, so the outcome is unknown.
 *
 * @param tokens masked, with the secrets of the resource, in an error that a success holds
 */
export function expectationPolicy(tokens: KnownSecrets): Policy {
  return {
    name: "expected",
    async sendRequest(request, next) {
      const response = await next(request);
      const problem = findResponseProblem(request, response);
      if (problem === undefined) return response;
      const said = holdsError(response.body)
        ? formatServiceError(readServiceError(maskRefusal(response, getKnownSecrets(request, tokens))))
        : undefined;
      const reason = `${response.status}, ${problem}`;
      throw TransportError.of(request, { kind: "unexpected", reason, outcome: "unknown", said });
    },
  };
}
