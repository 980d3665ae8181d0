import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Fault } from "../../faults/faults.js";
import type { JsonObject } from "../../json.js";
import type { Settings } from "../../options.js";
import { cloudErrors, createCloudError, readApiVersion, readJsonBody } from "../../resourceManager.js";
import { map, Reading, text } from "../../shape.js";
import { complete } from "./complete.js";
import { refuseFixedChanges } from "./fixed.js";
import type { ContainerGroups } from "./groups.js";
import { formatOperationPath, isWithin, parsePlace, readPlace } from "./place.js";
import type { Provisioning, StoredGroup } from "./provisioning.js";
import { type ContainerGroup, containerGroup } from "./shape.js";
import { readContainerGroup } from "./validation.js";

export interface Context {
  settings: Settings;
  groups: ContainerGroups;
  provisioning: Provisioning;
}

/** Refuses a change of a group during its deletion or, with `refuseWhileTransitioning`, during its provisioning. */
function refuseWhileTransitioning({ settings }: Context, group: StoredGroup): void {
  const deleting = group.body.properties.provisioningState === "Deleting";
  if (deleting || (settings.refuseWhileTransitioning && group.transition !== undefined))
    throw createCloudError(409, {
      code: "ContainerGroupTransitioning",
      message: `The container group '${group.body.name}' is being changed; try again when its provisioning has ended.`,
    });
}

/** Refuses a reference to a secret that no key vault has. No document names the code with which the public service does. */
function refuseUnknownSecrets({ settings }: Context, { properties }: ContainerGroup): void {
  if (settings.profile !== "azure") return;
  properties.secretReferences?.forEach(({ name, secretReferenceUri: address }, index) => {
    if (!settings.vaultSecrets.some((known) => address === known || address.startsWith(`${known}/`)))
      throw createCloudError(400, {
        code: "EmulatorVaultSecretNotFound",
        target: `properties.secretReferences[${index}].secretReferenceUri`,
        message: `The secret reference '${name}' cannot be resolved: no key vault of the emulator has the secret '${address}'.`,
      });
  });
}

/**
 * PUT of a group: starts provisioning. 201 for a new group, 200 for an existing one, whose containers restart. With the profile
 * `azure`, an existing group keeps its tags.
 */
export function createOrUpdateGroup(context: Context): RouteHandlerMethod {
  const { groups, provisioning } = context;
  return async (request, reply) => {
    const place = readPlace(request);
    const asked = readContainerGroup(
      readJsonBody(request),
      context.settings.profile,
      readApiVersion(request),
    );
    refuseUnknownSecrets(context, asked);
    const existing = groups.find(place.id);
    if (existing !== undefined) {
      refuseWhileTransitioning(context, existing);
      refuseFixedChanges(place.name, existing.body, asked);
    }

    const group: StoredGroup = existing ?? { id: place.id, body: asked };
    const keepsTags = existing !== undefined && context.settings.profile === "azure";
    const taken = keepsTags ? { ...asked, tags: existing.body.tags } : asked;
    // The id keeps the spelling of the request that created the group.
    group.body = complete(taken, parsePlace(group.id), existing?.body);
    const operation = provisioning.begin(group, outcomeOf(request.fault), meanwhileOf(request.fault));
    groups.save(group);
    if (existing === undefined) groups.count(group.id, "creates");
    else groups.count(group.id, "updates", true);

    const origin = `${request.protocol}://${request.host}`;
    reply.header("cloud-AsyncOperation", origin + formatOperationPath(place, asked.location, operation));
    return reply.code(existing === undefined ? 201 : 200).send(answer(group.body));
  };
}

/** Returns the final state of provisioning: "Succeeded", unless a fault sets another one. */
function outcomeOf(fault: Fault | undefined): string | undefined {
  if (fault !== undefined && "stuck" in fault) return undefined;
  return fault !== undefined && "provisioning" in fault ? fault.provisioning : "Succeeded";
}

function meanwhileOf(fault: Fault | undefined): string | undefined {
  return fault !== undefined && "provisioning" in fault ? fault.meanwhile : undefined;
}

/** GET of one group, which also advances provisioning. */
export function getGroup({ groups, provisioning }: Context): RouteHandlerMethod {
  return async (request) => {
    const group = find(groups, request);
    provisioning.read(group);
    return answer(group.body);
  };
}

/** PATCH of a group: replaces only its tags, and restarts nothing. */
export function updateTags(context: Context): RouteHandlerMethod {
  const { groups } = context;
  return async (request) => {
    const tags = readTags(readJsonBody(request));
    const group = find(groups, request);
    refuseWhileTransitioning(context, group);
    group.body = { ...group.body, tags };
    groups.count(group.id, "updates");
    return answer(group.body);
  };
}

/** Refuses other fields, because a client that sends them expects an effect. */
function readTags({ tags, ...others }: JsonObject): Record<string, string> {
  const [other] = Object.keys(others);
  if (other !== undefined) throw cloudErrors.badRequest(`PATCH changes 'tags' only, not '${other}'.`);
  const reading = new Reading();
  const read = map(text).read(tags, "tags", reading);
  const [problem] = reading.problems;
  if (read === undefined || problem !== undefined)
    throw cloudErrors.badRequest(problem?.message ?? "'tags' is required.");
  return read;
}

/** DELETE of a group: 200 with the last group, or 204 if it did not exist. */
export function deleteGroup(context: Context): RouteHandlerMethod {
  const { groups, provisioning } = context;
  return async (request, reply) => {
    const group = groups.find(readPlace(request).id);
    if (group === undefined) return reply.code(204).send();
    refuseWhileTransitioning(context, group);
    provisioning.preempt(group);
    groups.delete(group.id);
    groups.count(group.id, "deletes");
    return answer(group.body);
  };
}

/** Returns the group of a request, or throws a 404. */
function find(groups: ContainerGroups, request: FastifyRequest): StoredGroup {
  const { id } = readPlace(request);
  const group = groups.find(id);
  if (group === undefined) throw cloudErrors.resourceNotFound(id);
  return group;
}

/** GET of all groups in a resource group or a subscription. Does not advance provisioning. */
export function listGroups({ groups }: Context): RouteHandlerMethod {
  return async (request) => {
    const within = groups.all().filter(({ id }) => isWithin(request, id));
    return { value: within.map(({ body }) => toListItem(body)) };
  };
}

/** GET of an operation's status, which also advances provisioning. */
export function getOperationStatus({ groups, provisioning }: Context): RouteHandlerMethod {
  return async (request) => {
    const { operation: id } = request.params as { operation: string };
    const operation = provisioning.operation(id);
    if (operation === undefined) throw cloudErrors.operationNotFound(id);
    const group = groups.all().find(({ transition }) => transition?.operation === operation);
    if (group !== undefined) provisioning.read(group);
    return operation;
  };
}

/** Returns a group for responses about one group. */
function answer(body: ContainerGroup): unknown {
  return containerGroup.show(body);
}

/** Returns a group for lists, which omit the state at run time. */
function toListItem(body: ContainerGroup): unknown {
  const { containers, initContainers = [] } = body.properties;
  return answer({
    ...body,
    properties: {
      ...body.properties,
      instanceView: undefined,
      containers: containers.map(withoutView),
      initContainers: initContainers.map(withoutView),
    },
  });
}

function withoutView<T extends { properties: { instanceView?: unknown } }>(container: T): T {
  return { ...container, properties: { ...container.properties, instanceView: undefined } };
}
