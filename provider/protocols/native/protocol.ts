import type * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import type * as provider from "@pulumi/pulumi/proto/provider_pb";
import { type Json, type JsonObject, mapParts } from "../../schema/json.js";
import { sdkRequire } from "../sdkModules.js";

interface Struct {
  toJavaScript(): JsonObject;
}

/** A call with a stream of responses. */
export interface Call {
  write(response: unknown): void;
  end(): void;
  emit(event: "error", error: StatusError): void;
}

/** gRPC methods by name. Each has one response or a stream of responses. */
export type Methods = Record<string, (call: Call & { request: never }, respond: Respond) => void>;

export type Respond = (error: StatusError | null, response?: unknown) => void;

export interface StatusError {
  code: number;
  details: string;
  metadata?: object;
}

const grpc = sdkRequire("@grpc/grpc-js");

export const { Server, ServerCredentials } = grpc;

export const messages = sdkRequire("@pulumi/pulumi/proto/provider_pb") as typeof provider;

export const { PluginInfo } = sdkRequire("@pulumi/pulumi/proto/plugin_pb") as typeof plugin;
const { Any } = sdkRequire("google-protobuf/google/protobuf/any_pb");
const { Status } = sdkRequire("@pulumi/pulumi/proto/status_pb");
const structs = sdkRequire("google-protobuf/google/protobuf/struct_pb");
export const { Empty } = sdkRequire("google-protobuf/google/protobuf/empty_pb");

interface MethodDefinition {
  requestDeserialize(bytes: Uint8Array): object;
  responseSerialize(response: object): Uint8Array;
  responseDeserialize(bytes: Uint8Array): unknown;
}

export const service: Record<string, MethodDefinition> = sdkRequire(
  "@pulumi/pulumi/proto/provider_grpc_pb",
).ResourceProviderService;

/** @param value plain JSON; `undefined` becomes null, because protobuf has no undefined value */
export function toStruct(value: JsonObject): never {
  return structs.Struct.fromJavaScript(withNulls(value)) as never;
}

function withNulls(value: Json): Json {
  return value === undefined ? null : mapParts(value, withNulls);
}

/** The order of the properties is stable: the engine's differs between messages, but the library sorts them by name. */
export function fromStruct(struct: Struct | undefined): JsonObject {
  return struct?.toJavaScript() ?? {};
}

/** Creates a gRPC error. With a state, the engine keeps the resource. */
export function toStatusError(
  message: string,
  kept?: { id: string; properties: JsonObject; inputs: JsonObject },
): StatusError {
  const error = { code: grpc.status.UNKNOWN, details: message };
  if (kept === undefined) return error;
  const failed = new messages.ErrorResourceInitFailed().setId(kept.id).setReasonsList([message]);
  failed.setProperties(toStruct(kept.properties)).setInputs(toStruct(kept.inputs));
  const packed = new Any();
  packed.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const full = new Status().setCode(error.code).setMessage(message);
  full.addDetails(packed);
  const metadata = new grpc.Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(full.serializeBinary()));
  return { ...error, metadata };
}
