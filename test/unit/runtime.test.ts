import { expect } from "chai";
import { describe, it } from "mocha";
import { Runtime } from "../../provider/runtime.js";

const ADDRESS = "https://service.example";

describe("the runtime of a process", () => {
  it("has one budget for each service, of which the lowest limit counts", () => {
    const runtime = new Runtime();
    const service = runtime.service(ADDRESS, 5);
    expect(runtime.service(ADDRESS, 3)).to.equal(service);
    expect(runtime.service(ADDRESS, 4).limiter.limit).to.equal(3);
    expect(runtime.service(`${ADDRESS}/other`, 5).limiter.limit).to.equal(5);
  });

  it("shares nothing with another one", () => {
    const [one, other] = [new Runtime(), new Runtime()];
    one.created.add("quote");
    expect(other.created).to.have.property("size", 0);
    expect(one.service(ADDRESS, 5)).not.to.equal(other.service(ADDRESS, 5));
  });
});
