import { expect } from "chai";
import { describe, it } from "mocha";
import { formatMessages } from "../../cli/explain/diagnostics.js";
import { readEnginePath } from "../../cli/explain/enginePath.js";
import { formatBlock, formatCode } from "../../cli/explain/markdown.js";
import { Settings } from "../../provider/contract/settings.js";
import { readUrn } from "../../provider/contract/urn.js";
import { readErrorBody } from "../../provider/http/errorBody.js";
import { readRetryAfter } from "../../provider/http/retryAfter.js";
import { readServiceError } from "../../provider/http/serviceError.js";
import { readAnswerBody } from "../../provider/http/transport.js";
import { sanitizeUrl } from "../../provider/http/transportError.js";
import { readOperation } from "../../provider/lro/operation.js";
import { findColourMarks, toEngineData } from "../../provider/schema/colourMarks.js";
import { decodeName, normalizeUrl } from "../../provider/schema/normalize.js";
import { KnownSecrets } from "../../provider/text/knownSecrets.js";
import { toText } from "../../provider/text/message.js";
import { toPlain, withoutTerminalSequences } from "../../provider/text/plain.js";
import { PEM } from "../support/canaries.js";
import { isTestAll } from "../support/randomRuns.js";
import { spent } from "./support/spent.js";

const LENGTH = 65_536;
/** Of the processor. Quadratic time would be seconds. */
const MOST_MS = 500;

/** What stands before and after a text. */
const NEVER_FITS = ["", "\u0001"];
const SURROUNDINGS = isTestAll ? [NEVER_FITS, ["", ""], ['"<', ""]] : [NEVER_FITS];

describe("hostile: text that makes expressions backtrack", () => {
  const answer = (body: unknown, headers = {}, status = 400) => ({
    status,
    headers,
    body,
    url: "https://x.example/",
  });
  const known = new KnownSecrets(["a-secret-of-some-length", PEM]);

  /** Every function that reads foreign text. */
  const readers: Record<string, (text: string) => unknown> = {
    readAnswerBody: (text) =>
      [undefined, "application/json", "text/html"].map((type) => readAnswerBody(text, type)),
    "readAnswerBody, by its type": (text) => readAnswerBody("x", text.slice(0, 16_384)),
    readErrorBody: (text) =>
      [text, { error: text }, { error: { message: text, details: [text] } }].map(readErrorBody),
    readServiceError: (text) =>
      readServiceError(answer({ error: { code: text, message: text, target: text } })),
    "readServiceError of a text": (text) => readServiceError(answer(text)),
    readRetryAfter: (text) =>
      readRetryAfter(answer({ message: text }, { "retry-after": text, date: text }, 429), 0),
    readOperation: (text) =>
      readOperation(answer({ status: "Failed", id: text, name: text, error: { message: text } })),
    toPlain,
    toText: (text) => toText(text, known),
    withoutTerminalSequences,
    mask: (text) => known.mask(text),
    printableUrl: (text) => [sanitizeUrl(text), sanitizeUrl(`https://x.example/?${text}`)],
    toEngineData: (text) => toEngineData(`a\n${text}`),
    findColourMarks: (text) => findColourMarks({ type: "object", description: "" }, { text: `a\n${text}` }),
    decodeName,
    normalizeUrl: (text) => [normalizeUrl(`https://${text}`), normalizeUrl(`https://${text} `)],
    errorList: (message) => formatMessages([{ urn: undefined, severity: "error", message }], "error", false),
    "errorList, of a urn": (urn) =>
      formatMessages([{ urn, severity: "error", message: "no" }], "error", false),
    readUrn,
    readEnginePath,
    code: formatCode,
    block: formatBlock,
    "Settings.address": (text) => {
      try {
        return new Settings({ get: () => `https://x.example${text}x` }).address("apps");
      } catch (error) {
        return error;
      }
    },
  };

  /** Texts that the expressions in the sources match, and texts between them. */
  const units = [
    ' ¦\t¦\n¦ \n¦a¦1¦/¦?¦&¦,¦;¦:¦.¦-¦_¦=¦%¦@¦`¦|¦\\¦<¦>¦"¦[¦]¦{¦}¦(¦["¦["\\"¦[0¦.a¦a.¦[a',
    '\\"¦#¦<h1¦<h1<h1 ¦<h2 >¦<title¦<title>¦</title>¦<!doctype html¦<html¦html ¦/json¦+json',
    "{%¦<{%¦<{%fg 1%}>¦%}>¦<{%<¦correlation id:¦correlation id: a¦correlationid:a. ",
    "retry in 1¦try again in 1 ¦bearer ¦bearer a¦basic  ¦sharedaccesssignature ¦x-api-token",
    "x-api-token :¦sig=¦?sig=¦&password=¦eyJ¦eyJaaaaaaaa.¦://¦://a:¦://a:b¦-----BEGIN ",
    "-----BEGIN PRIVATE KEY-----¦-----END ¦\u001b¦\u001b[¦\u001b[1;¦\u001b]¦\u001b]8;;",
    "\u001bP¦\u001b\\¦\u009b¦\u009d¦\u0007¦\u200b¦\u202e¦\ud800¦\u{e0001}¦\u001b;?¦;?¦_x0",
    "_x0020¦_x0020_¦Mon, ¦Mon, 00:00¦00:00:00¦GMT¦04da6b54-",
    "04da6b54-80e4-46f7-96ec-b56ff0331ba¦urn:pulumi:¦::¦$¦, https:¦https:",
    "%2f¦a@¦1:¦a-secret-of-some-lengt",
  ].flatMap((line) => line.split("¦"));

  for (const [name, read] of Object.entries(readers)) {
    it(`${name} takes time in proportion to the text`, () => {
      for (const unit of units) {
        for (const [before, after] of SURROUNDINGS) {
          const text = before + unit.repeat(Math.ceil(LENGTH / unit.length)) + after;
          const time = spent(() => read(text));
          expect(time, `${LENGTH / 1024} kB of ${JSON.stringify(unit)}`).to.be.below(MOST_MS);
        }
      }
    }).timeout(600_000);
  }
});
