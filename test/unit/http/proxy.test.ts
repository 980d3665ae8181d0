import { expect } from "chai";
import { describe, it } from "mocha";
import { findProxy, ProxyVariableError } from "../../../provider/http/proxy.js";

const find = (environment: NodeJS.ProcessEnv, target = "https://service.example/x") =>
  findProxy(new URL(target), environment);

describe("findProxy", () => {
  it("is none where the environment names none", () => {
    for (const environment of [
      {},
      { HTTPS_PROXY: "" },
      { https_proxy: " " },
      { HTTP_PROXY: "http://p.example" },
    ])
      expect(find(environment)).to.equal(undefined);
  });

  for (const [value, expected] of [
    ["http://proxy.example:3128", { protocol: "http:", host: "proxy.example", port: 3128 }],
    ["http://proxy.example:3128/", { protocol: "http:", host: "proxy.example", port: 3128 }],
    [" http://proxy.example\n", { protocol: "http:", host: "proxy.example", port: 80 }],
    ["https://proxy.example", { protocol: "https:", host: "proxy.example", port: 443 }],
    ["HTTP://PROXY.example", { protocol: "http:", host: "proxy.example", port: 80 }],
    ["proxy.example:3128", { protocol: "http:", host: "proxy.example", port: 3128 }],
    ["10.0.0.1:3128", { protocol: "http:", host: "10.0.0.1", port: 3128 }],
    ["http://[2001:db8::1]:3128", { protocol: "http:", host: "2001:db8::1", port: 3128 }],
  ] as const) {
    it(`reads ${JSON.stringify(value)}`, () => {
      expect(find({ HTTPS_PROXY: value }))
        .to.include(expected)
        .and.not.have.property("authorization");
    });
  }

  it("takes the preferred variable, and says which it is", () => {
    const environment: NodeJS.ProcessEnv = {
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
      expect(find(environment)?.name).to.equal(`${host}:80 (${variable})`);
      environment[variable] = "";
    }
  });

  it("takes credentials out of the address, decoded, and does not show them", () => {
    for (const [credentials, expected] of [
      ["me:hunter2", "me:hunter2"],
      ["me%40example:p%2Fw%3A%25", "me@example:p/w:%"],
      ["me:100%", "me:100%"],
      ["me", "me:"],
      [":hunter2", ":hunter2"],
      ["mé:ü", "mé:ü"],
    ] as const) {
      const proxy = find({ HTTPS_PROXY: `http://${credentials}@proxy.example:3128` });
      const sent = Buffer.from(proxy?.authorization?.replace(/^Basic /, "") ?? "", "base64").toString();
      expect(sent).to.equal(expected);
      expect(proxy?.name).to.equal("proxy.example:3128 (HTTPS_PROXY)");
    }
  });

  for (const value of [
    "socks5://me:hunter2@proxy.example:1080",
    "socks5h://proxy.example",
    "ftp://proxy.example",
    "hunter2://proxy.example",
    "http://",
    "http://proxy example",
    "http://proxy.example:port",
    "http://proxy.example:99999",
    "http://me:hunter2/x@proxy.example",
    "http://me:123/hunter2@proxy.example",
    "http://me:123#hunter2@proxy.example",
    "http://me:123?hunter2@proxy.example",
    "http://proxy.example/path",
    "me:hunter2",
    "://",
  ]) {
    it(`refuses ${value} without showing it`, () => {
      for (const variable of ["HTTPS_PROXY", "all_proxy"]) {
        expect(() => find({ [variable]: value }))
          .to.throw(ProxyVariableError, new RegExp(`^not sent: ${variable} `))
          .with.property("message")
          .that.does.not.match(/hunter2|123|me:/);
      }
    });
  }

  it("says that SOCKS is not supported, and else what an address looks like", () => {
    expect(() => find({ HTTPS_PROXY: "socks5://proxy.example" })).to.throw("SOCKS is not supported");
    expect(() => find({ HTTPS_PROXY: "http://proxy example" })).to.throw("such as http://proxy.example:3128");
  });

  const HTTPS_PROXY = "http://proxy.example:3128";
  for (const [noProxy, target, isExcluded] of [
    ["*", "https://service.example", true],
    ["*", "https://10.1.2.3", true],
    ["service.example", "https://service.example", true],
    ["SERVICE.example", "https://Service.Example", true],
    ["service.example", "https://service.example./x", true],
    ["service.example", "https://a.service.example", false],
    ["service.example", "https://otherservice.example", false],
    ["a.example, service.example", "https://service.example", true],
    ["a.example service.example", "https://service.example", true],
    [",, ", "https://service.example", false],
    [",, ", "https://10.1.2.3", false],
    [":443", "https://service.example", false],
    [".example", "https://service.example", true],
    [".service.example", "https://service.example", false],
    [".service.example", "https://a.service.example", true],
    ["*.service.example", "https://a.b.service.example", true],
    ["service*.example", "https://service.example", false],
    ["*service.example", "https://otherservice.example", true],
    ["service.example:443", "https://service.example", true],
    ["service.example:8443", "https://service.example", false],
    ["service.example:8443", "https://service.example:8443", true],
    [".example:8443", "https://service.example:8443", true],
    ["10.1.2.3", "https://10.1.2.3", true],
    ["10.1.2.3:443", "https://10.1.2.3", true],
    ["10.0.0.0/8", "https://10.1.2.3", true],
    ["10.0.0.0/8", "https://11.1.2.3", false],
    ["10.0.0.0/8", "https://[::ffff:10.1.2.3]", true],
    ["10.0.0.0/99", "https://10.1.2.3", false],
    [".2.3", "https://10.1.2.3", false],
    ["2001:db8::1", "https://[2001:db8::1]", true],
    ["[2001:db8::1]:443", "https://[2001:db8::1]", true],
    ["[2001:db8::1]:8443", "https://[2001:db8::1]", false],
    ["2001:db8::/32", "https://[2001:db8::1]", true],
    ["2001:db9::/32", "https://[2001:db8::1]", false],
  ] as const) {
    it(`NO_PROXY ${noProxy} ${isExcluded ? "excludes" : "does not exclude"} ${target}`, () => {
      for (const name of ["NO_PROXY", "no_proxy"])
        expect(find({ HTTPS_PROXY, [name]: noProxy }, target) === undefined).to.equal(isExcluded);
    });
  }

  it("does not read a variable that it does not need", () => {
    expect(find({ HTTPS_PROXY: "socks5://x", NO_PROXY: "*" })).to.equal(undefined);
    expect(find({ HTTPS_PROXY, ALL_PROXY: "socks5://x" })?.port).to.equal(3128);
    expect(find({ HTTPS_PROXY, no_proxy: "other.example", NO_PROXY: "*" })?.port).to.equal(3128);
  });
});
