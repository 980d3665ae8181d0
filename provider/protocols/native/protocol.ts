import type * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import type * as provider from "@pulumi/pulumi/proto/provider_pb";
import type { JsonObject } from "../../schema/json.js";
import { sdkRequire } from "./sdkModules.js";
import { readStructs, writeStruct } from "./struct.js";

/** A protobuf message, or what stands for it, with the JSON value. */
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

export type Respond = (error: StatusError | null, response?: unknown) => void;

export interface StatusError {
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

/** How the messages of a method are read and written. */
interface MethodDefinition {
  requestDeserialize(bytes: Uint8Array): object;
  responseSerialize(response: object): Uint8Array;
  responseDeserialize(bytes: Uint8Array): unknown;
}

/**
 * Setters of the properties in a request, and their names in a response, by their numbers in the protocol, which never change.
 */
const PROPERTIES: Record<string, { request: Record<number, string>; response: Record<string, number> }> = {
  checkConfig: { request: { 3: "getNews" }, response: { inputs: 1 } },
  check: { request: { 2: "getOlds", 3: "getNews" }, response: { inputs: 1 } },
  diff: { request: { 3: "getOlds", 4: "getNews", 6: "getOldInputs" }, response: {} },
  create: { request: { 2: "getProperties" }, response: { properties: 2 } },
  read: { request: { 3: "getProperties", 4: "getInputs" }, response: { properties: 2, inputs: 3 } },
  update: { request: { 3: "getOlds", 4: "getNews", 8: "getOldInputs" }, response: { properties: 1 } },
  delete: { request: { 3: "getProperties", 5: "getOldInputs" }, response: {} },
};

/** The methods of a provider, as the protocol defines them; properties are read and written without the SDK's classes. */
export const service = withOwnProperties(
  sdkRequire("@pulumi/pulumi/proto/provider_grpc_pb").ResourceProviderService,
);

function withOwnProperties(definitions: Record<string, MethodDefinition>): Record<string, MethodDefinition> {
  const own = Object.entries(PROPERTIES).map(([method, { request: getters, response: numbers }]) => {
    const definition = definitions[method] as MethodDefinition;
    const fields = new Set(Object.keys(getters).map(Number));
    const requestDeserialize = (bytes: Uint8Array): object => {
      const { structs, rest } = readStructs(bytes, fields);
      const request = definition.requestDeserialize(rest);
      for (const [field, value] of structs)
        Object.assign(request, { [String(getters[field])]: (): Struct => ({ toJavaScript: () => value }) });
      return request;
    };
    const responseSerialize = (response: object): Uint8Array => {
      const written = Object.entries(responseProperties.get(response) ?? {}).map(([name, value]) =>
        writeStruct(numbers[name] as number, value),
      );
      // The order of a message's fields has no meaning.
      return Buffer.concat([definition.responseSerialize(response), ...written]);
    };
    return [method, { ...definition, requestDeserialize, responseSerialize }];
  });
  return { ...definitions, ...Object.fromEntries(own) };
}

const responseProperties = new WeakMap<object, Record<string, JsonObject>>();

/** A response with properties, by their names in the protocol: `inputs`, `properties`. */
export function withProperties<Response extends object>(
  response: Response,
  properties: Record<string, JsonObject>,
): Response {
  responseProperties.set(response, properties);
  return response;
}

const { PluginInfo } = sdkRequire("@pulumi/pulumi/proto/plugin_pb") as typeof plugin;

export function createEmpty(): Message {
  return new Empty();
}

export function createPluginInfo(version: string): plugin.PluginInfo {
  return new PluginInfo().setVersion(version);
}

/** @param value plain JSON: `undefined` and other values make the message invalid */
export function toStruct(value: JsonObject): never {
  return Struct.fromJavaScript(value);
}

export function fromStruct(struct: Struct | undefined): JsonObject {
  return struct?.toJavaScript() ?? {};
}

/** The numbers of the properties in a `pulumirpc.ErrorResourceInitFailed`. */
const FAILED = { properties: 2, inputs: 4 } as const;

/**
 * An error as gRPC carries it: the text, and a state where there is one, with which the engine keeps the resource.
 */
export function toStatusError(
  message: string,
  kept?: { id: string; properties: JsonObject; inputs: JsonObject },
): StatusError {
  const error = { code: grpc.status.UNKNOWN, details: message };
  if (kept === undefined) return error;
  const failed = new messages.ErrorResourceInitFailed().setId(kept.id).setReasonsList([message]);
  const packed = new Any();
  packed.pack(
    Buffer.concat([
      failed.serializeBinary(),
      writeStruct(FAILED.properties, kept.properties),
      writeStruct(FAILED.inputs, kept.inputs),
    ]),
    "pulumirpc.ErrorResourceInitFailed",
  );
  const full = new Status();
  full.setCode(grpc.status.UNKNOWN);
  full.setMessage(message);
  full.addDetails(packed);
  const metadata = new grpc.Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(full.serializeBinary()));
  return { ...error, metadata };
}
