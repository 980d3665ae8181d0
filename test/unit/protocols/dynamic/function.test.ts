import { setImmediate } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Settings } from "../../../../provider/contract/settings.js";
import { failOnce, warnOfNoToken } from "../../../../provider/protocols/dynamic/function.js";
import { configuration } from "../../support/hooks.js";
import { runProgram, settled } from "../../support/mocks.js";
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
