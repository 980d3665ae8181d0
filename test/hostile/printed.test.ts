import { expect } from "chai";
import { describe, it } from "mocha";
import { TOKEN } from "../support/canaries.js";
import type { Respond, Response } from "../support/message.js";
import { assertClean, INJECTED, testClean } from "./support/clean.js";
import { kinds, oneOfEach } from "./support/kinds.js";
import { runHook } from "./support/run.js";
import { mapTexts } from "./support/texts.js";

// A service writes texts that do something to a terminal, or fill it.

const ESC = "\u001b";
const hostile: Record<string, string> = {
  "line breaks": `x\n${INJECTED}\r\n${INJECTED}\u2028${INJECTED}\u2029${INJECTED}\v${INJECTED}\f${INJECTED}\u0085${INJECTED}`,
  "sequences of a terminal": `${ESC}[2J${ESC}[31m${ESC}]0;title\u0007${ESC}P+q\u001b\\\u009b31m${ESC}c${ESC}(B${ESC}[8mx`,
  links: `${ESC}]8;;https://evil.example\u001b\\click${ESC}]8;;\u0007 ${ESC}]8;id=1;file:///etc/passwd\u0007x`,
  "directions of writing": "\u202eabc\u202c\u2066d\u2069\u200f\u061c\u200e",
  "characters that nobody sees": "a\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u{e0041}b",
  "controls of other kinds": Array.from({ length: 160 }, (_, code) => String.fromCharCode(code)).join(""),
  "a hundred kilobytes": "long ".repeat(20_000),
  "halves of characters": "\ud800\udc00\ud800 \udc00",
  "commands of a pipeline": "::set-output name=x::y\n##vso[task.setvariable variable=x]y\n::add-mask::x",
};

/** How many more details a refusal has: of the longest text nothing is read after the first one. */
const moreOf = (text: string): number => (text.length < 100_000 ? 30 : 0);

/** Every text of a response but those that say what it is about. */
function rewritten(body: unknown, text: string): unknown {
  return mapTexts(body, (old, name) => (/^(id|.*Id|@odata.context)$/.test(name) ? old : `${old}${text}`));
}

const responses: Record<string, (text: string, good: Response) => Response> = {
  "every text of a success": (text, good) => ({ ...good, body: rewritten(good.body, text) }),
  "every text of a refusal": (text) => ({
    status: 409,
    body: {
      error: {
        code: text,
        message: text,
        target: text,
        details: Array.from({ length: moreOf(text) }, () => ({ code: text, message: text, target: text })),
      },
    },
  }),
  "a refusal that names fields": (text) => ({
    status: 400,
    body: { errors: { [text]: [text, text] }, title: text },
  }),
  "a page": (text) => ({
    status: 503,
    headers: { "content-type": "text/html" },
    text: `<html><h1>${text}</h1>`,
  }),
  "a conflict": (text, good) => ({
    ...good,
    headers: { ...good.headers, etag: 'W/"2"' },
    body: JSON.parse(
      JSON.stringify(rewritten(good.body, "")).replaceAll(
        /"@odata.etag":"[^"]*(\\"[^"]*)*"/g,
        () => `"@odata.etag":${JSON.stringify(`W/"${text}"`)}`,
      ),
    ),
  }),
};

describe("texts of a service that a person reads do nothing to a terminal", () => {
  const responds = Object.entries(responses).map(([place, response]) => [
    place,
    () =>
      Object.values(hostile).map(
        (text): Respond =>
          (_request, good) =>
            response(text, good),
      ),
  ]);
  testClean(oneOfEach, Object.fromEntries(responds), { attempts: 1 });
});

describe("names that a service gives the items of a list", () => {
  const line = (itemId: string) => ({ itemId, quantity: 2 });
  for (const hook of ["create", "delete"] as const) {
    for (const [what, text] of [...Object.entries(hostile), ["the token", TOKEN] as const]) {
      it(`${hook} of a sales quote: ${what}`, async () => {
        const names = Array.from({ length: 50 }, (_, index) => line(`${index}${text.slice(0, 10_000)}`));
        const respond: Respond = (_request, good) => {
          const { value = [] } = good.body as { value?: object[] };
          const found = { id: kinds.SalesQuote.id, number: "1", ...kinds.SalesQuote.args, ...value[0] };
          return { status: 200, body: { value: [{ ...found, salesQuoteLines: names }] } };
        };
        const outcome = await runHook(kinds.SalesQuote, hook, respond, { over: "memory" });
        expect(outcome.error?.message).to.match(/differ|changed in the meantime/);
        assertClean(outcome, [TOKEN]);
      });
    }
  }
});
