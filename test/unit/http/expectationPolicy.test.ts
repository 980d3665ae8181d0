import { expect } from "chai";
import { describe, it } from "mocha";
import { getOutcome } from "../../../provider/contract/providerError.js";
import { expectationPolicy, findObjectProblem } from "../../../provider/http/expectation.js";
import {
  createPipeline,
  type HttpMethod,
  type HttpRequest,
  type HttpResponse,
} from "../../../provider/http/pipeline.js";
import { errorText } from "../../support/asRead.js";
import { answer, request, transportError } from "./answers.js";

const SECRET = "canary-secret-4711";

/** A request that expects an object with 200 or 201, and what becomes of it. */
function sending(response: Partial<HttpResponse>, part: Partial<HttpRequest> = {}): Promise<HttpResponse> {
  const expects: HttpRequest["expects"] = {
    statuses: [200, 201],
    problem: ({ body }) => findObjectProblem(body, "the thing"),
  };
  const send = createPipeline([expectationPolicy], async () => answer(response.status ?? 200, response));
  return send(request({ expects, ...part }));
}

describe("the expectation of a request", () => {
  for (const status of [200, 201]) {
    it(`takes ${status} with the documented body`, async () => {
      expect(await sending({ status, body: { id: 1, error: null } })).to.include({ status });
    });
  }

  it("takes a body for none of the errors that only a name of its fields resembles", async () => {
    const body = { errorCount: 1, lastError: "x", odataXerror: "x", error: undefined, "odata.error": null };
    expect(await sending({ body })).to.include({ status: 200 });
    for (const name of ["error", "Error", "odata.error"])
      await transportError(sending({ body: { [name]: "x" } }));
  });

  it("takes any body where it says nothing of it", async () => {
    expect(await sending({ body: "x" }, { expects: { statuses: [200] } })).to.include({ status: 200 });
  });

  for (const status of [400, 404, 409, 500]) {
    it(`leaves ${status} to the caller, whatever its body`, async () => {
      expect(await sending({ status, body: "no" })).to.include({ status });
    });
  }

  for (const status of [100, 199, 202, 203, 204, 206, 299, 300, 304, 399]) {
    it(`takes ${status} for no success that is documented`, async () => {
      const error = await transportError(sending({ status, body: { id: 1 } }));
      expect(error).to.include({ kind: "undocumented" });
      expect(error.message).to.include(`: ${status}, which is not a documented success status (200, 201)`);
    });
  }

  const bodies: [body: unknown, what: string][] = [
    [undefined, "empty"],
    [null, "null"],
    [[], "a list"],
    ["Welcome", "a string"],
    [7, "a number"],
    [{ error: {} }, "an error"],
    [{ Error: "x", id: 1 }, "an error"],
    [{ "odata.error": { code: "x" } }, "an error"],
  ];
  for (const [body, what] of bodies) {
    it(`takes ${JSON.stringify(body)} for no object`, async () => {
      const { message, kind } = await transportError(sending({ body }));
      expect(kind).to.equal("unexpected");
      expect(message).to.include(`: 200, but the body is ${what}, not the thing`);
    });
  }

  for (const method of ["GET", "PUT", "PATCH", "POST", "DELETE"] satisfies HttpMethod[]) {
    it(`knows whether a ${method} may have taken effect`, async () => {
      const error = await transportError(sending({ body: null }, { method }));
      expect(getOutcome(error)).to.equal(method === "GET" ? "notApplied" : "unknown");
    });
  }

  it("quotes an error in a success as the service gave it, masked, below the sentence", async () => {
    const details = [{ code: "Inner", message: `quotes ${SECRET}` }];
    const body = { error: { code: "Quota", message: "Too\nmany.", details } };
    const error = await transportError(sending({ body, requestId: "r-1" }, { method: "PUT" }));
    expect(errorText(error, SECRET).split("\n").slice(1)).to.deep.equal([
      "  Quota: Too many.",
      "    details:",
      "      Inner: quotes [secret]",
      "    request id: r-1",
    ]);
    expect(errorText(error)).to.match(/^PUT .*; the request may have taken effect\n/);
    expect(error.with({ reason: "other" }).serviceText).to.equal(error.serviceText);
  });

  it("is none where the request has none", async () => {
    const send = createPipeline([expectationPolicy], async () => answer(299, { body: "x" }));
    expect(await send(request())).to.include({ status: 299 });
  });
});
