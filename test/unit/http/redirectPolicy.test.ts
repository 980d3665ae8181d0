import { expect } from "chai";
import { describe, it } from "mocha";
import { isOfService } from "../../../provider/contract/address.js";
import type { Outcome } from "../../../provider/contract/providerError.js";
import { createPipeline, type HttpMethod, type HttpRequest } from "../../../provider/http/pipeline.js";
import { authenticationPolicy, redirectPolicy } from "../../../provider/http/policies.js";
import { asRead, errorText } from "../../support/asRead.js";
import { answer, request, transportError } from "./answers.js";

type Route = [status: number, location?: string];

const HERE = "https://a.example/1";

/** A network where each address answers with a redirect to another one, or with 200. */
function network(routes: Record<string, Route>) {
  const sent: HttpRequest[] = [];
  const send = createPipeline(
    [
      redirectPolicy,
      authenticationPolicy({
        readToken: () => "token-1234",
        toHeaders: (token) => ({ authorization: `Bearer ${token}` }),
        isOwn: (url) => isOfService(url, "https://a.example", false),
        remember: () => undefined,
        accepted: () => undefined,
      }),
    ],
    async (last) => {
      sent.push(last);
      const [status, location] = routes[last.url] ?? [200];
      return answer(status, { url: last.url, headers: location === undefined ? {} : { location } });
    },
  );
  return { send, sent, urls: () => sent.map(({ url }) => url) };
}

describe("redirect", () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`follows ${status} for GET, absolute and relative`, async () => {
      const { send, urls } = network({
        "https://a.example/1": [status, "https://a.example/2?x=1"],
        "https://a.example/2?x=1": [status, "../3"],
      });
      const response = await send(request({ url: "https://a.example/1" }));
      expect(response).to.include({ status: 200, url: "https://a.example/3" });
      expect(urls()).to.deep.equal(["https://a.example/1", "https://a.example/2?x=1", "https://a.example/3"]);
    });
  }

  it("leaves other responses alone, a 202 with a Location too", async () => {
    for (const status of [200, 201, 202, 300, 304, 404]) {
      const { send } = network({ [HERE]: [status, "https://a.example/2"] });
      expect((await send(request({ url: HERE }))).status).to.equal(status);
    }
  });

  for (const [from, to] of [
    ["https://a.example/1", "https://b.example/2"],
    ["https://a.example/1", "https://a.example:8443/2"],
    ["https://a.example/1", "//b.example/2"],
    ["https://a.example/1", "https://sub.a.example/2"],
    ["https://a.example/1", "https://me:hunter2@b.example/2"],
    ["https://a.example/1", "https:\\\\b.example\\2"],
    ["https://a.example/1", "http://a.example/2"],
    ["https://a.example/1", "http://localhost:1/2"],
    ["http://localhost:1/1", "https://localhost:1/2"],
    ["http://localhost:1/1", "http://127.0.0.1:1/2"],
    ["https://a.example/1", "ftp://a.example/2"],
    ["https://a.example/1", "file:///etc/passwd"],
    ["https://a.example/1", "data:application/json,{}"],
  ] as const) {
    it(`does not follow a GET from ${from} to ${to}`, async () => {
      for (const status of [301, 302, 303, 307, 308]) {
        for (const anonymous of [false, true]) {
          const { send, sent } = network({ [from]: [status, to] });
          const error = await transportError(send(request({ url: from, anonymous })));
          expect(error).to.include({ kind: "redirect", outcome: "notApplied" });
          expect(error.message).to.contain(`${status}: a redirect of a GET to `).and.not.contain("hunter2");
          expect(sent).to.have.length(1);
        }
      }
    });
  }

  it("keeps to the first origin after a hop, and to what the origin itself means", async () => {
    const away = network({
      "https://a.example/1": [302, "/2"],
      "https://a.example/2": [302, "https://b.example/3"],
    });
    const error = await transportError(away.send(request({ url: "https://a.example/1" })));
    expect(errorText(error)).to.contain("to https://b.example");
    const same = network({ "https://a.example/1": [302, "HTTPS://A.example:443/2#x"] });
    expect((await same.send(request({ url: "https://a.example/1" }))).status).to.equal(200);
  });

  it("gives up after five hops", async () => {
    const { send, sent } = network({
      "https://a.example/1": [302, "/2"],
      "https://a.example/2": [302, "/1"],
    });
    const error = await transportError(send(request({ url: "https://a.example/1" })));
    expect(error.message).to.contain("more than 5 redirects");
    expect(sent).to.have.length(6);
  });

  it("says what is wrong with a redirect to nowhere", async () => {
    for (const [route, problem] of [
      [[302], "without a Location"],
      [[302, "https://[nowhere"], "invalid address"],
    ] as [Route, string][]) {
      const { send } = network({ [HERE]: route });
      expect((await transportError(send(request({ url: HERE })))).message).to.contain(problem);
    }
  });

  it("sends a change again where the service has moved it within its origin", async () => {
    for (const status of [307, 308]) {
      for (const change of [
        { method: "PUT" as const },
        { method: "DELETE" as const },
        { method: "PATCH" as const, idempotent: true },
      ]) {
        const { send, sent } = network({ "https://a.example/1": [status, "/2"] });
        const body = { a: 1 };
        await send(request({ url: "https://a.example/1", body, ...change }));
        expect(sent[1]).to.include({ method: change.method, url: "https://a.example/2", body });
        expect(sent[1]?.headers).to.have.property("authorization");
      }
    }
  });

  for (const [method, status, to, outcome] of [
    ["PUT", 302, "/2", "unknown"],
    ["PUT", 303, "/2", "unknown"],
    ["DELETE", 301, "/2", "unknown"],
    ["POST", 307, "/2", "notApplied"],
    ["PATCH", 308, "/2", "notApplied"],
    ["POST", 302, "/2", "unknown"],
    ["PUT", 307, "https://b.example/2", "notApplied"],
    ["DELETE", 308, "https://a.example:8443/2", "notApplied"],
  ] as [HttpMethod, number, string, Outcome][]) {
    it(`does not follow ${status} to ${to} for ${method}`, async () => {
      const { send, sent } = network({ "https://a.example/1": [status, to] });
      const error = await transportError(send(request({ method, url: "https://a.example/1" })));
      expect(error).to.include({ kind: "redirect", outcome });
      expect(error.message).to.contain(`${status}: a redirect of a ${method}`);
      expect(sent).to.have.length(1);
    });
  }

  it("does not show the host of another address that holds a token or a secret of the resource", async () => {
    for (const host of ["SwordFish.example", "%73wordfish", "sword\tfish.example"]) {
      const send = createPipeline([redirectPolicy], async ({ url }) =>
        answer(307, { url, headers: { location: `https://${host}/` } }),
      );
      const error = await transportError(send(request({ method: "PUT", url: "https://a.example/1" })));
      expect(asRead(error.reason, "swordfish")).to.match(
        /^307: a redirect of a PUT to https:\/\/\[secret\](\.example)?, which is not followed$/,
      );
    }
  });
});
