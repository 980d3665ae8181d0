import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { describe, it } from "mocha";
import { onMethod, type Reaction, type Respond } from "../support/message.js";
import { assertClean } from "./support/clean.js";
import { kinds, recordKinds } from "./support/kinds.js";
import { type Hook, type Outcome, runHook } from "./support/run.js";

describe("hostile: responses that are too large, too deep, or never end", () => {
  const MB = 1024 * 1024;
  const json = { "content-type": "application/json" };
  const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`;
  const success = (text: string | Buffer, headers = {}): Reaction => ({
    status: 200,
    headers: { ...json, ...headers },
    text,
  });

  /** Each is a success by its status alone. The compressed ones: test/unit/http/transportWire.test.ts. */
  const unusable: [string, () => Reaction][] = [
    ["nested 200,000 deep", () => success(nested(200_000))],
    ["of 5 MB", () => success(`{"a":"${"x".repeat(5 * MB)}"}`)],
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

  /** Hooks, and whether their reads have the response, too. */
  const attacked: [Hook, boolean][] = [
    ...(["create", "update", "delete"] as const).map((hook): [Hook, boolean] => [hook, false]),
    ...(["create", "read"] as const).map((hook): [Hook, boolean] => [hook, true]),
  ];
  for (const kind of [kinds.ContainerGroup, kinds.Customer]) {
    for (const [what, response] of unusable) {
      it(`${kind.name}: a response ${what}`, async () => {
        for (const [hook, isOfReads] of attacked) {
          const respond: Respond = ({ method }, good) => (method === "GET" && !isOfReads ? good : response());
          const outcome = await runHook(kind, hook, respond, { attempts: 2 });
          assertBounded(outcome);
          if (hook === "read" && outcome.result) expect(outcome.result.id).to.equal(kind.id);
          if (kind !== kinds.ContainerGroup || hook !== "create") continue;
          // A create that cannot look for its group sends nothing. Otherwise the object that exists now is found by a read, or kept
          // with the error.
          const isSent = !isOfReads;
          expect(outcome.requests.some(({ method }) => method === "PUT")).to.equal(isSent);
          expect(outcome.error?.id).to.equal(isSent ? kind.id : undefined);
          if (isSent) expect(outcome.error?.message).to.include("the request may have taken effect");
        }
      });
    }
  }

  it("a response that never ends, a few bytes at a time: read no further", async () => {
    const respond = onMethod("PUT", () => endless(`10\r\n${" ".repeat(16)}\r\n`.repeat(3000), true));
    const outcome = await runHook(kinds.ContainerGroup, "create", respond, { attempts: 1 });
    assertBounded(outcome);
    expect(outcome.error?.message).to.include("the response is larger than 4194304 bytes");
  });

  for (const kind of recordKinds) {
    it(`${kind.name}: a part of a batch that is nested too deep is like one whose response is lost`, async () => {
      const respond: Respond = (request, good) => (request.method === "PATCH" ? success(nested(3000)) : good);
      const outcome = await runHook(kind, "create", respond, { attempts: 2 });
      assertBounded(outcome);
      // The service did what it was asked to: a look finds it so.
      expect(outcome.error?.message).to.equal(undefined);
    });
  }

  it("a large error keeps its status and its beginning", async () => {
    const details = `{"code":"C","message":"${"m".repeat(500)}"},`.repeat(6000);
    const large = `{"error":{"code":"Refused","message":"because","details":[${details}{}]}}`;
    expect(large.length).to.be.above(3 * MB);
    // A response of its own, and a part of a batch.
    for (const kind of [kinds.ContainerGroup, kinds.Customer]) {
      for (const [text, headers] of [
        [large, {}],
        [gzipSync(large), { "content-encoding": "gzip" }],
        [nested(200_000), {}],
        [`<html><h1${"<h1".repeat(MB)}`, { "content-type": "text/html" }],
      ] as const) {
        const respond: Respond = () => ({ status: 400, headers: { ...json, ...headers }, text });
        const outcome = await runHook(kind, "create", respond);
        assertBounded(outcome);
        expect(outcome.error?.message).to.include("create failed: 400");
        if (String(text).startsWith('{"error')) expect(outcome.error?.message).to.include("Refused");
      }
    }
  });
});

describe("hostile: a whole run within its bounds", () => {
  it("a group with 60 containers, and a page of records, are within all of them", async () => {
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

  it("a quote may be larger than any other resource, since it is read with its lines", async () => {
    const comment = {
      lineType: "Comment",
      itemId: "00000000-0000-0000-0000-000000000000",
      description: "d".repeat(1000),
    };
    const respond: Respond = (_, good) => {
      const body = good.body as { value?: { salesQuoteLines: unknown[] }[] };
      for (const quote of body.value ?? []) quote.salesQuoteLines.push(...Array(1500).fill(comment));
      return good;
    };
    const outcome = await runHook(kinds.SalesQuote, "read", respond);
    expect(outcome.error?.message).to.equal(undefined);
    expect(outcome.result?.id).to.equal(kinds.SalesQuote.id);
  });
});
