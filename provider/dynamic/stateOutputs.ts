import { createRequire } from "node:module";
import { runtime } from "@pulumi/pulumi";
import { isObject, type PropertyMap } from "../schema/json.js";

const READ_OUTPUTS = "pulumi:pulumi:readStackResourceOutputs";

/**
 * The outputs in the state of the program's stack, by URN; none where no engine runs the program. Secrets are the engine's
 * objects: the SDK's own `invoke` would make one secret of the whole state.
 *
 * @throws Error if the engine cannot read the state
 */
export async function readStateOutputs(): Promise<Map<string, PropertyMap>> {
  // Without the organization, Pulumi Cloud would look in the default one of the user.
  const stackName = `${runtime.getOrganization()}/${runtime.getProject()}/${runtime.getStack()}`;
  const resources = (await invoke(READ_OUTPUTS, { stackName })).outputs;
  const entries = Object.entries(isObject(resources) ? resources : {});
  return new Map(
    entries.flatMap(([urn, resource]) =>
      isObject(resource) && isObject(resource.outputs) ? [[urn, resource.outputs]] : [],
    ),
  );
}

/** Calls a function of the engine. gRPC and the messages are the SDK's own copies. */
function invoke(token: string, args: PropertyMap): Promise<PropertyMap> {
  const sdkRequire = createRequire(require.resolve("@pulumi/pulumi"));
  const { ResourceInvokeRequest } = sdkRequire("@pulumi/pulumi/proto/resource_pb");
  const { Struct } = sdkRequire("google-protobuf/google/protobuf/struct_pb");
  const request = new ResourceInvokeRequest();
  request.setTok(token);
  request.setArgs(Struct.fromJavaScript(args));
  return new Promise((resolve, reject) => {
    const monitor = runtime.getMonitor() as Monitor | undefined;
    if (monitor === undefined) return resolve({});
    monitor.invoke(request, (error, response) =>
      error === null ? resolve(response.getReturn()?.toJavaScript() ?? {}) : reject(error),
    );
  });
}

/** The part of the SDK's generated client that is used here. */
interface Monitor {
  invoke(request: unknown, callback: (error: Error | null, response: InvokeResponse) => void): void;
}

interface InvokeResponse {
  getReturn(): { toJavaScript(): PropertyMap } | undefined;
}
