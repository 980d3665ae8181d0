import type { HttpRequest, HttpResponse } from "./message.js";

/** Why `response` is no answer to `request`: it is neither an error of the service nor what the documents show. */
export function findResponseProblem({ expects }: HttpRequest, response: HttpResponse): string | undefined {
  if (expects === undefined || response.status >= 400) return undefined;
  const { statuses, problem } = expects;
  if (statuses.includes(response.status)) return problem?.(response);
  return `which is not a documented success status (${statuses.join(", ")})`;
}

/** Why a body is not the requested object, which `title` names. */
export function findObjectProblem(body: unknown, title: string): string | undefined {
  if (holdsError(body)) return `but the body is an error, not ${title}`;
  const kind = kindOf(body);
  return kind === "an object" ? undefined : `but the body is ${kind}, not ${title}`;
}

/** Whether a body holds an error, in any case of the key. */
export function holdsError(body: unknown): boolean {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  return Object.entries(body).some(
    ([name, value]) => /^(odata\.)?error$/i.test(name) && value !== null && value !== undefined,
  );
}

function kindOf(body: unknown): string {
  if (body === undefined || body === "") return "empty";
  if (body === null) return "null";
  if (Array.isArray(body)) return "a list";
  return typeof body === "object" ? "an object" : `a ${typeof body}`;
}
