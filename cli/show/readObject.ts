import { inProfile, profiles } from "../../provider/contract/profile.js";
import type { Runtime } from "../../provider/contract/runtime.js";
import type { Settings } from "../../provider/contract/settings.js";
import { importResource } from "../../provider/core/import.js";
import { ResourceKind } from "../../provider/core/resourceKind.js";
import { runHook } from "../../provider/core/runHook.js";
import { lifecycles } from "../../provider/generated/resources.js";
import type { PropertyMap } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { isGuid } from "../../provider/schema/normalize.js";
import { parseResourceId } from "../../provider/schema/resourceId.js";

/** What to read: an id, with the type and the name of a resource if an import file has them. */
export interface ObjectRequest {
  id: string;
  title?: string;
  name?: string;
}

export interface ShownObject extends ObjectRequest {
  schema: ResourceSchema;
  /** Whether a program may declare only some of its fields. */
  managesFields: boolean;
  /** Known secrets are {@link Secret} objects. */
  args: PropertyMap;
  /** Paths of secrets that the service does not return. */
  missingSecrets: string[];
}

/** Resources by the form of their id. Actions cannot be shown. */
const BY_GUID = ["Customer", "Item", "Project", "SalesQuote"];
const BY_PARTS = ["ContainerGroup", "DefaultDimension"];

/**
 * Reads an object by its id, as an import does.
 *
 * @throws Error whose message contains no secret
 */
export async function readObject(
  request: ObjectRequest,
  { settings, runtime, warn }: { settings: Settings; runtime: Runtime; warn: (message: string) => void },
): Promise<ShownObject> {
  const { id } = request;
  const ignored = () => undefined;
  const log = { progress: ignored, info: ignored, warn, sent: async () => undefined };
  const properties = { value: {}, computed: {}, privateState: {}, secrets: [], urn: undefined };
  // An id of another profile is read as well, because its error names the profile.
  const fits = (idFormat: string): boolean =>
    profiles.some((profile) => parseResourceId(inProfile(idFormat, profile), id) !== undefined);
  const possible = lifecycles
    .filter(({ schema: { title }, idFormat }) =>
      isGuid(id) ? BY_GUID.includes(title) : BY_PARTS.includes(title) && fits(idFormat),
    )
    .filter(({ schema: { title } }) => request.title === undefined || request.title === title);
  for (const kind of possible.map((lifecycle) => new ResourceKind(lifecycle))) {
    const found = await runHook(kind, "show", properties, { settings, runtime, log }, (context) =>
      importResource(kind, id, { value: {} }, context),
    );
    if (found === "missing") continue;
    const { value, requiredSecrets = [] } = found.inputs;
    const { schema } = kind;
    const entries = Object.entries(value).filter(([name, one]) => !isConfigured(schema, name, one, settings));
    const managesFields = kind.lifecycle.managesFields === true;
    return {
      ...request,
      schema,
      managesFields,
      args: Object.fromEntries(entries),
      missingSecrets: requiredSecrets.map(String),
    };
  }
  throw new Error(
    possible.length > 0
      ? "the service has no object with this id."
      : "the id must be the path of a container group, the GUID of a record, or parentType/parentId/dimensionId.",
  );
}

/** Whether the configuration has the same value. */
function isConfigured(schema: ResourceSchema, name: string, value: unknown, settings: Settings): boolean {
  if (schema.properties[name]?.configured !== true || typeof value !== "string") return false;
  return settings.get(name as Parameters<Settings["get"]>[0])?.toLowerCase() === value.toLowerCase();
}
