import { inspect } from "node:util";
import { expect } from "chai";
import { describe, it } from "mocha";
import { readServiceError, ServiceError, throwIfError } from "../../../provider/http/serviceError.js";
import { asRead, errorText } from "../../support/asRead.js";
import { answer } from "./answers.js";

const ID = "3ffdbdbd-f677-40ad-b95b-3a778b9e786a";

const text = (status: number, body: unknown) => asRead(readServiceError(answer(status, { body })).text);

describe("readServiceError", () => {
  for (const [what, status, body, expected] of [
    [
      "the envelope",
      409,
      { error: { code: "Busy", message: "Try later.", target: "group" } },
      ["409 Busy: Try later.", "  target: group"],
    ],
    [
      "details as a text",
      400,
      { error: { code: "Bad", message: "No.", details: "Subscription: 's'" } },
      ["400 Bad: No.", "  details:", "    Subscription: 's'"],
    ],
    [
      "details as an object",
      400,
      { error: { code: "Bad", message: "No.", details: { code: "Why", message: "Because." } } },
      ["400 Bad: No.", "  details:", "    Why: Because."],
    ],
    [
      "texts by field",
      400,
      { title: "Two problems.", status: 400, errors: { name: ["Too long.", "Odd."], email: "Bad." } },
      ["400: Two problems.", "  details:", "    name: Too long.", "    name: Odd.", "    email: Bad."],
    ],
    [
      "inner errors, explanations, additional information",
      400,
      {
        error: {
          code: "A",
          message: "a",
          innererror: { code: "B", innererror: { code: "C", message: "c", stacktrace: "at x" } },
          possibleCauses: "Rain.",
          recommendedAction: "Umbrella.",
          additionalInfo: [
            { type: "Weather", info: { message: "Wet." } },
            { type: "Bare", info: {} },
            null,
            "a",
          ],
        },
      },
      [
        "400 A: a",
        "  details:",
        "    B",
        "      C: c",
        "    Weather: Wet.",
        "    possibleCauses: Rain.",
        "    recommendedAction: Umbrella.",
      ],
    ],
    [
      "capitalised keys without envelope, saying things twice",
      409,
      { Code: "Conflict", Message: "No.", Target: null, Details: [{ Message: "No." }, { Code: "Conflict" }] },
      ["409 Conflict: No."],
    ],
    ["flat", 403, { message: "No.", statusCode: 403, code: "Forbidden" }, ["403 Forbidden: No."]],
    [
      "line breaks and the id beside the message",
      400,
      { code: "BadRequest", message: "Value is null.\r\nName: email\r\n", correlationId: "c-1" },
      ["400 BadRequest: Value is null. Name: email", "  request id: c-1"],
    ],
    [
      "the id at the end of the message",
      404,
      { error: { code: "NotFound", message: `No such segment.  CorrelationId:  ${ID}.` } },
      ["404 NotFound: No such segment.", `  request id: ${ID}`],
    ],
    [
      "a message that is only an id",
      401,
      { message: ID, code: "Unauthorized" },
      ["401 Unauthorized: Unauthorized (the service gave no message)", `  request id: ${ID}`],
    ],
    [
      "error as a name",
      401,
      { error: "invalid_token", error_description: "Expired." },
      ["401 invalid_token: Expired."],
    ],
    ["error as a text", 400, { error: "You cannot do that." }, ["400: You cannot do that."]],
    [
      "the old envelope",
      400,
      { "odata.error": { code: "Old", message: { value: "Wrong." } } },
      ["400 Old: Wrong."],
    ],
    ["a number as code", 400, { code: 17, message: "No." }, ["400 17: No."]],
    ["blank texts", 404, { code: " ", message: " \t" }, ["404: Not Found (the service gave no message)"]],
    ["nothing", 502, undefined, ["502: Bad Gateway (the service gave no message)"]],
    ["an unknown status", 599, undefined, ["599: an error (the service gave no message)"]],
    ["a JSON text sent as text", 404, '"Solution Not Found : x"', ["404: Solution Not Found : x"]],
    ["text", 502, "upstream connect\nerror", ["502: upstream connect error"]],
    [
      "HTML",
      411,
      "<HTML><HEAD><TITLE>Length\r\n Required</TITLE></HEAD><BODY><h2>x</h2>",
      ["411: Length Required (an HTML page, probably not from the service itself)"],
    ],
    [
      "HTML without a title",
      500,
      "<html><body><h1>Runtime Error</h1>",
      ["500: Runtime Error (an HTML page, probably not from the service itself)"],
    ],
    [
      "HTML after a blank line, without a title or heading",
      500,
      "\r\n<html><body>x</body>",
      ["500: no title (an HTML page, probably not from the service itself)"],
    ],
    ["text that begins with a quotation mark", 404, '"x" is missing', ['404: "x" is missing']],
    ["text that ends with a quotation mark", 404, 'There is no "x"', ['404: There is no "x"']],
    [
      "details that add a code, or details of their own",
      400,
      {
        code: "A",
        message: "a",
        details: [{ code: "B" }, { code: "A", message: "a", details: [{ message: "c" }] }],
      },
      ["400 A: a", "  details:", "    B", "    A: a", "      c"],
    ],
    [
      "details in details that say nothing themselves, without an empty line",
      400,
      {
        code: "A",
        message: "a",
        details: [{ details: [{ message: "b" }] }, { target: "x", details: [{ message: "c" }] }],
        innererror: { innererror: { code: "D" } },
      },
      ["400 A: a", "  details:", "    b", "    x", "      c", "    D"],
    ],
    [
      "an operation that failed later",
      200,
      { status: "Failed", error: { message: "No capacity." }, properties: {} },
      ["No capacity."],
    ],
  ] as [string, number, unknown, string[]][]) {
    it(`reads ${what}`, () => expect(text(status, body)).to.equal(expected.join("\n")));
  }

  for (const [what, body, isFromGateway] of [
    ["an HTML page", "<html><title>504</title></html>", true],
    ["a text", "upstream request timeout", true],
    ["blanks", " \r\n", false],
    ["an error of the service", { error: { code: "Busy", message: "Try later." } }, false],
    ["no body", undefined, false],
  ] as const) {
    it(`tells whether a gateway responded: ${what}`, () => {
      expect(readServiceError(answer(504, { body })).isFromGateway).to.equal(isFromGateway);
    });
  }

  it("shows no secret", () => {
    const error = {
      code: "hunter2",
      message: "hunter2 Bearer 0123456789abc",
      target: "x=hunter2",
      details: [{ code: "c", target: "hunter2", message: "hunter2" }],
    };
    const response = answer(400, { body: { error }, requestId: "hunter2", url: "https://a.example/hunter2" });
    const read = readServiceError(response);
    const all = errorText(read, "hunter2") + inspect(read, { depth: 10 }) + JSON.stringify(read) + read.stack;
    expect(all).not.to.match(/hunter2|0123456789abc/);
    expect(all).to.include("400 [secret]: [secret] Bearer [secret]");
  });

  it("stays short and clean however long and odd the response", () => {
    const long = "x\u001b[31m\u0000".repeat(1_000_000);
    const many = Array.from({ length: 500 }, (_, i) => ({
      code: `c${i}`,
      message: long,
      details: [{ message: long }],
    }));
    for (const body of [
      long,
      `<title>${long}`,
      { error: { code: long, message: long, target: long, details: many } },
    ]) {
      const result = text(500, body);
      expect(result.length).to.be.below(60_000);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(result).not.to.match(/[\u0000-\u0009\u000b-\u001f]/);
    }
    expect(text(500, { details: many })).to.contain("… and 480 more");
    expect(text(500, { details: many.slice(0, 20) })).not.to.contain("more");
  });

  it("survives any depth", () => {
    const deep = (open: string, close: string) =>
      JSON.parse(`${open.repeat(20_000)}1${close.repeat(20_000)}`);
    expect(text(400, { message: "m", details: deep("[", "]") })).to.equal("400: m");
    expect(text(400, { message: "m", details: deep('{"details":', "}") })).to.equal("400: m");
    expect(text(400, { message: "m", details: deep('{"details":[', "]}") })).to.equal("400: m");
    expect(text(400, { message: "m", innererror: deep('{"innererror":', "}") })).to.equal("400: m");
  });
});

describe("throwIfError", () => {
  for (const status of [300, 404, 500]) {
    it(`${status}: an error`, () => expect(() => throwIfError(answer(status))).to.throw(ServiceError));
  }

  for (const status of [200, 299]) {
    it(`${status}: the response`, () => expect(throwIfError(answer(status)).status).to.equal(status));
  }
});
