import fc from "fast-check";
import type { Json } from "../../../provider/schema/json.js";
import { anyHeaders, hostileJson, hostileText, specialNames } from "./hostileValues.js";
import type { ResourceKind } from "./kinds.js";

/** The possible responses of a service: well-behaved ones, distorted at random, and everything else that HTTP and JSON allow. */

/** A change of one place of a body; `at` counts the places of the body, from the start again when there are fewer. */
export interface Change {
  at: number;
  how: "replace" | "delete" | "insert" | "rename";
  name: string;
  value: Json;
}

/** Reaction to one request. */
export type Step =
  | { is: "good" }
  | { is: "distorted"; changes: Change[]; status?: number; headers?: Record<string, string> }
  | { is: "cut"; at: number }
  | { is: "free"; status: number; headers: Record<string, string>; body?: Json; text?: string }
  | { is: "disconnect" }
  | { is: "silence" };

/** One step for each request, from the start again when there are more. */
export type Plan = Step[];

export function anyPlan(kind: ResourceKind): fc.Arbitrary<Plan> {
  return fc.array(anyStep(kind), { minLength: 1, maxLength: 6 });
}

function anyStep(kind: ResourceKind): fc.Arbitrary<Step> {
  const text = hostileText(kind);
  const json = hostileJson(text);
  const change = fc.record({
    at: fc.nat(200),
    how: fc.constantFrom<Change["how"]>("replace", "replace", "delete", "insert", "rename"),
    name: fc.oneof(specialNames, text),
    value: json,
  });
  const headers = anyHeaders(text);
  const status = fc.oneof(
    { weight: 5, arbitrary: fc.constant(200) },
    { weight: 4, arbitrary: fc.constantFrom(200, 201, 202, 204, 206, 207, 226, 299) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 409, 410, 412),
    },
    { weight: 3, arbitrary: fc.constantFrom(408, 411, 413, 422, 429, 500, 501, 502, 503, 504) },
    { weight: 1, arbitrary: fc.integer({ min: 200, max: 599 }) },
  );
  const error = fc.record(
    {
      code: fc.oneof(
        fc.constantFrom(
          "NotFound",
          "ResourceNotFound",
          "ContainerGroupNotFound",
          "ContainerGroupTransitioning",
        ),
        fc.constantFrom("Request_EntityChanged", "InvalidContainerGroupUpdate", "BadRequest_NotFound"),
        json,
      ),
      message: fc.oneof(text, json),
      target: text,
      details: fc.array(fc.record({ code: text, message: text, target: text }, { requiredKeys: [] }), {
        maxLength: 3,
      }),
      innererror: json,
    },
    { requiredKeys: [] },
  );
  const operation = fc.record(
    {
      id: text,
      name: text,
      status: fc.oneof(
        fc.constantFrom("Succeeded", "Failed", "Canceled", "InProgress", "Accepted", "Running"),
        json,
      ),
      startTime: text,
      endTime: text,
      percentComplete: json,
      error,
      operations: fc.array(fc.record({ name: text, status: text, error }, { requiredKeys: [] }), {
        maxLength: 3,
      }),
      properties: json,
    },
    { requiredKeys: [] },
  );
  const body = fc.oneof(
    fc.record({ error }),
    error,
    operation,
    fc.record({ "@odata.context": text, value: fc.array(json, { maxLength: 3 }) }),
    fc.record({ value: fc.constant([]), "@odata.nextLink": fc.oneof(text, fc.constant("?$skip=1")) }),
    json,
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant({ is: "good" } as const) },
    {
      weight: 10,
      arbitrary: fc.record(
        {
          is: fc.constant("distorted" as const),
          changes: fc.array(change, { minLength: 1, maxLength: 4 }),
          status,
          headers,
        },
        { requiredKeys: ["is", "changes"] },
      ),
    },
    { weight: 5, arbitrary: fc.record({ is: fc.constant("free" as const), status, headers, body }) },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant("free" as const),
        status,
        headers,
        text: fc.oneof(
          text,
          fc.constantFrom("", " ", "null", "[]", "{}", "<html><h1>Welcome</h1></html>", "Welcome"),
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant("cut" as const), at: fc.nat(2000) }) },
    { weight: 1, arbitrary: fc.constant({ is: "disconnect" } as const) },
    { weight: 1, arbitrary: fc.constant({ is: "silence" } as const) },
  );
}
