import { expect } from "chai";
import { describe, it } from "mocha";
import { sanitizeUrl } from "../../../provider/http/transportError.js";

describe("sanitizeUrl", () => {
  for (const [url, expected] of [
    ["https://a.example/x?api-version=2023-05-01", "https://a.example/x?api-version=2023-05-01"],
    ["https://a.example/x?API-Version=1&%24top=5", "https://a.example/x?API-Version=1&%24top=5"],
    ["https://a.example/x?$filter=number eq 'C1'", "https://a.example/x?$filter=number%20eq%20%27C1%27"],
    [
      "https://a.example/x?sv=1&sig=abc%2F&api-version=2",
      "https://a.example/x?sv=[hidden]&sig=[hidden]&api-version=2",
    ],
    ["https://a.example/x?secret", "https://a.example/x?secret=[hidden]"],
    ["https://a.example/x?%zz=1", "https://a.example/x?%zz=[hidden]"],
    ["https://me:pw@a.example:8443/x#part", "https://a.example:8443/x"],
    ["https://a.example", "https://a.example/"],
    ["not an address with a secret", "(unreadable address)"],
  ] as const) {
    it(url, () => {
      expect(sanitizeUrl(url).raw).to.equal(expected);
      expect(sanitizeUrl(sanitizeUrl(url).raw).raw).to.equal(expected);
    });
  }
});
