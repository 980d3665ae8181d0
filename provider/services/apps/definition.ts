import type { ResourceDefinition } from "../../contract/definition.js";
import type { AppUserRemovalInputs } from "../../generated/lifecycleTypes.js";
import { formatObjectKey } from "../../schema/resourceId.js";
import { appUserRemovalSchema as schema } from "./schema.js";

export const appUserRemoval: ResourceDefinition<AppUserRemovalInputs> = {
  schema,
  service: "apps",
  idFormat: "{ownerName}/{appName}/{userEmail}",
  noun: "removal",
  nameFormat: "{userEmail} from the app {appName} of {ownerName}",

  manages: (args) => ({ key: formatObjectKey(schema, args) }),

  isDeleteNoop: () => true,

  reference: {
    about: [
      "The removal of a user from an app: done once, and again whenever `triggers` changes. If the app does not have the user, a message says so. A refresh sends no request, and destroying the resource sends nothing and adds no user.",
      "The id is `ownerName/appName/userEmail`. A change of owner, app or user replaces the resource.",
    ],
    source: 'document "Instance Stop Operations and Developer API Tokens", v0.1',
    id: "`ownerName/appName/userEmail`.",
    example: "app-offboarding",
  },
};

export const definitions = [appUserRemoval];
