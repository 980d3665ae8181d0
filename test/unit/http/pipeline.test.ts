import { expect } from "chai";
import { describe, it } from "mocha";
import { createPipeline, type Policy } from "../../../provider/http/pipeline.js";
import { requestIdPolicy, userAgentPolicy } from "../../../provider/http/requestPolicies.js";
import { answer, request } from "./answers.js";

describe("createPipeline", () => {
  it("puts the first policy outermost", async () => {
    const trace: string[] = [];
    const tracing = (name: string): Policy => ({
      name,
      async sendRequest(sent, next) {
        trace.push(`> ${name}`);
        const response = await next(sent);
        trace.push(`< ${name}`);
        return response;
      },
    });
    const send = createPipeline([tracing("a"), tracing("b")], async () => {
      trace.push("wire");
      return answer(200);
    });
    await send(request());
    expect(trace).to.deep.equal(["> a", "> b", "wire", "< b", "< a"]);
  });

  it("is the transport when there is no policy", async () => {
    const transport = async () => answer(204);
    expect(createPipeline([], transport)).to.equal(transport);
  });
});

describe("requestId and userAgent", () => {
  const sentHeaders = async (policy: Policy, headers?: Record<string, string>) => {
    let sent: Record<string, string> | undefined;
    await createPipeline([policy], async (last) => {
      sent = last.headers;
      return answer(200);
    })(request(headers ? { headers } : {}));
    return sent;
  };

  it("gives a request an id and keeps the one it has, in any case", async () => {
    expect(await sentHeaders(requestIdPolicy(() => "made"))).to.deep.equal({
      "x-ms-client-request-id": "made",
    });
    const own = { "X-MS-Client-Request-Id": "own" };
    expect(
      await sentHeaders(
        requestIdPolicy(() => "made"),
        own,
      ),
    ).to.deep.equal(own);
    expect((await sentHeaders(requestIdPolicy()))?.["x-ms-client-request-id"]).to.match(/^[0-9a-f-]{36}$/);
  });

  it("replaces a header of the same name in another case", async () => {
    const sent = await sentHeaders(userAgentPolicy("us/1.0"), { "User-Agent": "them", "If-Match": "W/1" });
    expect(sent).to.deep.equal({ "user-agent": "us/1.0", "if-match": "W/1" });
  });
});
