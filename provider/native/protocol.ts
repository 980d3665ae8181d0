import { createRequire } from "node:module";
import type * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import type * as provider from "@pulumi/pulumi/proto/provider_pb";
import type { JsonObject } from "../schema/json.js";

/** gRPC and the messages of the provider protocol are the SDK's own copies: this package adds none of its own. */
const sdkRequire = createRequire(require.resolve("@pulumi/pulumi/package.json"));

/** A protobuf message with the JSON value that it stands for. */
interface Struct {
  toJavaScript(): JsonObject;
}

interface Message {
  serializeBinary(): Uint8Array;
}

interface Any extends Message {
  pack(bytes: Uint8Array, name: string): void;
}

interface Status extends Message {
  setCode(code: number): void;
  setMessage(message: string): void;
  addDetails(details: Any): void;
}

/** The part of gRPC that is used here. */
interface Grpc {
  Server: new (
    options: Record<string, number>,
  ) => {
    addService(service: unknown, methods: Methods): void;
    forceShutdown(): void;
    bindAsync(
      address: string,
      credentials: unknown,
      bound: (error: Error | null, port: number) => void,
    ): void;
  };
  ServerCredentials: { createInsecure(): unknown };
  Metadata: new () => { add(key: string, value: Buffer): void };
  status: { UNKNOWN: number };
}

/** Methods by name: each takes one message and responds with another, or with an error. */
export type Methods = Record<string, (call: { request: never }, respond: Respond) => void>;

export type Respond = (error: ServiceError | null, response?: unknown) => void;

export interface ServiceError {
  code: number;
  details: string;
  metadata?: object;
}

const grpc = sdkRequire("@grpc/grpc-js") as Grpc;

export const { Server, ServerCredentials } = grpc;

export const messages = sdkRequire("@pulumi/pulumi/proto/provider_pb") as typeof provider;

const { Any } = sdkRequire("google-protobuf/google/protobuf/any_pb") as { Any: new () => Any };
const { Status } = sdkRequire("@pulumi/pulumi/proto/status_pb") as { Status: new () => Status };
const { Struct } = sdkRequire("google-protobuf/google/protobuf/struct_pb") as {
  Struct: { fromJavaScript(value: JsonObject): never };
};
const { Empty } = sdkRequire("google-protobuf/google/protobuf/empty_pb") as { Empty: new () => Message };

/** The methods of a provider, as the protocol defines them. */
export const service: unknown = sdkRequire("@pulumi/pulumi/proto/provider_grpc_pb").ResourceProviderService;

const { PluginInfo } = sdkRequire("@pulumi/pulumi/proto/plugin_pb") as typeof plugin;

export function empty(): Message {
  return new Empty();
}

export function pluginInfo(version: string): plugin.PluginInfo {
  return new PluginInfo().setVersion(version);
}

/** @param value plain JSON: `undefined` and other values make the message invalid */
export function toStruct(value: JsonObject): never {
  return Struct.fromJavaScript(value);
}

export function fromStruct(struct: Struct | undefined): JsonObject {
  return struct?.toJavaScript() ?? {};
}

/**
 * An error as gRPC carries it: the text, and details for the engine where there are any.
 *
 * @param details of the type `pulumirpc.ErrorResourceInitFailed`: the engine keeps the resource with the state in it
 */
export function toServiceError(message: string, details?: provider.ErrorResourceInitFailed): ServiceError {
  const error = { code: grpc.status.UNKNOWN, details: message };
  if (details === undefined) return error;
  const packed = new Any();
  packed.pack(details.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const full = new Status();
  full.setCode(grpc.status.UNKNOWN);
  full.setMessage(message);
  full.addDetails(packed);
  const metadata = new grpc.Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(full.serializeBinary()));
  return { ...error, metadata };
}
