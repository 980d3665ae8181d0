import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { ResourceHooks } from "../../../../provider/core/hooks.js";
import type { NativeProvider } from "../../../../provider/protocols/native/nativeProvider.js";
import { messages, type StatusError, toStruct } from "../../../../provider/protocols/native/protocol.js";
import { createService } from "../../../../provider/protocols/native/service.js";
import type { JsonObject } from "../../../../provider/schema/json.js";

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

  it("a comparison gets the option `ignoreChanges` with the inputs of its check, and only once", async () => {
    const compared = { isNeeded: false, replaces: [], lines: [], deleteBeforeReplace: false };
    const methods = serviceOf({ check: { inputs, failures: [] }, diff: compared }) as unknown as Record<
      string,
      (call: { request: Message }, respond: () => void) => void
    >;
    const run = (method: string, request: Message) =>
      new Promise<void>((resolve) => methods[method]?.({ request }, () => resolve()));
    const news = { name: "other" };
    const check = new messages.CheckRequest().setUrn("u").setOlds(toStruct(inputs)).setNews(toStruct(news));
    const diff = new messages.DiffRequest().setUrn("u").setIgnorechangesList(["name"]);
    for (const [method, request] of Object.entries({ check, diff, again: diff }))
      await run(method === "again" ? "diff" : method, request);
    expect(calls.slice(1).map((args) => args.at(-1))).to.deep.equal([
      { olds: inputs, news, paths: ["name"] },
      undefined,
    ]);
  });

  it("a comparison says which properties differ, unless the engine has to find that itself", async () => {
    const compare = async (lines: JsonObject[]) => {
      const result = { isNeeded: true, replaces: ["name"], lines, deleteBeforeReplace: true };
      const request = new messages.DiffRequest().setUrn("u");
      const response = await call<InstanceType<typeof messages.DiffResponse>>(
        { diff: result },
        "diff",
        request,
      );
      const { replacesList, deletebeforereplace, hasdetaileddiff, detaileddiffMap } = response.toObject();
      return { replacesList, deletebeforereplace, hasdetaileddiff, detaileddiffMap };
    };
    const common = { replacesList: ["name"], deletebeforereplace: true };
    const line = {
      path: "name",
      oldSteps: ["name"],
      newSteps: ["name"],
      secret: false,
      createOnly: true,
      before: "a",
      after: "b",
    };
    const { UPDATE_REPLACE: kind } = messages.PropertyDiff.Kind;
    expect(await compare([line])).to.deep.equal({
      ...{ ...common, hasdetaileddiff: true },
      detaileddiffMap: [["name", { kind, inputdiff: true }]],
    });
    expect(await compare([])).to.deep.equal({ ...common, hasdetaileddiff: false, detaileddiffMap: [] });
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
});
