import type { FastifyRequest } from "fastify";
import { CloudError } from "../../resourceManager/cloudError.js";
import { jsonBody } from "../../resourceManager/jsonBody.js";
import type { Of, Problem } from "../../shape/kind.js";
import { whole } from "../../shape/scalars.js";
import { object } from "../../shape/structures.js";
import { bodyRequired } from "./errors.js";

/** Up to the largest number that JSON carries exactly. Fields of newer versions pass. */
const stopRequest = object({ softStopTimeoutSeconds: whole(0, Number.MAX_SAFE_INTEGER) });

/** What a stop asks for; its body is needed even where it has nothing to say. */
export function readStopRequest(request: FastifyRequest): Of<typeof stopRequest> {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
    throw bodyRequired();
  }
  const problems: Problem[] = [];
  const read = stopRequest.read(jsonBody(request), "", (problem) => problems.push(problem));
  const [problem] = problems;
  if (problem !== undefined) {
    throw new CloudError(400, { code: "InvalidRequestContent", ...problem });
  }
  return read ?? {};
}
