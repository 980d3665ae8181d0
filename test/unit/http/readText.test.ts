import { Readable } from "node:stream";
import { expect } from "chai";
import { describe, it } from "mocha";
import { readText } from "../../../provider/http/readText.js";
import { mergeLimits, PAGE_LIMITS, RESOURCE_LIMITS } from "../../../provider/http/responseLimits.js";

const read = (pieces: string[], mostBytes: number) =>
  readText(Readable.from(pieces.map((piece) => Buffer.from(piece))), mostBytes);

describe("the text of a response", () => {
  it("is the same in whatever pieces it arrives, also beyond the first buffer", async () => {
    const text = Array.from({ length: 60_000 }, (_, index) => String(index % 10)).join("");
    for (const size of [1_000, 16_384, 17_000, 60_000]) {
      const pieces = text.match(new RegExp(`.{1,${size}}`, "g")) ?? [];
      expect(await read(pieces, 100_000)).to.deep.equal({ text, isWhole: true });
    }
  });

  it("is whole up to the limit, and cut there without waiting for the rest", async () => {
    expect(await read(["abc", "def"], 6)).to.deep.equal({ text: "abcdef", isWhole: true });
    let asked = 0;
    const endless = Readable.from(
      (function* () {
        while (asked < 1_000) {
          asked++;
          yield Buffer.from("abc");
        }
      })(),
    );
    expect(await readText(endless, 5)).to.deep.equal({ text: "abcab", isWhole: false });
    expect(asked).to.be.below(100);
  });

  it("does not begin with a byte order mark, and is empty for an empty response", async () => {
    expect((await read(["\ufeff{}"], 100)).text).to.equal("{}");
    expect(await read([], 100)).to.deep.equal({ text: "", isWhole: true });
  });
});

describe("the memory for a response", () => {
  /** Sizes of the buffers for these pieces, one after the other. */
  async function sizesOf(pieces: number[], mostBytes: number): Promise<number[]> {
    const sizes: number[] = [];
    const buffers = pieces.map((size) => Buffer.alloc(size, "a"));
    const { allocUnsafe } = Buffer;
    Buffer.allocUnsafe = (size) => {
      sizes.push(size);
      return allocUnsafe(size);
    };
    try {
      await readText(Readable.from(buffers), mostBytes);
    } finally {
      Buffer.allocUnsafe = allocUnsafe;
    }
    return sizes;
  }

  it("is doubled where it is too small, up to the limit", async () => {
    const thousands = Array.from({ length: 150 }, () => 1_000);
    expect(await sizesOf(thousands, 1_000_000)).to.deep.equal([16_384, 32_768, 65_536, 131_072, 262_144]);
    expect(await sizesOf(thousands, 140_000)).to.deep.equal([16_384, 32_768, 65_536, 131_072, 140_000]);
    expect(await sizesOf([10, 60_000], 1_000_000)).to.deep.equal([16_384, 60_010]);
    expect(await sizesOf([60_000], 50_000)).to.deep.equal([16_384, 50_000]);
  });

  it("stays where it is large enough", async () => {
    expect(await sizesOf([16_384], 1_000_000)).to.deep.equal([16_384]);
    expect(await sizesOf([3, 3], 5)).to.deep.equal([5]);
  });
});

describe("the limits for a response to several requests", () => {
  it("are the widest of each kind", () => {
    const [small, large] = [RESOURCE_LIMITS, PAGE_LIMITS];
    expect(mergeLimits([small, large, small])).to.deep.equal(large);
    expect(
      mergeLimits([
        { bytes: 1, parts: 5 },
        { bytes: 2, parts: 4 },
      ]),
    ).to.deep.equal({ bytes: 2, parts: 5 });
  });
});
