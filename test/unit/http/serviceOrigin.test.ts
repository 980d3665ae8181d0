import { expect } from "chai";
import { describe, it } from "mocha";
import { isOfService } from "../../../provider/http/serviceOrigin.js";

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
    ["https://example/x", false, false],
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
