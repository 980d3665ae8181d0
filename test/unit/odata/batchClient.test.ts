import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { Runtime } from "../../../provider/contract/runtime.js";
import { Settings } from "../../../provider/contract/settings.js";
import type { HttpRequest } from "../../../provider/http/pipeline.js";
import { readServiceError } from "../../../provider/http/serviceError.js";
import { connectBusiness } from "../../../provider/odata/batches.js";
import { toText } from "../../../provider/text/message.js";
import { SkippingClock } from "../../support/clock.js";
import { connectTo } from "../http/connectTo.js";
import { http, startServer, type TestServer } from "../http/testServer.js";
import { echo, type Operation, type OperationAnswer } from "./batchWorld.js";

const TOKEN = "c4nary-token";
const JSON_TYPE = { "Content-Type": "application/json" };

/** A request as it came over the wire. */
interface Received {
  line: string;
  head: string;
  /** Of a batch. */
  operations: Operation[] | undefined;
}

describe("batching over HTTP", () => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  /** A service that answers whole requests with the text that `answer` gives. */
  async function serve(answer: (received: Received) => string) {
    const received: Received[] = [];
    const parts = new Map<unknown, string>();
    const server = await startServer((socket, part) => {
      const text = (parts.get(socket) ?? "") + part;
      const [head = "", body] = text.split("\r\n\r\n");
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      parts.set(socket, body !== undefined && body.length >= length ? "" : text);
      if (parts.get(socket) !== "") return;
      const operations = body ? (JSON.parse(body) as { requests?: Operation[] }).requests : undefined;
      const one = { line: head.split("\r\n")[0] ?? "", head, operations };
      received.push(one);
      socket.write(answer(one));
    });
    servers.push(server);
    return { server, received };
  }

  function client(url: string) {
    const settings = { businessToken: TOKEN, retryMaxAttempts: "1" };
    return connectTo(url, { clock: new SkippingClock(), settings });
  }

  function at({ url }: TestServer, path: string, part: Partial<HttpRequest> = {}): HttpRequest {
    return { method: "GET", url: `${url}/api/${path}`, batch: `${url}/api/$batch`, ...part };
  }

  it("sends one POST with the token outside and everything else inside", async () => {
    const { server, received } = await serve(({ operations }) => batchAnswer(operations, echo));
    const send = client(server.url);
    const patch = { method: "PATCH", headers: { "if-match": 'W/"1"' }, body: { phone: "+1" } } as const;
    const responses = await Promise.all([
      send(at(server, "x(1)?$select=id")),
      send(at(server, "x(2)", patch)),
    ]);
    expect(responses.map(({ body, url, method }) => [method, url, body])).to.deep.equal([
      ["GET", `${server.url}/api/x(1)?$select=id`, "x(1)?$select=id"],
      ["PATCH", `${server.url}/api/x(2)`, "x(2)"],
    ]);
    expect(received).to.have.length(1);
    expect(received[0]?.line).to.equal("POST /api/$batch HTTP/1.1");
    expect(received[0]?.head)
      .to.match(/^authorization: Bearer c4nary-token/im)
      .and.match(/^prefer: odata.continue-on-error/im)
      .and.match(/^content-type: application\/json\r/im)
      .and.match(/^accept: application\/json/im)
      .and.match(/^user-agent: pulumi-vendorcloud\/\d/im);
    expect(JSON.stringify(received[0]?.operations)).not.to.match(/c4nary|authorization|user-agent/i);
    const [get, changed] = received[0]?.operations ?? [];
    expect(changed?.headers).to.include({ "if-match": 'W/"1"', "content-type": "application/json" });
    expect(changed?.body).to.deep.equal({ phone: "+1" });
    const ids = [get, changed].map((operation) => operation?.headers["x-ms-client-request-id"]);
    expect(ids[0]).to.match(/^[0-9a-f-]{36}$/);
    expect(ids[1])
      .to.match(/^[0-9a-f-]{36}$/)
      .and.not.equal(ids[0]);
  });

  it("lets all clients of a service travel together, and none show the token of another", async () => {
    const { server, received } = await serve(({ operations }) =>
      batchAnswer(operations, () => ({
        status: 401,
        headers: { "X-Ms-Request-Id": `id-${TOKEN}` },
        body: { error: { message: `Token '${TOKEN}' refused` } },
      })),
    );
    const caller = {
      runtime: new Runtime(),
      settings: new Settings({ get: () => undefined }, environment(server.url)),
    };
    const answers = await Promise.all(
      [1, 2, 3].map((id) => connectBusiness(caller).send(at(server, `x(${id})`))),
    );
    expect(received.map(({ operations }) => operations?.length)).to.deep.equal([3]);
    for (const answer of answers) {
      const said = toText(readServiceError(answer).text, caller.runtime.secrets);
      expect(said).to.equal("401: Token '[secret]' refused\n  request id: id-[secret]");
    }
  });
});

function batchAnswer(
  operations: Operation[] | undefined,
  answerOf: (operation: Operation) => OperationAnswer,
): string {
  const responses = (operations ?? []).map((operation) => ({ id: operation.id, ...answerOf(operation) }));
  return http("200 OK", JSON.stringify({ responses }), JSON_TYPE);
}

function environment(url: string, token = TOKEN): NodeJS.ProcessEnv {
  return {
    VENDORCLOUD_BUSINESS_URL: url,
    VENDORCLOUD_BUSINESS_TOKEN: token,
    VENDORCLOUD_RETRY_MAX_ATTEMPTS: "1",
  };
}
