import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import { outcomeOf } from "../../faults/faults.js";
import type { Settings } from "../../options.js";
import { getOrigin } from "../../request.js";
import { cloudErrors, createCloudError, readApiVersion, readJsonBody } from "../../resourceManager.js";
import { object, whole } from "../../shape.js";
import { answer, type ErpInstances } from "./instances.js";
import { formatReportPath, type InstanceKind, type REPORTS, readId } from "./place.js";
import type { Signatures } from "./signatures.js";
import { formatFinished, type Stop, type StoredInstance } from "./stop.js";

export interface Context {
  settings: Settings;
  instances: ErpInstances;
  signatures: Signatures;
}

function findInstance({ instances }: Context, id: string): StoredInstance {
  const instance = instances.find(id);
  if (instance === undefined) throw cloudErrors.resourceNotFound(id);
  return instance;
}

/** GET of an instance, which also advances a stop. */
export function getInstance(context: Context, kind: InstanceKind): RouteHandlerMethod {
  return async (request) => {
    const instance = findInstance(context, readId(request, kind));
    instance.stop?.advance();
    return answer(instance);
  };
}

/** POST of a stop: 202 if it begins, 200 if the instance is already offline or stops at once. */
export function createStopHandler(context: Context, kind: InstanceKind): RouteHandlerMethod {
  const { settings, instances } = context;
  return async (request, reply) => {
    const id = readId(request, kind);
    validateStopRequest(request, settings);
    const instance = findInstance(context, id);
    if (instance.stop !== undefined)
      throw createCloudError(409, {
        code: "OperationInProgress",
        message: "The instance is being stopped; try again later.",
        target: id,
      });
    if (instance.status === "Offline") return formatFinished(instance, settings.now());
    const stop = instances.begin(instance, outcomeOf(request.fault));
    if (stop.isOver) return stop.finished();
    reply.headers(statusHeaders(context, request, stop));
    return reply.code(202).type("application/json; charset=utf-8").send("null");
  };
}

/** Allows up to the largest integer that JSON represents exactly. Fields of newer versions are ignored. */
const stopRequest = object({ softStopTimeoutSeconds: whole(0, Number.MAX_SAFE_INTEGER) });

/** The body of a stop is required, even if it is empty, except in the public service. */
function validateStopRequest(request: FastifyRequest, { profile }: Settings): void {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
    if (profile === "azure") return;
    throw createCloudError(411, {
      code: "LengthRequired",
      message: "The request has no body; send {} for an empty one.",
    });
  }
  stopRequest.read(readJsonBody(request), "", readApiVersion(request));
}

/** GET of a stop's status: 202 during the stop, then 200. It also advances the stop. */
export function getStopStatus(context: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const stop = readStop(context, request);
    if (!stop.isOver) reply.code(202).headers(statusHeaders(context, request, stop));
    return stop.document();
  };
}

/** GET of a stop's result: 202 during the stop, then the response of a stop that ends at once. It also advances the stop. */
export function getStopResult(context: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const stop = readStop(context, request);
    if (!stop.isOver)
      return reply
        .code(202)
        .headers(statusHeaders(context, request, stop))
        .send();
    return stop.hasSucceeded ? answer(stop.instance) : reply.code(400).send({ error: stop.error });
  };
}

/** Returns the stop of a request, and counts the read. */
function readStop({ instances, signatures }: Context, request: FastifyRequest): Stop {
  const { "*": name } = request.params as { "*": string };
  const stop = instances.findStop(name);
  if (stop === undefined) throw cloudErrors.operationNotFound(name);
  if (!signatures.accept(request.entry.path, request.query as Record<string, unknown>))
    throw createCloudError(403, {
      code: "InvalidSignature",
      message: "The signature does not match the address; request the address exactly as it was returned.",
    });
  stop.advance();
  return stop;
}

/** Returns headers with the address of the stop's status. A signed address is different in each response. */
function statusHeaders(
  { settings, signatures }: Context,
  request: FastifyRequest,
  { instance: { place, location }, name, plan }: Stop,
): Record<string, string> {
  const origin = plan.statusOrigin ?? getOrigin(request);
  const address = (report: keyof typeof REPORTS) => {
    const path = formatReportPath(report, place.id, location, name, request.method === "POST");
    const signature = settings.erpSignedStatus ? `&${signatures.sign(path)}` : "";
    return `${origin}${origin === "" ? path.slice(1) : path}?api-version=${readApiVersion(request)}${signature}`;
  };
  const { statusHeader } = plan;
  return statusHeader === undefined
    ? { "cloud-AsyncOperation": address("status"), location: address("status") }
    : { [statusHeader]: address(statusHeader.toLowerCase() === "location" ? "result" : "status") };
}
