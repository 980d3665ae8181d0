import { setImmediate } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Settings } from "../../../../provider/contract/settings.js";
import { createNamedLog } from "../../../../provider/core/log.js";
import type { ServiceQuery } from "../../../../provider/core/serviceQuery.js";
import {
  callFunction,
  createProgramLog,
  failOnce,
  warnOfNoToken,
} from "../../../../provider/protocols/dynamic/function.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { KnownSecrets } from "../../../../provider/text/knownSecrets.js";
import { rejection } from "../../http/answers.js";
import { configuration } from "../../support/hooks.js";
import { runFunctions, runProgram, settled } from "../../support/mocks.js";
import { useWarnings } from "../../support/warnings.js";

describe("an Output of a function that fails", () => {
  const { settings } = require("@pulumi/pulumi/runtime/state").getStore();
  const { getEngine } = require("@pulumi/pulumi/runtime");
  const rejected: unknown[] = [];
  let listeners: NodeJS.UnhandledRejectionListener[];
  beforeEach(() => {
    rejected.length = 0;
    listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", (reason) => void rejected.push(reason));
  });
  afterEach(() => {
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
    settings.options.engineAddr = undefined;
  });

  /** The rejections that Node has seen once a program has such an Output. */
  const rejectionsOf = async (
    engineAddr: string | undefined,
    use: (output: pulumi.Output<string>) => void,
  ) => {
    await runProgram(async () => {
      settings.options.engineAddr = engineAddr;
      // It makes the SDK's client, which connects only when it is used.
      getEngine();
      const answer = pulumi.output("thing").apply((): string => {
        throw new Error("refused");
      });
      use(failOnce(answer));
      // Node looks for rejections that nobody handles at the end of each turn.
      await setImmediate();
    });
    return rejected.map(String);
  };

  it("ends a program of the engine with one error, whether it is used or not", async () => {
    expect(await rejectionsOf("127.0.0.1:1", () => undefined)).to.deep.equal(["Error: refused"]);
  });

  it("is an error only of what uses it where there is no engine", async () => {
    const use = (output: pulumi.Output<string>) => {
      const { isKnown, isSecret } = output as unknown as Record<"isKnown" | "isSecret", Promise<boolean>>;
      for (const used of [settled(output), isKnown, isSecret]) used.catch(() => undefined);
    };
    expect(await rejectionsOf(undefined, use)).to.deep.equal([]);
  });
});

describe("the warning of a preview without a token", () => {
  const warnings = useWarnings();

  it("is given once for each function", async () => {
    const query = { service: "apps", withoutToken: { title: "it", consequence: "nothing" } } as const;
    await runProgram(() => {
      for (const name of ["getOne", "getOther", "getOne"])
        warnOfNoToken(name, new Settings(configuration({}), {}), query);
    });
    expect(warnings.map((warning) => warning.split(":")[0])).to.deep.equal(["getOne", "getOther"]);
  });
});

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
