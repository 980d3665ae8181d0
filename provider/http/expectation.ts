import { isAbsent, isObject } from "../schema/json.js";
import type { HttpRequest, HttpResponse, Policy } from "./pipeline.js";
import { readServiceError } from "./serviceError.js";
import { TransportError } from "./transportError.js";

/** Why `response` is neither an error of the service nor the documented success; undefined if it is one of them. */
export function findResponseProblem({ expects }: HttpRequest, response: HttpResponse): string | undefined {
  if (expects === undefined || response.status >= 400) return undefined;
  const { statuses, problem } = expects;
  if (statuses.includes(response.status)) return problem?.(response);
  return `which is not a documented success status (${statuses.join(", ")})`;
}

/** Why a body is not the requested object, which `title` names. */
export function findObjectProblem(body: unknown, title: string): string | undefined {
  if (holdsError(body)) return `but the body is an error, not ${title}`;
  const kind = describeJson(body);
  return kind === "an object" ? undefined : `but the body is ${kind}, not ${title}`;
}

/** Why a body is not the requested list, an object with the items in `value`. */
export function findListProblem(body: unknown, title: string): string | undefined {
  const problem = findObjectProblem(body, title);
  if (problem !== undefined || !isObject(body)) return problem;
  const { value } = body;
  return Array.isArray(value) && value.every(isObject) ? undefined : `but the body is not ${title}`;
}

/** Whether a body contains `error`, with the key in any case. */
export function holdsError(body: unknown): boolean {
  if (!isObject(body)) return false;
  return Object.entries(body).some(([name, value]) => /^(odata\.)?error$/i.test(name) && !isAbsent(value));
}

function describeJson(body: unknown): string {
  if (body === undefined || body === "") return "empty";
  if (body === null) return "null";
  if (Array.isArray(body)) return "a list";
  return typeof body === "object" ? "an object" : `a ${typeof body}`;
}

/**
 * Accepts only the documented success. Another one may come from a gateway, or belong to another request, so the outcome is
 * unknown.
 */
export const expectationPolicy: Policy = async (request, next) => {
  const response = await next(request);
  const problem = findResponseProblem(request, response);
  if (problem === undefined) return response;
  const serviceText = holdsError(response.body) ? readServiceError(response).text : undefined;
  const reason = `${response.status}, ${problem}`;
  const kind = request.expects?.statuses.includes(response.status) ? "unexpected" : "undocumented";
  throw TransportError.of(request, { kind, reason, outcome: "unknown", serviceText });
};
