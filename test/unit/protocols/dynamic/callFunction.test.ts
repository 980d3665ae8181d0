import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { createNamedLog } from "../../../../provider/core/log.js";
import type { ServiceQuery } from "../../../../provider/core/serviceQuery.js";
import { callFunction, createProgramLog } from "../../../../provider/protocols/dynamic/function.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { KnownSecrets } from "../../../../provider/text/knownSecrets.js";
import { rejection } from "../../http/answers.js";
import { runFunctions } from "../../support/mocks.js";

describe("the messages of a function", () => {
  const { info, warn } = pulumi.log;
  afterEach(() => void Object.assign(pulumi.log, { info, warn }));

  it("have the function's name in front, and progress does not stay", () => {
    const shown: unknown[] = [];
    Object.assign(pulumi.log, {
      info: (...parts: unknown[]) => void shown.push(["info", ...parts]),
      warn: (...parts: unknown[]) => void shown.push(["warn", ...parts]),
    });
    const log = createNamedLog(createProgramLog(), "getThing", new KnownSecrets(), false);
    for (const kind of ["progress", "info", "warn"] as const) log[kind](`of ${kind}`);
    expect(shown).to.deep.equal([
      ["info", "getThing: of progress", undefined, undefined, true],
      ["info", "getThing: of info"],
      ["warn", "getThing: of warn"],
    ]);
  });
});

describe("query", () => {
  const TOKEN = "canary-token-4711";

  const OTHER = "other-token-0815";

  const ask = async (
    answer: JsonObject,
    token = TOKEN,
    part: Partial<ServiceQuery<undefined>> = {},
  ): Promise<JsonObject> => {
    const query: ServiceQuery<undefined> = {
      name: "getThing",
      service: "apps",
      withoutToken: { title: "", consequence: "" },
      read: () => undefined,
      ask: async () => answer,
      describe: () => ({ description: "", arguments: {}, result: {} }),
      ...part,
    };
    const config = {
      "vendorcloud:appsUrl": "http://127.0.0.1",
      "vendorcloud:appsToken": token,
      "vendorcloud:businessToken": OTHER,
    };
    return runFunctions(() => callFunction<JsonObject>(() => query, {}, {}), { config });
  };

  it("an error holds no token, whichever code throws it", async () => {
    const textWith = async (token: string) => {
      const fail = async () => {
        throw new Error(`for ${token} and ${OTHER}.`);
      };
      return String(await rejection(ask({}, token, { ask: fail })));
    };
    expect(await textWith(TOKEN)).to.include("for [secret] and [secret].");
    expect(await textWith("stand-1")).to.include("for [secret] and [secret].");
  });

  it("an error of the code that reads arguments is no problem of the arguments", async () => {
    const read = () => {
      throw new TypeError("a defect");
    };
    expect(String(await rejection(ask({}, TOKEN, { read })))).to.include("TypeError: a defect");
  });

  it("a response has no name that means something to the engine", async () => {
    const answer = {
      "4dabf18193072939515e22adb298388d": [{ a: 1 }],
      constructor: [],
      __pulumiOutput: true,
      a: 1,
    };
    expect(await ask(answer as unknown as JsonObject)).to.deep.equal({ a: 1 });
  });
});
