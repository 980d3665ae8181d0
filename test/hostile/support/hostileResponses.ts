import { runtime } from "@pulumi/pulumi";
import fc from "fast-check";
import type { Json, JsonObject } from "../../../provider/schema/json.js";
import { TOKEN } from "./canaries.js";
import { encodedForms, plainForms } from "./canaryForms.js";
import { INJECTED, UNKNOWNS } from "./clean.js";
import type { ResourceKind } from "./kinds.js";
import { headersOf, type Reaction, type Received, type Response } from "./message.js";

/** What a service may respond: well-behaved responses, distorted at random, and everything else that HTTP and JSON allow. */

/** A change of one place of a body; `at` counts the places of the body, from the start again when there are fewer. */
interface Change {
  at: number;
  how: "replace" | "delete" | "insert" | "rename" | "otherId";
  name: string;
  value: Json;
}

/** What happens to one request. */
export type Step =
  | { is: "good" }
  | { is: "distorted"; changes: Change[]; status?: number; headers?: Record<string, string> }
  | { is: "cut"; at: number }
  | { is: "free"; status: number; headers: Record<string, string>; body?: Json; text?: string }
  | { is: "disconnect" }
  | { is: "silence" };

/** One step for each request, from the start again when there are more. */
export type Plan = Step[];

/** JSON that no value in memory has: numbers beyond all bounds, nesting beyond all sense. */
const RAW = /"@(raw|deep):([^"@]*)@"/g;
const raw = (text: string): string => `@raw:${text}@`;

const otherId = "0dd0b0d1-0000-4000-8000-00000000beef";

export function anyPlan(kind: ResourceKind): fc.Arbitrary<Plan> {
  return fc.array(anyStep(kind), { minLength: 1, maxLength: 6 });
}

function anyStep(kind: ResourceKind): fc.Arbitrary<Step> {
  const text = hostileText(kind);
  const json = hostileJson(text);
  const change = fc.record({
    at: fc.nat(200),
    how: fc.constantFrom<Change["how"]>("replace", "replace", "delete", "insert", "rename", "otherId"),
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

const signatures = [
  runtime.specialAssetSig,
  runtime.specialArchiveSig,
  runtime.specialSecretSig,
  runtime.specialResourceSig,
  runtime.specialOutputValueSig,
];

const specialNames = fc.constantFrom(
  ...[runtime.specialSigKey, "__proto__", "constructor", "prototype", "toString", "hasOwnProperty"],
  ...["__secrets", "__kept", "__inPlace", "__declared", "__urn", "__provider", "__defaults", "id", "urn"],
  ...[
    "error",
    "status",
    "value",
    "name",
    "properties",
    "provisioningState",
    "@odata.etag",
    "@odata.nextLink",
  ],
  ...UNKNOWNS,
);

const special: fc.Arbitrary<Json> = fc
  .record({
    signature: fc.constantFrom(...signatures),
    path: fc.constantFrom("/etc/hostname", "https://evil.example"),
  })
  .map(({ signature, path }) => ({
    [runtime.specialSigKey]: signature,
    path,
    uri: path,
    text: path,
    value: path,
    urn: path,
  }));

/** Texts that a person might come to read. */
function hostileText(kind: ResourceKind): fc.Arbitrary<string> {
  const secrets = [TOKEN, ...kind.canaries];
  const canary = fc.constantFrom(...secrets);
  const form = canary.chain((secret) => fc.constantFrom(...plainForms(secret), ...encodedForms(secret)));
  const piece = fc
    .tuple(canary, fc.nat(400), fc.integer({ min: 24, max: 300 }))
    .map(([secret, from, length]) =>
      secret.slice(from % Math.max(1, secret.length - 24), (from % secret.length) + length),
    );
  const filler = fc
    .oneof({ weight: 8, arbitrary: fc.nat(100) }, { weight: 1, arbitrary: fc.nat(5000) })
    .map((length) => "x".repeat(length));
  return fc.oneof(
    { weight: 8, arbitrary: fc.oneof(form, canary) },
    { weight: 4, arbitrary: piece },
    { weight: 4, arbitrary: fc.tuple(filler, form).map(([before, secret]) => `${before} '${secret}'`) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ...[
          `x\n${INJECTED}: done`,
          `x\r\n${INJECTED}`,
          "\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007",
          "\u001b[2J",
        ],
        ...[
          "\u202egnp.exe",
          "\u2066x",
          "a\u0000b",
          "\u2028x",
          "\u009b31m",
          "[x](https://evil.example)",
          "@channel",
        ],
        ...["%{x}", "{%", "<%{!", "<h1<h1<h1", "[secret]", "\ud800", "ﷺ"],
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom(...UNKNOWNS) },
    { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "https://evil.example/x",
        "/x",
        "http://127.0.0.1:1/",
        "file:///etc/hostname",
      ),
    },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 4000, max: 40_000 }).map((length) => "<h1 {% ".repeat(length / 7)),
    },
  );
}

function hostileJson(text: fc.Arbitrary<string>): fc.Arbitrary<Json> {
  const scalar = fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, 0, -1, 90_210_417, "", 1e21, -1e-7) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        raw("1e400"),
        raw("-0"),
        raw("123456789012345678901234567890"),
        raw("1E-400"),
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom("@deep:100@", "@deep:3000@") },
    { weight: 2, arbitrary: special },
  );
  const { node } = fc.letrec<{ node: Json }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      { weight: 5, arbitrary: scalar },
      { weight: 1, arbitrary: fc.array(tie("node"), { maxLength: 4 }) },
      {
        weight: 1,
        arbitrary: fc
          .array(fc.tuple(fc.oneof(specialNames, text), tie("node")), { maxLength: 4 })
          .map((entries) =>
            entries.reduce<JsonObject>((object, [name, value]) => withOwn(object, name, value), {}),
          ),
      },
    ),
  }));
  return node;
}

function anyHeaders(text: fc.Arbitrary<string>): fc.Arbitrary<Record<string, string>> {
  const address = fc.constantFrom(
    ...[
      "/",
      "/x?api-version=1",
      "https://evil.example/op?sig=1",
      "http://evil.example/",
      "//evil.example/x",
      "http://",
    ],
    ...[
      "javascript:alert(1)",
      "file:///etc/passwd",
      "https://user:pass@evil.example/",
      "http://169.254.169.254/",
      "",
    ],
  );
  const time = fc.constantFrom(
    ...[
      "0",
      "1",
      "-1",
      "30",
      "999999999999",
      "1e9",
      "NaN",
      "soon",
      " 5 ",
      "5, 6",
      "Thu, 01 Jan 1970 00:00:00 GMT",
    ],
    ...["Fri, 31 Dec 9999 23:59:59 GMT", "0x10", "٣"],
  );
  return fc
    .record(
      {
        "retry-after": time,
        "retry-after-ms": time,
        location: fc.oneof(address, text),
        "cloud-asyncoperation": fc.oneof(address, text),
        "content-type": fc.constantFrom(
          "application/json",
          "text/html",
          "text/plain",
          "application/json; charset=utf-16",
          "",
        ),
        etag: fc.oneof(text, fc.constantFrom('W/"é"', '"a"b"', "*", 'W/"x"\u00a0')),
        "x-ms-request-id": text,
        "request-id": text,
        "www-authenticate": text,
        date: time,
      },
      { requiredKeys: [] },
    )
    .map((headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, sendable(value).slice(0, 6000)]),
      ),
    );
}

/** What a header can hold. */
function sendable(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, " ").trim();
}

function withOwn(object: JsonObject, name: string, value: Json): JsonObject {
  return Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Requests after which a service breaks off: some waits are long, and each poll of them costs real time. */
const MOST_REQUESTS = 30;

/** What a plan does with a request. */
export function reactionTo(plan: Plan, request: Received, good: Response, kind: ResourceKind): Reaction {
  if (request.index >= MOST_REQUESTS) return "disconnect";
  const step = plan[request.index % plan.length];
  switch (step?.is) {
    case "distorted": {
      const changed = step.changes.reduce((body, change) => changedBody(body, change, kind), good.body);
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

function textOfJson(body: Json): string {
  return (JSON.stringify(body) ?? "").replace(RAW, (_, kind: string, value: string) =>
    kind === "raw" ? value : "[".repeat(Number(value)) + "]".repeat(Number(value)),
  );
}

interface Place {
  parent: JsonObject | Json[];
  key: string | number;
}

function changedBody(body: Json, { at, how, name, value: planned }: Change, kind: ResourceKind): Json {
  if (how === "otherId") return withOtherIds(body, kind);
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

/** The same response about another resource. */
function withOtherIds(body: Json, { id }: ResourceKind): Json {
  if (body === undefined) return body;
  const names = id.split("/").filter((part) => part.length > 2);
  const swap = (text: string): string =>
    names.reduce((swapped, part) => swapped.replaceAll(part, otherId), text);
  return JSON.parse(JSON.stringify(body), (_, value) => (typeof value === "string" ? swap(value) : value));
}
