import type { StatusFault } from "../../../faults/fault.js";
import { errorAnswer, jsonAnswer } from "../answer/answers.js";
import { errorOfStatus } from "../errors.js";
import type { Answer } from "../operation.js";

/** What an operation of a batch is answered that runs into a fault with a status. */
export function faultAnswer(
  { status, body, headers, retryAfter }: StatusFault,
  correlationId: string,
): Answer {
  const answer =
    body === undefined ? errorAnswer(errorOfStatus(status), correlationId) : jsonAnswer(status, body);
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
      ...headers,
    },
  };
}
