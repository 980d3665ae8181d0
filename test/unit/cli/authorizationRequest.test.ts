import { expect } from "chai";
import { describe, it } from "mocha";
import { createState, formatAuthorizationUrl, isState } from "../../../cli/login/authorizationRequest.js";

describe("a request for a token", () => {
  const request = {
    authUrl: "https://login.example/oauth2/authorize",
    clientId: "client 1&scope=all",
    redirectUri: "http://127.0.0.1:8400/",
    state: "state-1",
  };

  it("is that of the implicit flow", () => {
    const url = new URL(formatAuthorizationUrl(request));
    expect(url.origin + url.pathname).to.equal(request.authUrl);
    expect([...url.searchParams]).to.deep.equal([
      ["response_type", "token"],
      ["client_id", request.clientId],
      ["redirect_uri", request.redirectUri],
      ["scope", "user_impersonation"],
      ["state", "state-1"],
    ]);
  });

  it("keeps other parameters of the address, and none of its own twice", () => {
    const authUrl = "https://login.example/authorize?tenant=t&state=known&scope=all#state=known";
    const url = new URL(formatAuthorizationUrl({ ...request, authUrl }));
    expect(url.searchParams.get("tenant")).to.equal("t");
    expect(url.searchParams.getAll("state")).to.deep.equal(["state-1"]);
    expect(url.searchParams.getAll("scope")).to.deep.equal(["user_impersonation"]);
    expect(url.hash).to.equal("");
  });

  it("has a state of 256 bits, another one each time", () => {
    const states = Array.from({ length: 100 }, createState);
    expect(new Set(states).size).to.equal(100);
    for (const state of states) expect(Buffer.from(state, "base64url")).to.have.length(32);
  });

  it("knows its state, of whatever length the given one is", () => {
    expect(isState("state-1", "state-1")).to.equal(true);
    for (const other of [undefined, "", "state-", "state-2", "state-11", "STATE-1", "state-1\u0000"]) {
      expect(isState(other, "state-1"), other).to.equal(false);
    }
  });
});
