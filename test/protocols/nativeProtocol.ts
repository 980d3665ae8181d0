import { createRequire } from "node:module";
import type * as provider from "@pulumi/pulumi/proto/provider_pb";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { encodeSecrets } from "../../provider/protocols/native/nativeCodec.js";
import { NativeProvider } from "../../provider/protocols/native/nativeProvider.js";
import {
  fromStruct,
  type Methods,
  messages,
  type StatusError,
  service,
  toStruct,
} from "../../provider/protocols/native/protocol.js";
import { createService } from "../../provider/protocols/native/service.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { withSecretsAt } from "../support/secretsAt.js";
import type { Declaration, Protocol, Provider, Stored } from "./protocol.js";

const sdkRequire = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const { Status } = sdkRequire("@pulumi/pulumi/proto/status_pb");

/** A message as it is on the wire: only what can be written and read again is left of it. */
interface Message {
  serializeBinary(): Uint8Array;
}

/** The plugin: messages of the provider protocol, with the engine's marks of secrets in place. */
export const nativeProtocol: Protocol = {
  name: "native",
  async start(lifecycle, { log, runtime, configuration }) {
    const served = new NativeProvider({ lifecycles: [lifecycle], queries: [], runtime, log: () => log });
    const methods = createService({
      provider: () => served,
      schema: () => "{}",
      attach: () => false,
      cancel: () => runtime.cancel(),
    });
    const request = new messages.ConfigureRequest().setArgs(toStruct(configuration)).setName("default");
    await call(methods, "configure", request);
    return new ServedProvider(lifecycle, methods);
  },
};

class ServedProvider implements Provider {
  constructor(
    private readonly lifecycle: Lifecycle,
    private readonly methods: Methods,
  ) {}

  async check({ urn, args, ...marks }: Declaration, olds: JsonObject | undefined) {
    const { marked = [], inPlace = [] } = marks;
    const value = withSecretsAt(this.lifecycle.schema, args, [...marked, ...inPlace]);
    const request = new messages.CheckRequest().setUrn(urn).setNews(toStruct(encodeSecrets(value)));
    if (olds !== undefined) request.setOlds(toStruct(olds));
    const response = await this.call<provider.CheckResponse>("check", request);
    return {
      inputs: fromStruct(response.getInputs()),
      failures: response.getFailuresList().map(reasonOf),
    };
  }

  async diff({ urn, id, ...before }: Stored, inputs: JsonObject) {
    const request = new messages.DiffRequest().setUrn(urn).setId(id).setNews(toStruct(inputs));
    request.setOlds(toStruct(before.outputs)).setOldInputs(toStruct(before.inputs));
    const response = await this.call<provider.DiffResponse>("diff", request);
    return {
      isChanged: response.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
      replaces: response.getReplacesList(),
      isDeletedFirst: response.getDeletebeforereplace(),
    };
  }

  async create(urn: string, inputs: JsonObject) {
    const request = new messages.CreateRequest().setUrn(urn).setProperties(toStruct(inputs));
    const response = await this.call<provider.CreateResponse>("create", request);
    return { id: response.getId(), outputs: fromStruct(response.getProperties()) };
  }

  async update({ urn, id, ...before }: Stored, inputs: JsonObject) {
    const request = new messages.UpdateRequest().setUrn(urn).setId(id).setNews(toStruct(inputs));
    request.setOlds(toStruct(before.outputs)).setOldInputs(toStruct(before.inputs));
    const response = await this.call<provider.UpdateResponse>("update", request);
    return { outputs: fromStruct(response.getProperties()) };
  }

  async read({ urn, id: oldId, ...before }: Stored) {
    const request = new messages.ReadRequest().setUrn(urn).setId(oldId);
    request.setProperties(toStruct(before.outputs)).setInputs(toStruct(before.inputs));
    const response = await this.call<provider.ReadResponse>("read", request);
    const id = response.getId();
    if (id === "") return undefined;
    return { id, inputs: fromStruct(response.getInputs()), outputs: fromStruct(response.getProperties()) };
  }

  async delete({ urn, id, ...before }: Stored): Promise<void> {
    const request = new messages.DeleteRequest().setUrn(urn).setId(id);
    request.setProperties(toStruct(before.outputs)).setOldInputs(toStruct(before.inputs));
    await this.call("delete", request);
  }

  private call<Response>(method: string, request: Message): Promise<Response> {
    return call(this.methods, method, request);
  }
}

/** Beside a property the engine prints its value. */
function reasonOf(failure: provider.CheckFailure): string {
  if (failure.getProperty() !== "") throw new Error(`a failure names the property ${failure.getProperty()}`);
  return failure.getReason();
}

function call<Response>(methods: Methods, method: string, request: Message): Promise<Response> {
  return new Promise((resolve, reject) => {
    const wire = service[method] as NonNullable<(typeof service)[string]>;
    const received = wire.requestDeserialize(request.serializeBinary());
    methods[method]?.({ request: received } as never, (error, response) => {
      if (error !== null) reject(errorOf(error));
      else resolve(wire.responseDeserialize(wire.responseSerialize(response as object)) as Response);
    });
  });
}

/** The engine's reading of an error: the text, and the state to keep when an operation failed halfway. */
function errorOf({ details, metadata }: StatusError): Error {
  // The text is all that crosses: what the error was in the process of the provider stays there.
  const error = Object.assign(new Error(details), { stack: "" });
  const [packed] =
    (metadata as { get(name: string): Buffer[] } | undefined)?.get("grpc-status-details-bin") ?? [];
  if (packed === undefined) return error;
  const [detail] = Status.deserializeBinary(packed).getDetailsList();
  const { ErrorResourceInitFailed } = messages;
  const failed: provider.ErrorResourceInitFailed = detail.unpack(
    ErrorResourceInitFailed.deserializeBinary,
    "pulumirpc.ErrorResourceInitFailed",
  );
  // Of a create and an update the engine does not use the inputs in the error.
  return Object.assign(error, {
    id: failed.getId(),
    properties: fromStruct(failed.getProperties()),
    reasons: failed.getReasonsList(),
  });
}
