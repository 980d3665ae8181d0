import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Fault } from "../../faults/faults.js";
import type { Settings } from "../../options.js";
import { cloudErrors, createCloudError, readJsonBody } from "../../resourceManager.js";
import { type Of, object, Reading, whole } from "../../shape.js";
import { answer, type ErpInstances } from "./instances.js";
import { createFinishedStatus, createOperationError, type StopOperation } from "./operation.js";
import { formatReportPath, type InstanceKind, type REPORTS, readPlace, toRegion } from "./place.js";
import type { Signatures } from "./signatures.js";

export interface Context {
  settings: Settings;
  instances: ErpInstances;
  signatures: Signatures;
}

/** GET of an instance, which also advances a stop. */
export function getInstance({ instances }: Context, kind: InstanceKind): RouteHandlerMethod {
  return async (request) => {
    const { id } = readPlace(request, kind);
    const instance = instances.find(id);
    if (instance === undefined) throw cloudErrors.resourceNotFound(id);
    if (instance.stop !== undefined) instances.stopping.read(instance.stop);
    return answer(instance, instances.stopping);
  };
}

const BETWEEN = ["Starting", "Stopping", "SoftShutdown"];

/** POST of a stop: 202 if it begins, 200 if the instance is already offline or stops at once. */
export function createStopHandler(context: Context, kind: InstanceKind): RouteHandlerMethod {
  const { settings, instances } = context;
  return async (request, reply) => {
    const { id } = readPlace(request, kind);
    const { softStopTimeoutSeconds = 0 } = readStopRequest(request, settings);
    const instance = instances.find(id);
    if (instance === undefined) throw cloudErrors.resourceNotFound(id);
    const status = instances.stopping.statusOf(instance);
    if (BETWEEN.includes(status))
      throw createCloudError(409, {
        code: "OperationInProgress",
        message: "The instance is being started or stopped; try again later.",
        target: id,
      });
    if (status === "Offline") return createFinishedStatus(instance, settings.now());
    const operation = instances.begin(instance, softStopTimeoutSeconds > 0, outcomeOf(request.fault));
    if (operation.endedAt !== undefined)
      return createFinishedStatus(
        instance,
        operation.endedAt,
        operation.outcome,
        createOperationError(operation),
      );
    reply.headers(statusHeaders(context, request, operation));
    return reply.code(202).type("application/json; charset=utf-8").send("null");
  };
}

/** Returns the final status of a stop that a fault sets. */
function outcomeOf(fault: Fault | undefined): string | undefined {
  if (fault !== undefined && "stuck" in fault) return "stuck";
  return fault !== undefined && "provisioning" in fault ? fault.provisioning : undefined;
}

/** Allows up to the largest integer that JSON represents exactly. Fields of newer versions are ignored. */
const stopRequest = object({ softStopTimeoutSeconds: whole(0, Number.MAX_SAFE_INTEGER) });

/** Parses the request of a stop. The body is required, even if it is empty, except in the public service. */
function readStopRequest(request: FastifyRequest, { profile }: Settings): Of<typeof stopRequest> {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
    if (profile === "azure") return {};
    throw createCloudError(411, {
      code: "LengthRequired",
      message: "The request has no body; send {} for an empty one.",
    });
  }
  const reading = new Reading();
  const read = stopRequest.read(readJsonBody(request), "", reading);
  const [problem] = reading.problems;
  if (problem !== undefined) throw createCloudError(400, problem);
  return read ?? {};
}

/** GET of a stop's status: 202 during the stop, then 200. It also advances the stop. */
export function getStopStatus(context: Context): RouteHandlerMethod {
  const { stopping } = context.instances;
  return async (request, reply) => {
    const operation = readOperation(context, request);
    if (operation.endedAt === undefined) reply.code(202).headers(statusHeaders(context, request, operation));
    return stopping.document(operation);
  };
}

/** GET of a stop's result: 202 during the stop, then the response of a stop that ends at once. It also advances the stop. */
export function getStopResult(context: Context): RouteHandlerMethod {
  const { stopping } = context.instances;
  return async (request, reply) => {
    const operation = readOperation(context, request);
    if (operation.endedAt === undefined) {
      reply.headers(statusHeaders(context, request, operation));
      return reply.code(202).send();
    }
    if (operation.outcome !== "Succeeded")
      return reply.code(400).send({ error: createOperationError(operation) });
    return answer(operation.instance, stopping);
  };
}

/** Returns the operation of a request, and counts the read. */
function readOperation({ instances, signatures }: Context, request: FastifyRequest): StopOperation {
  const { "*": name } = request.params as { "*": string };
  const operation = instances.findOperation(name);
  if (operation === undefined) throw cloudErrors.operationNotFound(name);
  if (!signatures.accept(request.entry.path, request.query as Record<string, unknown>))
    throw createCloudError(403, {
      code: "InvalidSignature",
      message: "The signature does not match the address; request the address exactly as it was returned.",
    });
  instances.stopping.read(operation);
  return operation;
}

/** Returns headers with the address of the stop's status. A signed address is different in each response. */
function statusHeaders(
  { settings, signatures }: Context,
  request: FastifyRequest,
  { instance, name, plan }: StopOperation,
): Record<string, string> {
  // The service is inconsistent: it uses upper case when the stop begins, and lower case later.
  const location =
    request.method === "POST" ? toRegion(instance.location) : toRegion(instance.location).toLowerCase();
  const version = (request.query as Record<string, string>)["api-version"];
  const origin = plan.statusOrigin ?? `${request.protocol}://${request.host}`;
  const address = (report: keyof typeof REPORTS) => {
    const path = formatReportPath(report, instance.place.id, location, name);
    const signature = settings.erpSignedStatus ? `&${signatures.sign(path)}` : "";
    return `${origin}${origin === "" ? path.slice(1) : path}?api-version=${version}${signature}`;
  };
  const { statusHeader } = plan;
  return statusHeader === undefined
    ? { "cloud-AsyncOperation": address("status"), location: address("status") }
    : { [statusHeader]: address(statusHeader.toLowerCase() === "location" ? "result" : "status") };
}
