import { expect } from "chai";
import { describe, it } from "mocha";
import { crossings, timeOf } from "../../load/load.js";
import { picture } from "../../load/picture.js";

const operation = (at: number, isRefused = false) => ({ at, isRefused });
const service = (operations: ReturnType<typeof operation>[]) => ({ requests: 1, operations, crossed: 0 });

describe("the figures of a large stack", () => {
  it("count what a service received while its Retry-After held, except what was on its way", () => {
    const sent = [operation(0), operation(0.5, true), operation(0.6), operation(1.6), operation(2, true)];
    expect(crossings(sent)).to.equal(0);
    expect(crossings([...sent, operation(2.5), operation(2.9, true), operation(3.95)])).to.equal(2);
  });

  it("compare the time of what was accepted with the least that the limit allows for", () => {
    const accepted = Array.from({ length: 41 }, (_, n) => operation(5 + n / 10));
    expect(timeOf(service([...accepted, operation(20, true)]), 20)).to.deep.equal({ seconds: 4, best: 2 });
    expect(timeOf(service([]), 20)).to.deep.equal({ seconds: 0, best: 0 });
  });

  it("are a picture of both", () => {
    const memory = [{ at: 1, engine: 1e6, program: 2e6, provider: 3e6 }];
    const operations = [operation(1), operation(2), operation(2.5, true)];
    const drawn = picture(
      { seconds: 4, groups: service(operations), records: service(operations), memory },
      20,
    );
    expect(drawn).to.match(/^<svg .*<\/svg>\n$/s);
    expect(drawn).not.to.match(/NaN|undefined|Infinity/);
  });
});
