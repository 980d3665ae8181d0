import { expect } from "chai";
import { describe, it } from "mocha";
import { UsageError } from "../../../cli/arguments.js";
import { explain } from "../../../cli/explain/explain.js";
import { readOptions } from "../../../cli/explain/run.js";
import { error, previewOf, warning } from "./explainPreviews.js";

describe("what is explained", () => {
  const refusals: [fact: string, input: string, message: RegExp][] = [
    ["white space", "\n \uFEFF\n", /input is empty/],
    ["text", "error: no stack named 'dev' found", /it is not valid JSON\.$/],
    [
      "a stream of events",
      '{"sequence":0,"timestamp":1,"preludeEvent":{"config":{}}}\n{"sequence":1,"timestamp":1,"cancelEvent":{}}\n',
      /it is a stream of events\. Run `pulumi preview --json` without PULUMI_ENABLE_STREAMING_JSON_PREVIEW\.$/,
    ],
    ["a number", "1", /it is not a JSON object\.$/],
    ["another object", '{"name": "x"}', /neither steps nor diagnostics\.$/],
    ["steps that are none", '{"steps": {}}', /steps is not an array\.$/],
    ["a step that is none", '{"steps": [1]}', /steps\[0\] is not an object\.$/],
    ["a message that is none", '{"diagnostics": [{"severity": "error"}]}', /\.message is not a string\.$/],
    [
      "a reason that is none",
      '{"steps": [{"op": "a", "urn": "u", "replaceReasons": [1]}]}',
      /\[0\] is not a string\.$/,
    ],
    ["a step without a name", '{"steps": [{"op": "same"}]}', /steps\[0\]\.urn is not a string\.$/],
    [
      "inputs that are none",
      '{"steps": [{"op": "create", "urn": "u", "newState": {"urn": "u", "inputs": []}}]}',
      /steps\[0\]\.newState\.inputs is not an object\.$/,
    ],
    [
      "lists in lists without an end",
      `{"steps": ${"[".repeat(1e6)}${"]".repeat(1e6)}}`,
      /nested too deeply\.$/,
    ],
  ];
  for (const [fact, input, message] of refusals) {
    it(`is not ${fact}`, () => {
      expect(() => explain(input)).to.throw(Error, message);
      expect(() => explain(input)).to.throw(Error, /^.+$/);
    });
  }

  it("is quoted by no error, since it may hold secrets", () => {
    expect(() => explain('{"canary": canary}')).to.throw(Error, /^((?!canary).)*$/);
  });

  it("may begin with a byte order mark", () => {
    expect(explain(`\uFEFF${previewOf([])}`).markdown).to.equal("## Preview of stack `dev`: no changes\n");
  });

  it("has failed when it has errors, and not when it has warnings", () => {
    expect(explain(previewOf([], { diagnostics: [warning("w")] })).hasFailed).to.equal(false);
    expect(explain(previewOf([], { diagnostics: [warning("w"), error("e")] })).hasFailed).to.equal(true);
  });

  it("has failed when it has no steps at all", () => {
    const { markdown, hasFailed } = explain('{"changeSummary": {}}');
    expect([markdown, hasFailed]).to.deep.equal([
      "## Preview failed\n\nThe preview lists no step and no error.\n",
      true,
    ]);
  });
});

describe("the options of an explanation", () => {
  it("name a file, or none for standard input", () => {
    expect(readOptions(["preview.json"], true).file).to.equal("preview.json");
    expect(readOptions([], false).file).to.equal(undefined);
  });

  for (const args of [["a", "b"], ["--file", "a"], ["-x"], [""], ["--help=yes"]]) {
    it(`refuse '${args.join(" ")}' in one line`, () => {
      expect(() => readOptions(args, false)).to.throw(UsageError, /^.+$/);
    });
  }
});
