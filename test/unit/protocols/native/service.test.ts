import { createRequire } from "node:module";
import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { ResourceHooks } from "../../../../provider/core/hooks.js";
import { HookError } from "../../../../provider/core/runHook.js";
import type { NativeProvider } from "../../../../provider/protocols/native/nativeProvider.js";
import { messages, type StatusError, toStruct } from "../../../../provider/protocols/native/protocol.js";
import { createService } from "../../../../provider/protocols/native/service.js";
import type { JsonObject } from "../../../../provider/schema/json.js";

const sdkRequire = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const { Status } = sdkRequire("@pulumi/pulumi/proto/status_pb");

type Results = Partial<Record<keyof NativeProvider | keyof ResourceHooks, unknown>>;

interface Message {
  serializeBinary(): Uint8Array;
}

/** What the methods hand to a provider, and what they make of its results. */
describe("the messages of the native protocol", () => {
  let calls: unknown[][];
  beforeEach(() => {
    calls = [];
  });

  const serviceOf = (results: Results) => {
    const provider = Object.fromEntries(
      Object.entries(results).map(([name, result]) => [
        name,
        async (...args: unknown[]) => {
          calls.push(args);
          if (result instanceof Error) throw result;
          return result;
        },
      ]),
    );
    const unused = () => expect.fail("not called in this test");
    return createService({
      provider: () => ({ ...provider, hooksOf: () => provider }) as unknown as NativeProvider,
      ...{ schema: unused, attach: unused, cancel: unused },
    });
  };
  const call = <Response extends Message>(
    results: Results,
    method: string,
    request: Message,
  ): Promise<Response> =>
    new Promise((resolve, reject) => {
      const methods = serviceOf(results) as unknown as Record<
        string,
        (call: { request: Message }, respond: (error: StatusError | null, response: Response) => void) => void
      >;
      methods[method]?.({ request }, (error, response) => (error ? reject(error) : resolve(response)));
    });

  const inputs: JsonObject = { name: "web" };
  const outputs: JsonObject = { name: "web", ip: "198.51.100.7" };

  for (const [seconds, timeoutSeconds] of [
    [0, undefined],
    [90, 90],
  ] as const) {
    it(`a time limit of ${seconds} seconds is ${timeoutSeconds ?? "none"}`, async () => {
      const create = new messages.CreateRequest().setProperties(toStruct(inputs)).setTimeout(seconds);
      await call({ create: { id: "the id", state: { inputs, outputs } } }, "create", create);
      const update = new messages.UpdateRequest().setTimeout(seconds).setPreview(true);
      await call({ update: { id: "the id", state: { inputs, outputs } } }, "update", update);
      await call({ delete: undefined }, "delete", new messages.DeleteRequest().setTimeout(seconds));
      await call({ read: "missing" }, "read", new messages.ReadRequest().setTimeout(seconds));
      expect(calls.map((args) => args.at(-1))).to.deep.equal([
        { isPreview: false, timeoutSeconds },
        { isPreview: true, timeoutSeconds },
        { timeoutSeconds },
        { timeoutSeconds },
      ]);
    });
  }

  it("a difference has the kind of each change by path; one without paths leaves them to the engine", async () => {
    const changes = { isNeeded: true, replaces: ["osType"], deleteBeforeReplace: true };
    const change = (path: string, before: unknown, createOnly: boolean) => {
      const steps = path.split(".");
      return { path, oldSteps: steps, newSteps: steps, before, after: "b", createOnly, secret: false };
    };
    const lines = [change("tags.a", undefined, false), change("osType", "a", true)];
    const request = new messages.DiffRequest();
    const detailed = await call<InstanceType<typeof messages.DiffResponse>>(
      { diff: { ...changes, lines } },
      "diff",
      request,
    );
    const { ADD, UPDATE_REPLACE } = messages.PropertyDiff.Kind;
    expect(detailed.toObject()).to.deep.include({
      changes: messages.DiffResponse.DiffChanges.DIFF_SOME,
      replacesList: ["osType"],
      deletebeforereplace: true,
      hasdetaileddiff: true,
      detaileddiffMap: [
        ["osType", { kind: UPDATE_REPLACE, inputdiff: true }],
        ["tags.a", { kind: ADD, inputdiff: true }],
      ],
    });
    const plain = await call<InstanceType<typeof messages.DiffResponse>>(
      { diff: { ...changes, lines: [] } },
      "diff",
      request,
    );
    expect(plain.getHasdetaileddiff()).to.equal(false);
  });

  it("arguments of the provider are compared with its inputs before, or its outputs where the state has no inputs", async () => {
    const [olds, news] = [toStruct(outputs), toStruct({})];
    const request = () => new messages.DiffRequest().setOlds(olds).setNews(news);
    await call({ isConfigurationChanged: true }, "diffConfig", request().setOldInputs(toStruct(inputs)));
    await call({ isConfigurationChanged: true }, "diffConfig", request());
    expect(calls).to.deep.equal([
      [inputs, {}],
      [outputs, {}],
    ]);
  });

  it("a failure has the state that the engine has to keep, if there is one", async () => {
    const failing = (error: Error): Promise<StatusError> =>
      call({ create: error }, "create", new messages.CreateRequest()).then(
        () => expect.fail("no error"),
        (thrown: StatusError) => thrown,
      );
    const plain = await failing(new Error("no token"));
    expect([plain.details, plain.metadata]).to.deep.equal(["no token", undefined]);
    const partial = await failing(new HookError("not ready", { id: "the id", state: { outputs, inputs } }));
    expect(partial.details).to.equal("not ready");
    const [packed] = (partial.metadata as { get(name: string): Uint8Array[] }).get("grpc-status-details-bin");
    const [detail] = Status.deserializeBinary(packed).getDetailsList();
    const kept = messages.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
    expect([kept.getId(), kept.getReasonsList()]).to.deep.equal(["the id", ["not ready"]]);
    expect(kept.getProperties()?.toJavaScript()).to.deep.equal(outputs);
    expect(kept.getInputs()?.toJavaScript()).to.deep.equal(inputs);
  });
});
