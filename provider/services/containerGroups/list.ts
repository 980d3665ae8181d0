import { readAddress } from "../../contract/address.js";
import { explainHowToSet, type Settings } from "../../contract/configuration.js";
import { ProviderError } from "../../contract/providerError.js";
import type { Lookup } from "../../core/lookup.js";
import { requireNone } from "../../core/lookupProblems.js";
import type { HttpResponse } from "../../http/message.js";
import { throwIfError } from "../../http/serviceError.js";
import { ResourceClient } from "../../lro/resourceClient.js";
import { text } from "../../schema/build.js";
import { isAbsent, isObject, type Json, type PropertyMap } from "../../schema/json.js";
import { inProfile } from "../../schema/profile.js";
import { formatResourceId } from "../../schema/resourceId.js";
import { GROUP_API } from "./client.js";

/** Which groups: those of a subscription, or of one resource group in it. */
interface GroupListQuery {
  path: string;
}

const TYPE = "/providers/Vendor.ContainerInstance/containerGroups";

/** All container groups of a subscription or a resource group. The documents do not show this request. */
export const groupListing: Lookup<GroupListQuery> = {
  name: "list",
  service: "resourceManager",
  withoutToken: { title: "the resource manager", consequence: "nothing is found" },

  read(args, settings) {
    requireNone(argumentProblems(args, settings));
    const group = isAbsent(args.resourceGroupName) ? "" : "/resourceGroups/{resourceGroupName}";
    const format = inProfile(`/subscriptions/{subscriptionId}${group}${TYPE}`, settings.profile);
    return { path: formatResourceId(format, { subscriptionId: settings.get("subscriptionId"), ...args }) };
  },

  async ask({ path }, context) {
    const resources = new ResourceClient(GROUP_API, context);
    const { address, send } = resources.connection;
    const expects = { statuses: [200], problem: findListProblem };
    const ids: Json[] = [];
    let response = throwIfError(await resources.send("GET", path, { expects }));
    while (true) {
      const { value, nextLink } = response.body as { value: { id?: Json }[]; nextLink?: Json };
      ids.push(...value.map(({ id }) => id));
      if (isAbsent(nextLink)) return ids.filter((id) => typeof id === "string").map(toObject);
      const next = readAddress(String(nextLink));
      if (next?.origin !== new URL(address).origin)
        throw new ProviderError(
          "the service's link to the next page leads to another address: it is not followed.",
        );
      response = throwIfError(await send({ method: "GET", url: next.href, expects }));
    }
  },

  describe: () => ({
    description: "",
    arguments: {
      subscriptionId: text("Id of the subscription. Default: `vendorcloud:subscriptionId`."),
      resourceGroupName: text("Name of a resource group. Default: all groups of the subscription."),
    },
    result: {},
  }),
};

/** Alone, the name of a group is not unique in a subscription. */
function toObject(id: string): PropertyMap {
  const [, , , , resourceGroup = "", , , , name = ""] = id.split("/");
  return { id, name: `${resourceGroup} ${name}` };
}

function argumentProblems(args: { subscriptionId?: Json }, settings: Settings) {
  const isGiven = !isAbsent(args.subscriptionId) || settings.get("subscriptionId") !== undefined;
  const message = `required. Set it with ${explainHowToSet("subscriptionId")}`;
  const missing = { path: "vendorcloud:subscriptionId", message };
  return [...settings.problems("resourceManager"), ...(isGiven ? [] : [missing])];
}

function findListProblem({ body }: HttpResponse): string | undefined {
  const isList = isObject(body) && Array.isArray(body.value) && body.value.every(isObject);
  return isList ? undefined : "but the body is not a list of container groups";
}
