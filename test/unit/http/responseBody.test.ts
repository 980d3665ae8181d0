import { expect } from "chai";
import { describe, it } from "mocha";
import { readAnswerBody } from "../../../provider/http/transport.js";

const JSON_TYPE = "application/json; charset=utf-8";

describe("readAnswerBody", () => {
  for (const [what, text, type, expected] of [
    ["JSON", '{"a":1}', JSON_TYPE, { is: "json", value: { a: 1 } }],
    ["JSON of a special kind", "[1]", "application/problem+json", { is: "json", value: [1] }],
    ["null", "null", JSON_TYPE, { is: "json", value: null }],
    ["a bare JSON text", '"gone"', JSON_TYPE, { is: "json", value: "gone" }],
    ["JSON announced as text", '{"a":1}', "text/plain", { is: "json", value: { a: 1 } }],
    ["JSON announced as HTML", ' {"a":1}', "text/html", { is: "json", value: { a: 1 } }],
    ["JSON without a type", '{"a":1}', undefined, { is: "json", value: { a: 1 } }],
    ["nothing", "", JSON_TYPE, { is: "json", value: undefined }],
    ["white space", " \r\n", undefined, { is: "json", value: undefined }],
    ["truncated JSON", '{"a":', JSON_TYPE, { is: "brokenJson", value: '{"a":' }],
    ["truncated JSON without a type", '{"a":', undefined, { is: "brokenJson", value: '{"a":' }],
    ["HTML announced as JSON", "<html></html>", JSON_TYPE, { is: "brokenJson", value: "<html></html>" }],
    ["text with braces", "{not json}", "text/plain", { is: "text", value: "{not json}" }],
    ["text", "Bad Gateway", "text/plain", { is: "text", value: "Bad Gateway" }],
    ["text without a type", "Bad Gateway", undefined, { is: "text", value: "Bad Gateway" }],
    ["HTML", "<!DOCTYPE html><p>", "text/html", { is: "html", value: "<!DOCTYPE html><p>" }],
    ["HTML without a type", " <HTML><HEAD>", undefined, { is: "html", value: " <HTML><HEAD>" }],
    ["a part of a page", "<p>no</p>", "text/html", { is: "html", value: "<p>no</p>" }],
  ] as const) {
    it(`tells ${what}`, () => expect(readAnswerBody(text, type)).to.deep.equal(expected));
  }

  it("tells HTML and JSON by how a text begins", () => {
    expect(readAnswerBody("see <html>", "text/plain").is).to.equal("text");
    expect(readAnswerBody('see {"a":1}', "text/plain")).to.deep.equal({ is: "text", value: 'see {"a":1}' });
    expect(readAnswerBody(" \n<body>").is).to.equal("html");
    expect(readAnswerBody('"broken', "").is).to.equal("brokenJson");
  });
});
