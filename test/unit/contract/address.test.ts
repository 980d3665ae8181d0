import { expect } from "chai";
import { describe, it } from "mocha";
import { findAddressProblem, isOfService } from "../../../provider/contract/address.js";
import { createPipeline } from "../../../provider/http/pipeline.js";
import { secureAddressPolicy } from "../../../provider/http/policies.js";
import { answer, request, transportError } from "../http/answers.js";

describe("findAddressProblem", () => {
  for (const url of [
    "https://service.example/x",
    "https://10.0.0.1:8443/",
    "http://localhost:8180/x",
    "http://LOCALHOST/x",
    "http://127.0.0.1:8180/",
    "http://127.255.33.99/",
    "http://127.1/",
    "http://0x7f000001/",
    "http://2130706433/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::1]:8180/",
  ]) {
    it(`accepts ${url}`, () => expect(findAddressProblem(url)).to.equal(undefined));
  }

  for (const [url, text] of [
    ["http://service.example/x", "https://"],

    ["http://notlocalhost/", "https://"],
    ["http://128.0.0.1/", "https://"],
    ["http://localhost.evil.example/", "https://"],
    ["http://127.0.0.1.evil.example/", "https://"],
    ["http://evil.example/127.0.0.1", "https://"],
    ["http://[::2]/", "https://"],
    ["ftp://localhost/", "https://"],

    ["localhost:8180", "(http:// is accepted for this machine only: localhost,"],
    ["https://me:pw@service.example/", "user information"],
    ["https://me@service.example/", "user information"],
    ["https://:pw@service.example/", "user information"],
    ["http://localhost@evil.example/", "user information"],
    ["/x", "absolute"],
    ["", "absolute"],
  ] as const) {
    it(`refuses ${url || "nothing"}`, () => expect(findAddressProblem(url)).to.contain(text));
  }
});

describe("secureAddress", () => {
  it("sends nothing to an address it refuses, and does not show user information", async () => {
    let sent = 0;
    const send = createPipeline([secureAddressPolicy], async () => {
      sent++;
      return answer(200);
    });
    const error = await transportError(send(request({ url: "http://me:hunter2@service.example/" })));
    expect(error).to.include({ kind: "address", outcome: "notApplied" });
    expect(error.message).not.to.contain("hunter2");
    await send(request({ url: "https://service.example/" }));
    expect(sent).to.equal(1);
  });
});

describe("the addresses that get the token", () => {
  const address = "https://management.example";
  const cases: [url: string, plain: boolean, withSubdomains: boolean][] = [
    ["https://management.example/x", true, true],
    ["https://MANAGEMENT.example:443/x", true, true],
    ["https://westeurope.management.example/x", false, true],
    ["https://a.b.management.example/x", false, true],
    ["http://westeurope.management.example/x", false, false],
    ["https://westeurope.management.example:8443/x", false, false],
    ["https://evilmanagement.example/x", false, false],
    ["https://management.example.evil.example/x", false, false],
    ["https://management.example@evil.example/x", false, false],

    ["https://other.example/x", false, false],
  ];
  for (const [url, plain, withSubdomains] of cases)
    it(`${url}: ${plain}, with subdomains ${withSubdomains}`, () => {
      expect(isOfService(url, address, false)).to.equal(plain);
      expect(isOfService(url, address, true)).to.equal(withSubdomains);
    });

  it("are never subdomains of a service without a secure connection", () => {
    expect(isOfService("http://a.localhost:1/", "http://localhost:1", true)).to.equal(false);
    expect(isOfService("https://a.localhost:1/", "http://localhost:1", true)).to.equal(false);
  });
});
