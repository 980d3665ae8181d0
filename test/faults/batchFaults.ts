import type { JsonObject } from "../../provider/schema/json.js";
import type { Response } from "../hostile/support/message.js";
import type { Fate } from "../protocols/hostProcess.js";
import { refusal } from "../simulation/faults.js";
import type { Fault, RequestLine } from "./fault.js";

/** Faults of batches alone. */

type Request = Parameters<Fault["strike"]>[0];

/** A part of a batch response. */
type Part = JsonObject & { id: string };

export function isBatch({ path }: RequestLine): boolean {
  return path.endsWith("/$batch");
}

/** Operations of a batch. */
export function operationsIn({ body }: RequestLine): { id: string; method: string }[] {
  return (body as { requests: { id: string; method: string }[] }).requests;
}

/** The batch is carried out, and its parts arrive in another way. */
function rearranged(title: string, rearrange: (parts: Part[]) => JsonObject[]): Fault {
  return {
    ...{ title, lasts: "once" as const, befalls: isBatch },
    strike: (request, service) => withParts(service.react(request), rearrange),
  };
}

function withParts(fate: Fate, rearrange: (parts: Part[]) => JsonObject[]): Fate {
  if (typeof fate !== "object" || !("body" in fate)) return fate;
  const { responses } = fate.body as { responses: Part[] };
  return { ...fate, body: { responses: rearrange(responses) } };
}

/** Where in the batch an operation is. */
const PLACES = ["first", "last"] as const;

/** Another response for one operation, which is carried out with the others or is not. */
function oneOperation(
  title: string,
  answer: Parameters<typeof refusal>[0] | undefined,
  hasEffect: boolean,
): Fault[] {
  return PLACES.map((place) => ({
    ...{ title: `${place} operation: ${title}`, lasts: "once" as const, befalls: isBatch },
    strike: (request: Request, service: Parameters<Fault["strike"]>[1]) => {
      const operations = operationsIn(request as RequestLine);
      const id = operations.at(place === "first" ? 0 : -1)?.id as string;
      const body = { requests: operations.filter((one) => hasEffect || one.id !== id) };
      const part = answer === undefined ? [] : [partOf(id, refusal(answer))];
      return withParts(service.react({ ...request, body } as Request), (parts) => [
        ...parts.filter((one) => one.id !== id),
        ...part,
      ]);
    },
  }));
}

function partOf(id: string, { status, headers = {}, body }: Response): JsonObject {
  return { id, status, headers, ...(body === undefined ? {} : { body }) } as JsonObject;
}

const MULTIPART: Response = {
  status: 200,
  headers: { "content-type": "multipart/mixed; boundary=batch_1" },
  text: "--batch_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nHTTP/1.1 200 OK\r\nConte",
};

const RETRY_AFTER_SECONDS = 7;

export const BATCH_FAULTS: readonly Fault[] = [
  ...oneOperation("429", { status: 429 }, false),
  ...oneOperation("429 with Retry-After", { status: 429, retryAfter: RETRY_AFTER_SECONDS }, false),
  ...oneOperation("503, before", { status: 503 }, false),
  ...oneOperation("503, after", { status: 503 }, true),
  ...oneOperation("412", { status: 412, code: "PreconditionFailed" }, false),
  ...oneOperation("no response, before", undefined, false),
  ...oneOperation("no response, after", undefined, true),
  rearranged("responses in another order", (parts) => [...parts].reverse()),
  rearranged("responses of other operations", (parts) =>
    parts.map((part, index) => ({ ...part, id: parts.at(index - 1)?.id as string })),
  ),
  rearranged("a response that comes twice", ([first, ...parts]) => [first, ...parts, first] as Part[]),
  {
    ...{ title: "no response after the first, the others not carried out", lasts: "once", befalls: isBatch },
    strike: (request, service) => {
      const [first] = operationsIn(request as RequestLine);
      return service.react({ ...request, body: { requests: [first] } } as Request);
    },
  },
  {
    ...{ title: "multipart body that is cut off", lasts: "once", befalls: isBatch },
    strike: (request, service) => {
      const fate = service.react(request);
      return typeof fate === "object" && "status" in fate ? MULTIPART : fate;
    },
  },
];
