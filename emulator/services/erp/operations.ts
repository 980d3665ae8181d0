import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Fault } from "../../faults/faults.js";
import type { Settings } from "../../options.js";
import { CloudError, cloudErrors, readJsonBody } from "../../resourceManager.js";
import { type Of, object, type Problem, whole } from "../../shape.js";
import { answer, type ErpInstances } from "./instances.js";
import { createFinishedStatus, createOperationError, type StopOperation } from "./operation.js";
import { formatReportPath, type InstanceKind, type REPORTS, readPlace, toRegion } from "./place.js";
import type { Signatures } from "./signatures.js";

/** The surroundings of the service's operations. */
export interface Context {
  settings: Settings;
  instances: ErpInstances;
  signatures: Signatures;
}

/** GET of an instance. A stop goes on with it. */
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

/** POST of a stop: 202 when it begins, 200 when the instance is offline already, or at once. */
export function createStopHandler(context: Context, kind: InstanceKind): RouteHandlerMethod {
  const { settings, instances } = context;
  return async (request, reply) => {
    const { id } = readPlace(request, kind);
    const { softStopTimeoutSeconds = 0 } = readStopRequest(request, settings);
    const instance = instances.find(id);
    if (instance === undefined) throw cloudErrors.resourceNotFound(id);
    const status = instances.stopping.statusOf(instance);
    if (BETWEEN.includes(status))
      throw new CloudError(409, {
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

/** How a fault makes a stop end. */
function outcomeOf(fault: Fault | undefined): string | undefined {
  if (fault !== undefined && "stuck" in fault) return "stuck";
  return fault !== undefined && "provisioning" in fault ? fault.provisioning : undefined;
}

/** Up to the largest number that JSON carries exactly. Fields of newer versions pass. */
const stopRequest = object({ softStopTimeoutSeconds: whole(0, Number.MAX_SAFE_INTEGER) });

/** The parsed request for a stop; a body is required even if it is empty, but for the public service. */
function readStopRequest(request: FastifyRequest, { profile }: Settings): Of<typeof stopRequest> {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
    if (profile === "azure") return {};
    throw new CloudError(411, {
      code: "LengthRequired",
      message: "The request has no body; send {} for an empty one.",
    });
  }
  const problems: Problem[] = [];
  const read = stopRequest.read(readJsonBody(request), "", (problem) => problems.push(problem));
  const [problem] = problems;
  if (problem !== undefined) throw new CloudError(400, { code: "InvalidRequestContent", ...problem });
  return read ?? {};
}

/** GET of a stop's status document: 202 while it is under way, 200 afterwards. The stop goes on with it. */
export function getStopStatus(context: Context): RouteHandlerMethod {
  const { stopping } = context.instances;
  return async (request, reply) => {
    const operation = readOperation(context, request);
    if (operation.endedAt === undefined) reply.code(202).headers(statusHeaders(context, request, operation));
    return stopping.document(operation);
  };
}

/**
 * GET of a stop's result: 202 while it is under way, then what the stop itself could have answered. The stop goes on
 * with it.
 */
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

/** The operation that a request is about, after one more read. */
function readOperation({ instances, signatures }: Context, request: FastifyRequest): StopOperation {
  const { "*": name } = request.params as { "*": string };
  const operation = instances.findOperation(name);
  if (operation === undefined) throw cloudErrors.operationNotFound(name);
  if (!signatures.accept(request.entry.path, request.query as Record<string, unknown>))
    throw new CloudError(403, {
      code: "InvalidSignature",
      message: "The signature does not match the address; request the address exactly as it was returned.",
    });
  instances.stopping.read(operation);
  return operation;
}

/** Headers that say where to ask for the end of a stop, and when; each with another address. */
function statusHeaders(
  { settings, signatures }: Context,
  request: FastifyRequest,
  { instance, name, plan }: StopOperation,
): Record<string, string> {
  // The service is itself of two minds: in capitals when it begins, in small letters after that.
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
