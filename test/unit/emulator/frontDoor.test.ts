import { expect } from "chai";
import { describe, it } from "mocha";
import { sendRaw } from "../../support/rawRequest.js";
import { group, useClient, WEB } from "./support.js";

describe("the front door of the emulator", () => {
  const { emulator, send } = useClient({ token: "the-one" });
  const withToken = { headers: { authorization: "Bearer the-one", "content-type": "application/json" } };

  for (const [what, headers] of Object.entries<Record<string, string>>({
    "no token": {},
    "an empty token": { authorization: "Bearer " },
    "another scheme": { authorization: "Basic the-one" },
    "another token": { authorization: "Bearer the-other" },
  })) {
    it(`refuses ${what} with 401`, async () => {
      const answer = await send("GET", WEB, undefined, { headers });
      expect(answer.status).to.equal(401);
      expect(answer.body.error.code).to.equal("AuthenticationFailed");
    });
  }

  for (const [version, code] of Object.entries({
    "": "MissingApiVersionParameter",
    "api-version=": "MissingApiVersionParameter",
    "api-version=latest": "InvalidApiVersionParameter",
    "api-version=2023-13-01": "InvalidApiVersionParameter",
    "api-version=2023-05-01-beta": "InvalidApiVersionParameter",
    "api-version=2023-05-01&api-version=2023-05-01": "InvalidApiVersionParameter",
  })) {
    it(`refuses '${version}' with ${code}`, async () => {
      const answer = await send("GET", WEB, undefined, { ...withToken, version });
      expect(answer.status).to.equal(400);
      expect(answer.body.error).to.include({ code, target: "api-version" });
    });
  }

  it("refuses a version that the service does not have, and lists those that it has", async () => {
    const answer = await send("GET", WEB, undefined, { ...withToken, version: "api-version=2099-12-31" });
    expect(answer.status).to.equal(400);
    expect(answer.body.error.code).to.equal("NoRegisteredProviderFound");
    expect(answer.body.error.message).to.include("'2099-12-31'").and.include("2023-05-01");
  });

  for (const version of ["2017-10-01-preview", "2023-05-01"]) {
    it(`accepts version ${version}`, async () => {
      const answer = await send("GET", WEB, undefined, {
        ...withToken,
        version: `api-version=${version}`,
      });
      expect(answer.body.error.code).to.equal("ResourceNotFound");
    });
  }

  it("gives every response a request id of its own", async () => {
    const first = await send("GET", WEB, undefined, withToken);
    const second = await send("GET", WEB);
    expect(first.headers.get("x-ms-request-id")).to.match(/^[0-9a-f-]{36}$/);
    expect(second.headers.get("x-ms-request-id")).to.not.equal(first.headers.get("x-ms-request-id"));
  });

  it("takes paths in any case", async () => {
    await send("PUT", WEB.replace("resourceGroups", "RESOURCEGROUPS"), group(), withToken);
    const answer = await send("GET", WEB.toLowerCase(), undefined, withToken);
    expect(answer.body.id).to.equal(WEB);
  });

  for (const [what, body, type, status] of [
    ["an empty body", "", "application/json", 400],
    ["no content type", Buffer.from("{}"), undefined, 415],
    ["another content type", "{}", "text/plain", 415],
    ["broken JSON", '{"secret": "abc', "application/json", 400],
    ["a list", "[]", "application/json", 400],
  ] as const) {
    it(`refuses ${what} with ${status}`, async () => {
      const headers = { authorization: "Bearer the-one", ...(type && { "content-type": type }) };
      const answer = await send("PUT", WEB, undefined, { headers, body });
      expect(answer.status).to.equal(status);
      expect(answer.body.error.message).to.be.a("string").and.not.include("abc");
    });
  }

  it("accepts JSON under a type that ends in +json, with a charset", async () => {
    const headers = { ...withToken.headers, "content-type": "application/merge-patch+json; charset=utf-8" };
    expect((await send("PUT", WEB, group(), { headers })).status).to.equal(201);
  });

  it("refuses a PUT without body and length with 411", async () => {
    const path = `${WEB}?api-version=2023-05-01`;
    const sent = { method: "PUT", path, headers: withToken.headers };
    expect((await sendRaw(emulator().url, sent)).status).to.equal(411);
  });
});
