import type { FastifyInstance } from "fastify";
import { requireFound } from "../../control.js";
import { SecretMask } from "../../log/secrets.js";
import type { Settings } from "../../options.js";
import { registerHooks } from "../../resourceManager.js";
import { listSecrets } from "../../shape.js";
import type { Service } from "../service.js";
import { ContainerGroups } from "./groups.js";
import {
  type Context,
  createOrUpdateGroup,
  deleteGroup,
  getGroup,
  getOperationStatus,
  listGroups,
  updateTags,
} from "./operations.js";
import { ROUTES } from "./place.js";
import { Provisioning } from "./provisioning.js";
import { type ContainerGroup, containerGroup } from "./shape.js";

const SECRET_FIELDS = listSecrets(containerGroup);

export function createContainerGroups(settings: Settings): Service<ContainerGroups> {
  const groups = new ContainerGroups();
  const context: Context = { settings, groups, provisioning: new Provisioning(settings.provisioningPolls) };
  if (settings.seed === "demo") groups.put(DEMO_GROUP, demoGroup);
  return {
    store: groups,
    secretFields: SECRET_FIELDS,
    routes(app) {
      registerHooks(app, settings);
      app.put(ROUTES.group, createOrUpdateGroup(context));
      app.get(ROUTES.group, getGroup(context));
      app.patch(ROUTES.group, updateTags(context));
      app.delete(ROUTES.group, deleteGroup(context));
      app.get(ROUTES.collection, listGroups(context));
      app.get(ROUTES.subscription, listGroups(context));
      app.get(ROUTES.operation, getOperationStatus(context));
    },
    control: (app) => registerControlRoutes(app, groups),
  };
}

function registerControlRoutes(app: FastifyInstance, groups: ContainerGroups): void {
  type GroupQuery = { Querystring: { id?: string; secrets?: string } };
  const mask = new SecretMask(SECRET_FIELDS);

  app.get<GroupQuery>("/groups", async ({ query: { secrets } }) => ({
    groups: groups.known().map((id) => {
      const body = groups.get(id);
      return {
        id,
        exists: body !== undefined,
        effects: groups.effects(id),
        restarts: groups.restarts(id),
        body: secrets === "true" ? body : mask.value(body),
      };
    }),
  }));

  app.patch<GroupQuery>("/groups", async ({ query: { id = "" }, body }) =>
    mask.value(requireFound(groups.patch(id, body), `container group '${id}'`)),
  );
}

const DEMO_GROUP =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/legacy-web";

/** A group that no stack manages, so that examples can adopt it. */
const demoGroup: ContainerGroup = {
  location: "West US",
  tags: { owner: "web-team" },
  properties: {
    containers: [
      {
        name: "web",
        properties: {
          image: "nginx:1.27",
          ports: [{ port: 80, protocol: "TCP" }],
          environmentVariables: [
            { name: "GREETING", value: "hello" },
            { name: "SESSION_KEY", secureValue: "not-a-real-key" },
          ],
          resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
        },
      },
    ],
    restartPolicy: "Always",
    ipAddress: { type: "Public", ports: [{ port: 80, protocol: "TCP" }], dnsNameLabel: "legacy-web" },
    osType: "Linux",
  },
};
