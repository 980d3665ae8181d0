import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { expect } from "chai";
import { describe, it } from "mocha";
import { errorList } from "../../cli/explain/diagnostics.js";
import { readEnginePath } from "../../cli/explain/enginePath.js";
import { block, code } from "../../cli/explain/markdown.js";
import { readUrn } from "../../cli/explain/urn.js";
import { Settings } from "../../provider/config.js";
import { DEEPEST, MOST_PARTS, readAnswerBody } from "../../provider/http/answerBody.js";
import { readErrorBody } from "../../provider/http/errorBody.js";
import { KnownSecrets } from "../../provider/http/knownSecrets.js";
import { printableUrl } from "../../provider/http/printable.js";
import { readServiceError } from "../../provider/http/readServiceError.js";
import { readRetryAfter } from "../../provider/http/retryAfter.js";
import { oneLine, withoutTerminalSequences } from "../../provider/http/text.js";
import { readOperation } from "../../provider/lro/operation.js";
import { decodeName } from "../../provider/schema/encodedName.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { unwrapped } from "../unit/support/hooks.js";
import { PEM } from "./support/canaries.js";
import { assertClean } from "./support/clean.js";
import { allKinds, kinds, recordKinds } from "./support/kinds.js";
import { onMethod, type Reaction, type Respond } from "./support/message.js";
import { attackClass, type Hook, type Outcome, type RunOptions, runHook } from "./support/run.js";

const attack = attackClass("bounds");

/** Milliseconds of this process's own time: the machine may be busy with others. */
function spent(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

describe("hostile: text that makes expressions backtrack", () => {
  const answer = (body: unknown, headers = {}, status = 400) => ({
    status,
    headers,
    body,
    url: "https://x.example/",
  });
  const known = new KnownSecrets(["a-secret-of-some-length", PEM]);

  /** Everything that reads the text of somebody else. */
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
    oneLine: (text) => oneLine(text, 4000),
    "oneLine, without a limit": (text) => oneLine(text, text.length),
    withoutTerminalSequences,
    mask: (text) => known.mask(text),
    printableUrl: (text) => [printableUrl(text), printableUrl(`https://x.example/?${text}`)],
    decodeName,
    errorList: (message) => errorList([{ urn: undefined, severity: "error", message }]),
    "errorList, of a urn": (urn) => errorList([{ urn, severity: "error", message: "no" }]),
    readUrn,
    readEnginePath,
    code,
    block,
    "Settings.address": (text) => {
      try {
        return new Settings({ get: () => `https://x.example${text}x` }).address("apps");
      } catch (error) {
        return error;
      }
    },
  };

  /** What the expressions in the sources look for, and what stands between. */
  const units = [
    ...[
      " ",
      "\t",
      "\n",
      " \n",
      "a",
      "1",
      "/",
      "?",
      "&",
      ",",
      ";",
      ":",
      ".",
      "-",
      "_",
      "=",
      "%",
      "@",
      "`",
      "|",
      "\\",
      "<",
      ">",
      '"',
    ],
    ...["[", "]", "{", "}", "(", '["', '["\\"', "[0", ".a", "a.", "[a", '\\"', "#"],
    ...[
      "<h1",
      "<h1<h1 ",
      "<h2 >",
      "<title",
      "<title>",
      "</title>",
      "<!doctype html",
      "<html",
      "html ",
      "/json",
      "+json",
    ],
    ...[
      "{%",
      "<{%",
      "<{%fg 1%}>",
      "%}>",
      "<{%<",
      "correlation id:",
      "correlation id: a",
      "correlationid:a. ",
      "retry in 1",
      "try again in 1 ",
    ],
    ...[
      "bearer ",
      "bearer a",
      "basic  ",
      "sharedaccesssignature ",
      "x-api-token",
      "x-api-token :",
      "sig=",
      "?sig=",
      "&password=",
      "eyJ",
      "eyJaaaaaaaa.",
      "://",
      "://a:",
      "://a:b",
      "-----BEGIN ",
      "-----BEGIN PRIVATE KEY-----",
      "-----END ",
    ],
    ...[
      "\u001b",
      "\u001b[",
      "\u001b[1;",
      "\u001b]",
      "\u001b]8;;",
      "\u001bP",
      "\u001b\\",
      "\u009b",
      "\u009d",
      "\u0007",
      "\u200b",
      "\u202e",
      "\ud800",
      "\u{e0001}",
    ],
    ...[
      "\u001b;?",
      ";?",
      "_x0",
      "_x0020",
      "_x0020_",
      "Mon, ",
      "Mon, 00:00",
      "00:00:00",
      "GMT",
      "04da6b54-",
      "04da6b54-80e4-46f7-96ec-b56ff0331ba",
      "urn:pulumi:",
      "::",
      "$",
      ", https:",
      "https:",
      "a-secret-of-some-lengt",
    ],
  ];

  for (const [name, read] of Object.entries(readers)) {
    it(`${name} takes time in proportion to the text`, () => {
      for (const unit of units) {
        // Alone, with an end that fits nothing, and after a beginning that fits.
        for (const [before, after] of [
          ["", ""],
          ["", "\u0001"],
          ['"<', ""],
        ] as const) {
          const isPlain = before === after;
          const shape = (text: string): string => before + text + after;
          const ofLength = (length: number): string => shape(unit.repeat(Math.ceil(length / unit.length)));
          const small = ofLength(65_536);
          // What is quadratic takes seconds for the small one already.
          expect(
            spent(() => read(small)),
            `64 kB of ${JSON.stringify(unit)}`,
          ).to.be.below(500);
          if (!isPlain) continue;
          const large = ofLength(262_144);
          expect(
            spent(() => read(large)),
            `256 kB of ${JSON.stringify(unit)}`,
          ).to.be.below(1500);
        }
      }
    }).timeout(600_000);
  }
});

describe("hostile: responses that are too large, too deep, or never end", () => {
  const MB = 1024 * 1024;
  const json = { "content-type": "application/json" };
  const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`;
  const success = (text: string | Buffer, headers = {}): Reaction => ({
    status: 200,
    headers: { ...json, ...headers },
    text,
  });

  const blank = Buffer.alloc(64 * MB, 0x20);
  const gzip = gzipSync(blank, { level: 1 });
  const brotli = brotliCompressSync(blank, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

  /** Each is a success by its status alone. */
  const unusable: [string, () => Reaction][] = [
    ["nested 3,000 deep", () => success(nested(3000))],
    ["nested 200,000 deep", () => success(nested(200_000))],
    ["lists in lists, cut", () => success("[".repeat(MB))],
    ["of more parts than anything has", () => success(`[${"[],".repeat(MOST_PARTS)}1]`)],
    ["of 5 MB", () => success(`{"a":"${"x".repeat(5 * MB)}"}`)],
    ["of 64 MB, compressed by gzip", () => success(gzip, { "content-encoding": "gzip" })],
    ["of 64 MB, compressed by brotli", () => success(brotli, { "content-encoding": "br" })],
    ["that never ends", () => endless(" ".repeat(65_536))],
    [
      "whose headers are larger than any",
      () => ({ bytes: `HTTP/1.1 200 OK\r\nx: ${"y".repeat(MB)}\r\n\r\n` }),
    ],
    ["with 100,000 headers", () => ({ bytes: `HTTP/1.1 200 OK\r\n${"a:b\r\n".repeat(100_000)}\r\n` })],
  ];

  /** Goes on as long as somebody reads. */
  function endless(piece: string, chunked = false): Reaction {
    return (response) => {
      const { socket } = response;
      const transfer = chunked ? "transfer-encoding: chunked\r\n" : "";
      socket?.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${transfer}\r\n`);
      const more = (): void => {
        while (socket?.writable && socket.write(piece));
      };
      socket?.on("drain", more);
      more();
    };
  }

  function assertBounded(outcome: Outcome): void {
    assertClean(outcome);
    expect(outcome.error?.message ?? "").to.not.match(
      /stack size|heap|Invalid string|is not a function|Cannot/,
    );
    expect(outcome.elapsedMs).to.be.below(2 * 3600_000);
  }

  const changing: Hook[] = ["create", "update", "delete"];
  for (const kind of allKinds) {
    for (const [what, response] of unusable) {
      it(`${kind.name}: a response ${what}, to every change`, async () => {
        for (const hook of changing) {
          const respond: Respond = (request, good) => (request.method === "GET" ? good : response());
          const outcome = await attack(kind, hook, respond, { configuration: { retryMaxAttempts: "2" } });
          assertBounded(outcome);
          // What is there now is found by a look, or kept with the error.
          if (kind === kinds.ContainerGroup && hook === "create") {
            expect(outcome.error?.id).to.equal(kind.id);
            expect(outcome.error?.message).to.include("the request may have taken effect");
          }
        }
      }).timeout(300_000);

      it(`${kind.name}: a response ${what}, to everything`, async () => {
        for (const hook of ["create", "read"] as const) {
          const outcome = await attack(kind, hook, () => response(), {
            configuration: { retryMaxAttempts: "2" },
          });
          assertBounded(outcome);
          if (kind === kinds.ContainerGroup && hook === "create") expect(outcome.error?.id).to.equal(kind.id);
          if (outcome.hook === "read" && outcome.result) expect(outcome.result.id).to.equal(kind.id);
        }
      }).timeout(300_000);
    }
  }

  it("a response that never ends, a byte at a time: read no further, and not kept in pieces", async () => {
    const respond = onMethod("PUT", () => endless("1\r\n \r\n".repeat(10_000), true));
    const before = process.memoryUsage().rss;
    const outcome = await attack(kinds.ContainerGroup, "create", respond, {
      configuration: { retryMaxAttempts: "1" },
    });
    assertBounded(outcome);
    expect(outcome.error?.message).to.include("the answer is larger than 4194304 bytes");
    expect((process.memoryUsage().rss - before) / MB).to.be.below(200);
  }).timeout(300_000);

  for (const kind of recordKinds) {
    it(`${kind.name}: a part of a batch that is nested too deep is like one whose response is lost`, async () => {
      const respond: Respond = (request, good) => (request.method === "PATCH" ? success(nested(3000)) : good);
      const outcome = await attack(kind, "create", respond, { configuration: { retryMaxAttempts: "2" } });
      assertBounded(outcome);
      // The service did what it was asked to: a look finds it so.
      expect(outcome.error?.message).to.equal(undefined);
    });
  }

  it("an error of any size keeps its status and its beginning", async () => {
    const details = `{"code":"C","message":"${"m".repeat(500)}"},`.repeat(12_000);
    const large = `{"error":{"code":"Refused","message":"because","details":[${details}{}]}}`;
    expect(large.length).to.be.above(6 * MB);
    for (const kind of allKinds) {
      for (const [text, headers] of [
        [large, {}],
        [gzipSync(large), { "content-encoding": "gzip" }],
        [nested(200_000), {}],
        [`<html><h1${"<h1".repeat(MB)}`, { "content-type": "text/html" }],
      ] as const) {
        const respond: Respond = () => ({ status: 400, headers: { ...json, ...headers }, text });
        const outcome = await attack(kind, "create", respond);
        assertBounded(outcome);
        expect(outcome.error?.message).to.include("create failed: 400");
        if (String(text).startsWith('{"error')) expect(outcome.error?.message).to.include("Refused");
      }
    }
  }).timeout(300_000);

  it("an error that never ends is read no further than its beginning", async () => {
    const endlessError = (): Reaction => (response) => {
      response.writeHead(409, json);
      const more = (): void => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    };
    const outcome = await attack(kinds.ContainerGroup, "create", endlessError);
    assertBounded(outcome);
    expect(outcome.error?.message).to.include("create failed: 409");
  });

  it("a wait that a service asks for is bounded, whatever it is written as", async () => {
    for (const wait of [
      "9".repeat(8000),
      `${"0".repeat(8000)}1`,
      "1e9",
      "-1",
      "Infinity",
      "Mon, 01 Jan 9999 00:00:00 GMT",
      " ".repeat(8000),
    ]) {
      const respond: Respond = () => ({ status: 503, headers: { "retry-after": wait }, body: {} });
      assertBounded(await attack(kinds.Customer, "create", respond));
    }
  });

  it("an operation that never ends is given up", async () => {
    const inputs = { ...kinds.DatabaseInstanceStop.args, timeoutSeconds: 60 };
    const waits: Record<string, string>[] = [{}, { "retry-after": "0" }, { "retry-after-ms": "1" }];
    for (const headers of waits) {
      const respond = onMethod("GET", (request, good) =>
        request.path.includes("operationStatuses")
          ? { status: 200, headers, text: '{"status":"Running","percentComplete":1e999}' }
          : good,
      );
      const outcome = await attack(kinds.DatabaseInstanceStop, "create", respond, { inputs });
      assertBounded(outcome);
      expect(outcome.error?.id).to.equal(kinds.DatabaseInstanceStop.id);
    }
  }).timeout(300_000);
});

describe("hostile: many values beside a secret one, all others at the next refresh", () => {
  const COUNT = 6000;
  const answers: Record<string, (refresh: number, index: number) => [name: string, value: string]> = {
    "with other values": (refresh, index) => [`k${index}`, `${refresh}-${index}`],
    "with other names": (refresh, index) => [`${refresh}-${index}`, `v${index}`],
    "with one value under other names": (refresh, index) => [`${refresh}-${index}`, "v"],
  };
  for (const [what, entry] of Object.entries(answers)) {
    it(`${what}: read in time in proportion to the response`, async () => {
      const kind = kinds.ContainerGroup;
      const refresh = (number: number, options: RunOptions = {}): Promise<Outcome> => {
        const respond: Respond = (_request, good) => {
          const { tags } = good.body as { tags: Record<string, string> };
          const added = Array.from({ length: COUNT }, (_, index) => entry(number, index));
          return {
            ...good,
            body: { ...(good.body as object), tags: { ...tags, ...Object.fromEntries(added) } },
          };
        };
        return attack(kind, "read", respond, { over: "memory", ...options });
      };
      const first = await refresh(1);
      const properties = unwrapped(first.result?.props) as JsonObject;
      const start = process.cpuUsage();
      const second = await refresh(2, { state: { id: kind.id, properties } });
      // What is quadratic takes twenty seconds.
      expect(process.cpuUsage(start).user / 1000).to.be.below(5000);
      assertClean(second);
      expect(second.error?.message).to.equal(undefined);
    }).timeout(300_000);
  }
});

describe("hostile: what a JSON text can describe", () => {
  const json = "application/json";

  it(`is read ${DEEPEST} levels deep and no deeper`, () => {
    const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
    expect(readAnswerBody(nested(DEEPEST), json).is).to.equal("json");
    expect(readAnswerBody(nested(DEEPEST + 1), json).is).to.equal("hugeJson");
    expect(readAnswerBody(nested(DEEPEST + 1), "text/plain").is).to.equal("hugeJson");
  });

  it("brackets in a text are no levels", () => {
    const text = JSON.stringify({ a: `${'[{"\\'.repeat(500)}` });
    expect(readAnswerBody(text, json)).to.deep.equal({ is: "json", value: JSON.parse(text) });
  });

  it(`has ${MOST_PARTS} parts and no more`, () => {
    const list = (parts: number): string =>
      `[${Array(parts - 1)
        .fill("[]")
        .join()}]`;
    expect(readAnswerBody(list(MOST_PARTS), json).is).to.equal("json");
    expect(readAnswerBody(list(MOST_PARTS + 1), json).is).to.equal("hugeJson");
    const object = `{${Array.from({ length: MOST_PARTS }, (_, index) => `"a${index}":1`).join()}}`;
    expect(readAnswerBody(object, json).is).to.equal("hugeJson");
  });

  it("of two properties of one name the last one counts, and a number that is none is nothing", () => {
    expect(readAnswerBody('{"id":1,"id":2,"n":1e999,"z":-0}', json)).to.deep.equal({
      is: "json",
      value: { id: 2, n: null, z: 0 },
    });
    for (const text of ["NaN", '{"a":NaN}', '{"a":Infinity}', '{"a":01}'])
      expect(readAnswerBody(text, json).is).to.equal("brokenJson");
  });

  it("the largest that is taken is read within a second, in less than ten times its size", async () => {
    const size = 4 * 1024 * 1024;
    const records = `{"id":"37fe3458-93e1-ef11-9344-6045bde9ca09","displayName":"Shop","balance":1.5}`;
    for (const unit of ['"abc"', "1", records, `"${"x".repeat(1000)}"`, '"\\u0041"', "[]"]) {
      const count = Math.min(Math.floor(size / (unit.length + 1)), unit === "[]" ? MOST_PARTS - 1 : Infinity);
      const text = `[${Array(count).fill(unit).join()}]`;
      global.gc?.();
      const before = process.memoryUsage().heapUsed;
      let body: unknown;
      expect(
        spent(() => (body = readAnswerBody(text, json))),
        unit,
      ).to.be.below(1000);
      expect((process.memoryUsage().heapUsed - before) / text.length, unit).to.be.below(20);
      expect(body).to.have.property("is", "json");
    }
  });
});

describe("hostile: a whole run within its bounds", () => {
  it("a group with 60 containers, and a page of records, are far from any of them", async () => {
    const container = (index: number) => ({
      name: `c${index}`,
      properties: {
        image: "nginx:1.27",
        environmentVariables: Array(50).fill({ name: "A", value: "v".repeat(200) }),
      },
    });
    const respond: Respond = (_, good) => {
      const body = good.body as { properties?: { containers?: unknown[] } };
      const more = Array.from({ length: 60 }, (_, index) => container(index));
      if (body?.properties) body.properties.containers = [...(body.properties.containers ?? []), ...more];
      expect(JSON.stringify(body).length).to.be.below(1_000_000);
      return good;
    };
    const outcome = await runHook(kinds.ContainerGroup, "create", respond);
    expect(outcome.error?.message).to.equal(undefined);
  });
});
