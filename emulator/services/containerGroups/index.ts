import type { Settings } from "../../options.js";
import { frontDoor } from "../../resourceManager/frontDoor.js";
import type { Service } from "../service.js";
import type { Context } from "./context.js";
import { control } from "./control.js";
import { ContainerGroups } from "./groups.js";
import { OperationLog } from "./operationLog.js";
import { createOrUpdate } from "./operations/createOrUpdate.js";
import { get } from "./operations/get.js";
import { list } from "./operations/list.js";
import { operationStatus } from "./operations/operationStatus.js";
import { remove } from "./operations/remove.js";
import { updateTags } from "./operations/updateTags.js";
import { ROUTES } from "./place.js";
import { Provisioning } from "./provisioning.js";
import { DEMO_GROUP, demoGroup } from "./seed.js";
import { containerGroup } from "./shape.js";
import { MemoryGroupStore } from "./store.js";

/** The service that manages container groups. */
export function containerGroups(settings: Settings): Service<ContainerGroups> {
  const store = new MemoryGroupStore();
  const operations = new OperationLog();
  const provisioning = new Provisioning(operations, settings.provisioningPolls);
  const context: Context = { settings, store, operations, provisioning };
  const groups = new ContainerGroups(store);
  if (settings.seed === "demo") {
    groups.put(DEMO_GROUP, demoGroup);
  }
  return {
    store: groups,
    secrets: { fields: containerGroup.secretFields },
    routes(app) {
      frontDoor(app, settings.token);
      app.put(ROUTES.group, createOrUpdate(context));
      app.get(ROUTES.group, get(context));
      app.patch(ROUTES.group, updateTags(context));
      app.delete(ROUTES.group, remove(context));
      app.get(ROUTES.collection, list(context));
      app.get(ROUTES.operation, operationStatus(context));
    },
    control: (app) => control(app, store, groups),
  };
}
