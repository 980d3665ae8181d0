import { expect } from "chai";
import { describe, it } from "mocha";
import { UsageError } from "../../../cli/arguments.js";
import { parseLoginOptions } from "../../../cli/login/options.js";
import { errorText } from "../../support/asRead.js";

const REQUIRED = ["--auth-url", "https://login.example/authorize", "--client-id", "client-1"];

function refusal(args: string[], environment: NodeJS.ProcessEnv = {}): string {
  try {
    parseLoginOptions(args, environment);
  } catch (error) {
    expect(error).to.be.instanceOf(UsageError);
    return errorText(error);
  }
  throw new Error("it was accepted");
}

describe("the options of a sign-in", () => {
  it("have defaults, but for the address and the client", () => {
    expect(parseLoginOptions(REQUIRED, {})).to.deep.equal({
      authUrl: "https://login.example/authorize",
      clientId: "client-1",
      stack: undefined,
      print: false,
      browser: true,
      port: 0,
      timeoutSeconds: 300,
    });
  });

  it("say everything that can be said", () => {
    const more = ["--print", "--no-browser", "--port", "8400", "--timeout", "60"];
    const said = { print: true, browser: false, port: 8400, timeoutSeconds: 60 };
    expect(parseLoginOptions([...REQUIRED, ...more], {})).to.deep.include(said);
  });

  it("take no stack beside --print", () => {
    expect(refusal([...REQUIRED, "--print", "--stack", "dev"])).to.include(
      "--print and --stack exclude each other",
    );
  });

  it("take the address and the client from the environment, unless they are given", () => {
    const environment = { VENDORCLOUD_AUTH_URL: "https://env.example/", VENDORCLOUD_CLIENT_ID: "env" };
    const found = { authUrl: "https://env.example/", clientId: "env" };
    expect(parseLoginOptions([], environment)).to.include(found);
    expect(parseLoginOptions(REQUIRED, environment)).to.include({ clientId: "client-1" });
  });

  it("name the variable of what is missing", () => {
    expect(refusal([])).to.include("--auth-url").and.to.include("VENDORCLOUD_AUTH_URL");
    expect(refusal(REQUIRED.slice(0, 2)))
      .to.include("--client-id")
      .and.to.include("VENDORCLOUD_CLIENT_ID");
    expect(refusal([], { VENDORCLOUD_AUTH_URL: " " })).to.include("--auth-url");
  });

  for (const url of [
    "http://login.example/",
    "login.example",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://user:password@login.example/",
  ]) {
    it(`send nobody to '${url}'`, () => {
      const text = refusal(["--auth-url", url, "--client-id", "c"]);
      expect(text).to.match(/^--auth-url: the address /);
      expect(text).to.not.include("password@login");
    });
  }

  it("send people over plain http to this machine", () => {
    const local = ["--auth-url", "http://127.0.0.1:8180/oauth2/authorize", "--client-id", "c"];
    expect(parseLoginOptions(local, {})).to.include({ authUrl: "http://127.0.0.1:8180/oauth2/authorize" });
  });

  for (const args of [
    ["--prin"],
    ["extra"],
    ["--stack", ""],
    ["--port", "65536"],
    ["--timeout", "0"],
    ["--timeout", "86401"],
  ]) {
    it(`refuse '${args.join(" ")}' in one line`, () => {
      expect(refusal([...REQUIRED, ...args])).to.match(/^.+$/);
    });
  }
});
