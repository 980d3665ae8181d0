import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import { outcomeOf } from "../../faults/faults.js";
import type { JsonObject } from "../../json.js";
import type { Settings } from "../../options.js";
import { getOrigin } from "../../request.js";
import {
  cloudErrors,
  createCloudError,
  fillRoute,
  isOfRoute,
  readApiVersion,
  readJsonBody,
  toRegion,
} from "../../resourceManager.js";
import { map, show, text } from "../../shape.js";
import { complete } from "./complete.js";
import { refuseFixedChanges } from "./fixed.js";
import type { ContainerGroups } from "./groups.js";
import { isWithin, ROUTES } from "./place.js";
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
  const { groups, provisioning, settings } = context;
  return async (request, reply) => {
    const requestedId = readId(request);
    const asked = readContainerGroup(readJsonBody(request), settings.profile, readApiVersion(request));
    refuseUnknownSecrets(context, asked);
    const existing = groups.find(requestedId);
    if (existing !== undefined) {
      refuseWhileTransitioning(context, existing);
      refuseFixedChanges(String(existing.body.name), existing.body, asked);
    }

    // The id keeps the spelling of the request that created the group.
    const { id } = existing ?? { id: requestedId };
    const keepsTags = existing !== undefined && settings.profile === "azure";
    const taken = keepsTags ? { ...asked, tags: existing.body.tags } : asked;
    const body = complete(taken, id, existing?.body);
    const group: StoredGroup = Object.assign(existing ?? { id, body }, { body });
    const { fault } = request;
    const meanwhile = fault !== undefined && "meanwhile" in fault ? fault.meanwhile : undefined;
    const operation = provisioning.begin(group, outcomeOf(fault), meanwhile);
    groups.save(group);
    groups.count(id, existing === undefined ? "creates" : "updates", existing !== undefined);

    const names = {
      ...(request.params as object),
      location: toRegion(asked.location ?? "westus"),
      operation,
    };
    // The service answers with a version of its own.
    const address = `${getOrigin(request)}${fillRoute(ROUTES.operation, names)}?api-version=2018-06-01`;
    reply.header("cloud-AsyncOperation", address);
    return reply.code(existing === undefined ? 201 : 200).send(answer(group.body));
  };
}

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
  return map(text).read(tags, "tags", "");
}

/** DELETE of a group: 200 with the last group, or 204 if it did not exist. */
export function deleteGroup(context: Context): RouteHandlerMethod {
  const { groups, provisioning } = context;
  return async (request, reply) => {
    const group = groups.find(readId(request));
    if (group === undefined) return reply.code(204).send();
    refuseWhileTransitioning(context, group);
    provisioning.preempt(group);
    groups.delete(group.id);
    groups.count(group.id, "deletes");
    return answer(group.body);
  };
}

function readId({ params }: FastifyRequest): string {
  const id = fillRoute(ROUTES.group, params);
  if (!isOfRoute(ROUTES.group, id))
    throw cloudErrors.badRequest("A name in the address must not be empty or contain '/'.");
  return id;
}

function find(groups: ContainerGroups, request: FastifyRequest): StoredGroup {
  const group = groups.find(readId(request));
  if (group === undefined) throw cloudErrors.resourceNotFound(readId(request));
  return group;
}

/** GET of all groups in a resource group or a subscription. Does not advance provisioning. */
export function listGroups({ groups }: Context): RouteHandlerMethod {
  return async ({ params }) => ({
    value: groups.all().flatMap(({ id, body }) => (isWithin(params, id) ? [answer(body)] : [])),
  });
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

function answer(body: ContainerGroup): unknown {
  return show(containerGroup, body);
}
