import { readAddress } from "../../contract/address.js";
import { ProviderError } from "../../contract/providerError.js";
import { withCommand, withConfigured } from "../../core/configuredArguments.js";
import type { Lookup } from "../../core/lookup.js";
import type { HttpResponse } from "../../http/message.js";
import { throwIfError } from "../../http/serviceError.js";
import { ResourceClient } from "../../lro/resourceClient.js";
import { resourceGroupName, subscriptionId } from "../../lro/resourceSchema.js";
import { text } from "../../schema/build.js";
import { isAbsent, isObject, type Json, type PropertyMap } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { inProfile } from "../../schema/profile.js";
import { formatResourceId } from "../../schema/resourceId.js";
import { createValidator } from "../../schema/validate.js";
import { GROUP_API } from "./client.js";

const TYPE = "/providers/Vendor.ContainerInstance/containerGroups";

/** The arguments, under the rules that a resource has for them. */
const schema: ResourceSchema = {
  type: "object",
  title: "ContainerGroupList",
  description: "Identifies container groups.",
  required: ["subscriptionId"],
  properties: { subscriptionId, resourceGroupName },
};
const validate = createValidator(schema);

/** All container groups of a subscription or a resource group. The documents do not show this request. */
export const groupListing: Lookup<PropertyMap> = {
  name: "list",
  service: "resourceManager",
  withoutToken: { title: "the resource manager", consequence: "nothing is found" },

  read(args, settings, report) {
    const complete = withConfigured(schema, args, settings);
    for (const problem of validate(complete).problems) {
      const { path, message } = withCommand(schema, problem);
      report(path, message);
    }
    return complete;
  },

  async ask(args, context) {
    const group = isAbsent(args.resourceGroupName) ? "" : "/resourceGroups/{resourceGroupName}";
    const format = `/subscriptions/{subscriptionId}${group}${TYPE}`;
    const path = formatResourceId(inProfile(format, context.settings.profile), args);
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

function findListProblem({ body }: HttpResponse): string | undefined {
  const isList = isObject(body) && Array.isArray(body.value) && body.value.every(isObject);
  return isList ? undefined : "but the body is not a list of container groups";
}
