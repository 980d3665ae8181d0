import { expect } from "chai";
import { describe, it } from "mocha";
import { HttpProxy } from "../../../provider/http/proxy.js";
import { TransportError } from "../../../provider/http/transportError.js";
import { useEnvironment } from "../../support/environment.js";
import { NO_PROXIES } from "../../support/proxyServer.js";

describe("the proxy of the environment", () => {
  const environment = useEnvironment();
  const find = (variables: NodeJS.ProcessEnv, url = "https://service.example/x") => {
    environment({ ...NO_PROXIES, ...variables });
    return HttpProxy.find({ method: "GET", url }, new AbortController().signal);
  };

  it("is none where the environment names none", () => {
    for (const variables of [
      {},
      { HTTPS_PROXY: "" },
      { https_proxy: " " },
      { HTTP_PROXY: "http://p.example" },
    ])
      expect(find(variables)).to.equal(undefined);
  });

  for (const [value, name] of [
    ["http://proxy.example:3128", "proxy.example:3128"],
    [" http://proxy.example\n", "proxy.example:80"],
    ["https://proxy.example", "proxy.example:443"],
    ["proxy.example:3128", "proxy.example:3128"],
    ["http://[2001:db8::1]:3128", "[2001:db8::1]:3128"],
    ["http://me%40example:p%2Fw%3A%25@proxy.example:3128", "proxy.example:3128"],
  ] as const) {
    it(`reads ${JSON.stringify(value)}, and shows no credentials`, () => {
      expect(find({ HTTPS_PROXY: value })?.name).to.equal(`${name} (HTTPS_PROXY)`);
    });
  }

  it("takes the preferred variable, and says which it is", () => {
    const variables: NodeJS.ProcessEnv = {
      https_proxy: "http://a.example",
      HTTPS_PROXY: "http://b.example",
      all_proxy: "http://c.example",
      ALL_PROXY: "http://d.example",
    };
    for (const [variable, host] of [
      ["https_proxy", "a.example"],
      ["HTTPS_PROXY", "b.example"],
      ["all_proxy", "c.example"],
      ["ALL_PROXY", "d.example"],
    ] as const) {
      expect(find(variables)?.name).to.equal(`${host}:80 (${variable})`);
      variables[variable] = "";
    }
  });

  for (const value of [
    "socks5://me:hunter2@proxy.example:1080",
    "http://",
    "http://proxy.example:port",
    "http://me:hunter2/x@proxy.example",
    "http://me:123#hunter2@proxy.example",
    "http://me:100%@proxy.example",
    "http://proxy.example/path",
    "me:hunter2",
  ]) {
    it(`refuses ${value} without showing it`, () => {
      for (const variable of ["HTTPS_PROXY", "all_proxy"]) {
        expect(() => find({ [variable]: value }))
          .to.throw(TransportError, `not sent: ${variable} `)
          .with.property("message")
          .that.does.not.match(/hunter2|123|me:|100%/);
      }
    });
  }

  for (const [noProxy, target, isExcluded] of [
    ["*", "https://10.1.2.3", true],
    ["service.example", "https://a.service.example", false],
    ["a.example, service.example", "https://service.example", true],
    [".service.example", "https://a.service.example", true],
    ["*.service.example", "https://a.b.service.example", true],
    ["service.example:443", "https://service.example", true],
    ["service.example:8443", "https://service.example", false],
  ] as const) {
    it(`NO_PROXY ${noProxy} ${isExcluded ? "excludes" : "does not exclude"} ${target}`, () => {
      const proxy = find({ HTTPS_PROXY: "http://proxy.example", NO_PROXY: noProxy }, target);
      expect(proxy === undefined).to.equal(isExcluded);
    });
  }

  it("is not for plain http, nor for this machine", () => {
    for (const url of ["http://127.0.0.1:8180/x", "https://localhost/x", "https://127.0.0.1/x"])
      expect(find({ ALL_PROXY: "http://proxy.example" }, url)).to.equal(undefined);
  });
});
