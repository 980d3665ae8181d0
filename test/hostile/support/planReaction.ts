import type { Json, JsonObject } from "../../../provider/schema/json.js";
import { headersOf, type Reaction, type Received, type Response } from "../../support/message.js";
import type { Change, Plan } from "./hostileResponses.js";
import { textOfJson, withOwn } from "./hostileValues.js";

/** Requests after which a service breaks off: some waits are long, and each poll of them costs real time. */
const MOST_REQUESTS = 30;

/** Reaction of a plan to a request. */
export function reactionTo(plan: Plan, request: Received, good: Response): Reaction {
  if (request.index >= MOST_REQUESTS) return "disconnect";
  const step = plan[request.index % plan.length];
  switch (step?.is) {
    case "distorted": {
      const changed = step.changes.reduce((body, change) => changedBody(body, change), good.body);
      const headers = { ...headersOf(good), ...step.headers };
      return withRaw({ status: step.status ?? good.status, headers, body: changed });
    }
    case "free":
      return withRaw(step);
    case "cut":
      return { ...good, headers: headersOf(good), text: textOfJson(good.body).slice(0, step.at) };
    case "disconnect":
    case "silence":
      return step.is;
    default:
      return good;
  }
}

function withRaw({ status, headers, body, text }: Response): Response {
  if (text !== undefined || body === undefined)
    return { status, ...(headers && { headers }), text: text ?? "" };
  return { status, headers: { "content-type": "application/json", ...headers }, text: textOfJson(body) };
}

interface Place {
  parent: JsonObject | Json[];
  key: string | number;
}

function changedBody(body: Json, { at, how, name, value: planned }: Change): Json {
  // A later change may be one of this value, which belongs to the plan.
  const value = structuredClone(planned);
  const root = { body };
  const places = placesIn(root, "body");
  const place = places[at % places.length];
  if (place === undefined) return body;
  const { parent, key } = place;
  const owner = Array.isArray(parent) ? undefined : parent;
  if (how === "delete") {
    if (owner) delete owner[String(key)];
    else (parent as Json[]).splice(Number(key), 1);
  } else if (how === "rename" && owner && owner !== (root as unknown)) {
    withOwn(owner, name, owner[String(key)]);
    delete owner[String(key)];
  } else if (how === "insert" && owner && owner !== (root as unknown)) {
    withOwn(owner, name, value);
  } else if (owner) withOwn(owner, String(key), value);
  else (parent as Json[])[Number(key)] = value;
  return root.body;
}

function placesIn(parent: JsonObject | Json[], key: string | number): Place[] {
  const child = (parent as JsonObject)[key];
  const below =
    typeof child === "object" && child !== null
      ? (Array.isArray(child) ? [...child.keys()] : Object.keys(child)).flatMap((name) =>
          placesIn(child as JsonObject, name),
        )
      : [];
  return [{ parent, key }, ...below];
}
