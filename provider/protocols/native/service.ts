import type * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import type * as provider from "@pulumi/pulumi/proto/provider_pb";
import type { Autonaming } from "../../contract/lifecycle.js";
import type { CheckedInputs, OperationOptions, ResourceHooks } from "../../core/hooks.js";
import type { IgnoredChanges } from "../../core/ignoredItems.js";
import { HookError } from "../../core/runHook.js";
import type { StoredState } from "../../core/storedProperties.js";
import { version } from "../../generated/version.js";
import type { PropertyMap } from "../../schema/json.js";
import { createDetailedDiff } from "./detailedDiff.js";
import { decodeSecrets, encodeSecrets } from "./nativeCodec.js";
import type { NativeProvider } from "./nativeProvider.js";
import {
  type Call,
  Empty,
  fromStruct,
  type Methods,
  messages,
  PluginInfo,
  type Respond,
  type StatusError,
  toStatusError,
  toStruct,
} from "./protocol.js";

interface ServiceOptions {
  /** Called by the first request that needs the provider, because the engine waits until it knows the port. */
  provider(): NativeProvider;
  schema(): string;
  /** Sets the engine's address. @returns whether the engine did not start this process, which can then serve several runs */
  attach(engineAddress: string): boolean;
  cancel(): void;
}

/** Creates the methods of the provider protocol, which decode messages and encode the results. */
export function createService({ provider, schema, attach, cancel }: ServiceOptions): Methods {
  // Only the first configuration of a run counts: any local process can reach the port, and could redirect the tokens.
  let isConfigured = false;
  /** The inputs of a check until the comparison, by URN, because only that gets the option `ignoreChanges`. */
  const checkedInputs = new Map<string, Pick<IgnoredChanges, "olds" | "news">>();
  const hooksOf = (urn: string): ResourceHooks => provider().hooksOf(urn);
  return {
    handshake: unary(() => {
      const response = new messages.ProviderHandshakeResponse().setAcceptSecrets(true);
      return response.setSupportsAutonamingConfiguration(true);
    }),

    attach: unary((request: plugin.PluginAttach) => {
      if (attach(request.getAddress())) isConfigured = false;
      return new Empty();
    }),

    getPluginInfo: unary(() => new PluginInfo().setVersion(version)),

    getSchema: unary(() => new messages.GetSchemaResponse().setSchema(schema())),

    checkConfig: unary((request: provider.CheckRequest) => {
      const name = request.getName();
      const requested = requestedVersion(name);
      if (requested !== undefined) provider().compareVersion(request.getUrn(), requested);
      return checkResponse(
        provider().checkConfiguration(readProperties(request.getNews()), hasDefaultName(name)),
      );
    }),

    diffConfig: unary((request: provider.DiffRequest) => {
      const olds = readProperties(request.getOldInputs() ?? request.getOlds());
      return diffResponse(provider().isConfigurationChanged(olds, readProperties(request.getNews())));
    }),

    configure: unary((request: provider.ConfigureRequest) => {
      if (!isConfigured)
        provider().configure(readProperties(request.getArgs()), hasDefaultName(request.getName() ?? ""));
      isConfigured = true;
      const response = new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
      return response.setSupportsAutonamingConfiguration(true);
    }),

    check: unary(async (request: provider.CheckRequest) => {
      const [urn, olds] = [request.getUrn(), readProperties(request.getOlds())];
      const isNew = Object.keys(olds).length === 0;
      const news = readProperties(request.getNews());
      if (!isNew) checkedInputs.set(urn, { olds, news });
      const checked = await hooksOf(urn).check(urn, {
        olds: isNew ? undefined : olds,
        news,
        // The protocol does not say whether this is a preview. An update fails as fast as one here, since nothing has been sent yet.
        isPreview: true,
        autonaming: autonamingOf(request),
      });
      return checkResponse(checked);
    }),

    diff: unary(async (request: provider.DiffRequest) => {
      const [urn, news] = [request.getUrn(), readProperties(request.getNews())];
      const state = readState(request.getOldInputs(), request.getOlds());
      // A refresh compares without a check.
      const given = checkedInputs.get(urn);
      checkedInputs.delete(urn);
      const ignored = given && { ...given, paths: request.getIgnorechangesList() };
      const result = await hooksOf(urn).diff(urn, request.getId(), state, news, ignored);
      const response = diffResponse(result.isNeeded).setReplacesList(result.replaces);
      response.setDeletebeforereplace(result.deleteBeforeReplace);
      const changes = createDetailedDiff(result.lines);
      // Without paths, the inputs do not show why an update is needed, and the engine compares them itself.
      if (changes.size === 0) return response;
      const details = response.setHasdetaileddiff(true).getDetaileddiffMap();
      const { PropertyDiff } = messages;
      for (const [path, { kind, replaces }] of changes) {
        const name = `${kind.toUpperCase() as Uppercase<typeof kind>}${replaces ? "_REPLACE" : ""}` as const;
        details.set(path, new PropertyDiff().setKind(PropertyDiff.Kind[name]).setInputdiff(true));
      }
      return response;
    }),

    create: unary(async (request: provider.CreateRequest) => {
      const [urn, news] = [request.getUrn(), readProperties(request.getProperties())];
      const { id, state } = await hooksOf(urn).create(urn, news, optionsOf(request));
      return new messages.CreateResponse().setId(id).setProperties(writeProperties(state.outputs));
    }),

    read: unary(async (request: provider.ReadRequest) => {
      const [urn, id] = [request.getUrn(), request.getId()];
      const state = readState(request.getInputs(), request.getProperties());
      const found = await hooksOf(urn).read(urn, id, state, { timeoutSeconds: timeoutOf(request) });
      const response = new messages.ReadResponse();
      if (found === "missing") return response;
      const { outputs, inputs } = found.state;
      response.setProperties(writeProperties(outputs)).setInputs(writeProperties(inputs));
      return response.setId(found.id);
    }),

    update: unary(async (request: provider.UpdateRequest) => {
      const [urn, news] = [request.getUrn(), readProperties(request.getNews())];
      const olds = readState(request.getOldInputs(), request.getOlds());
      const { state } = await hooksOf(urn).update(urn, request.getId(), olds, news, optionsOf(request));
      return new messages.UpdateResponse().setProperties(writeProperties(state.outputs));
    }),

    delete: unary(async (request: provider.DeleteRequest) => {
      const [urn, id] = [request.getUrn(), request.getId()];
      const state = readState(request.getOldInputs(), request.getProperties());
      await hooksOf(urn).delete(urn, id, state, { timeoutSeconds: timeoutOf(request) });
      return new Empty();
    }),

    invoke: unary(async (request: provider.InvokeRequest) => {
      const args = readProperties(request.getArgs());
      const result = await provider().invoke(request.getTok(), args, request.getPreview());
      return new messages.InvokeResponse().setReturn(writeProperties(result));
    }),

    list: streaming(async (request: provider.ListRequest) => {
      const objects = await provider().list(request.getToken(), readProperties(request.getQuery()));
      const limit = request.getLimit() > 0 ? request.getLimit() : undefined;
      return objects.slice(0, limit).map(({ id, name }) => {
        const result = new messages.ListResponse.Result().setId(id).setName(name);
        return new messages.ListResponse().setResult(result);
      });
    }),

    cancel: unary(() => {
      cancel();
      return new Empty();
    }),
  };
}

type Struct = Parameters<typeof fromStruct>[0];

function readProperties(struct: Struct): PropertyMap {
  return decodeSecrets(fromStruct(struct));
}

function readState(inputs: Struct, outputs: Struct): StoredState {
  return { inputs: readProperties(inputs), outputs: readProperties(outputs) };
}

function writeProperties(properties: PropertyMap): never {
  return toStruct(encodeSecrets(properties));
}

function optionsOf(request: provider.CreateRequest | provider.UpdateRequest): OperationOptions {
  return { isPreview: request.getPreview(), timeoutSeconds: timeoutOf(request) };
}

function autonamingOf(request: provider.CheckRequest): Autonaming | undefined {
  const autonaming = request.getAutonaming();
  if (autonaming === undefined) return undefined;
  const { PROPOSE, ENFORCE } = messages.CheckRequest.AutonamingOptions.Mode;
  const modes = { [PROPOSE]: "propose", [ENFORCE]: "enforce" } as const;
  const mode = modes[autonaming.getMode() as keyof typeof modes] ?? "disable";
  return { mode, name: autonaming.getProposedName() };
}

/** The engine sends 0 without the option. Read requests have no time-out below SDK 3.246. */
function timeoutOf(request: { getTimeout?(): number }): number | undefined {
  return request.getTimeout?.() || undefined;
}

function diffResponse(isChanged: boolean): provider.DiffResponse {
  const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
  return new messages.DiffResponse().setChanges(isChanged ? DIFF_SOME : DIFF_NONE);
}

function checkResponse({ inputs, failures }: CheckedInputs): provider.CheckResponse {
  const response = new messages.CheckResponse().setInputs(writeProperties(inputs));
  return response.setFailuresList(failures.map((reason) => new messages.CheckFailure().setReason(reason)));
}

function unary<Request>(handle: (request: Request) => unknown) {
  return ({ request }: { request: Request }, respond: Respond): void => {
    Promise.resolve()
      .then(() => handle(request))
      .then(
        (response) => respond(null, response),
        (error) => respond(errorOf(error)),
      );
  };
}

function streaming<Request>(handle: (request: Request) => Promise<unknown[]>) {
  return (call: Call & { request: Request }): void => {
    handle(call.request).then(
      (responses) => {
        for (const response of responses) call.write(response);
        call.end();
      },
      (error) => call.emit("error", errorOf(error)),
    );
  };
}

function errorOf(error: unknown): StatusError {
  const message = error instanceof Error ? error.message : String(error);
  const kept = error instanceof HookError ? error.kept : undefined;
  if (kept === undefined) return toStatusError(message);
  const { inputs, outputs } = kept.state;
  return toStatusError(message, {
    id: kept.id,
    properties: encodeSecrets(outputs),
    inputs: encodeSecrets(inputs),
  });
}

/**
 * Whether the name is that of a default provider, which the engine creates from the stack's configuration: `default`,
 * `default_1_2_3` or, with the address of its plugin, `default_https_/…`. A program may name an explicit provider `default_eu`.
 */
function hasDefaultName(name: string): boolean {
  return /^default(_\d+_\d+_\d+.*|_[a-z]+_\/.*)?$/.test(name);
}

/** The plugin version that the program requests, from the name of its default provider. */
function requestedVersion(name: string): string | undefined {
  return /^default_(\d+_\d+_\d+)/.exec(name)?.[1]?.replaceAll("_", ".");
}
