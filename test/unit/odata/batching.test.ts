import { expect } from "chai";
import { describe, it } from "mocha";
import { TestClock } from "../../support/clock.js";
import { batchable, batchWorld, ENDPOINT, echo, paths, quiet, sizes } from "./batchWorld.js";

describe("batching: who travels with whom", () => {
  it("sends the requests of one turn in one batch, in order, and returns their responses", async () => {
    const { send, calls } = batchWorld();
    const responses = paths(100).map((path) => send(batchable(path)));
    await quiet();
    expect(sizes(calls)).to.deep.equal([100]);
    expect(calls[0]?.request).to.include({ method: "POST", url: ENDPOINT });
    expect(calls[0]?.operations?.map(({ url }) => url)).to.deep.equal(paths(100));
    await calls[0]?.answerEach(echo);
    expect((await Promise.all(responses)).map(({ body }) => body)).to.deep.equal(paths(100));
  });

  it("sends two hundred at first, and as many more as the service took", async () => {
    const { send, calls } = batchWorld();
    for (const path of paths(600)) void send(batchable(path));
    await quiet();
    expect(sizes(calls)).to.deep.equal([100, 100]);
    for (const call of calls.slice()) await call.answerEach(echo);
    expect(sizes(calls)).to.deep.equal([100, 100, 100, 100]);
    await calls[2]?.answerEach(echo);
    expect(sizes(calls)).to.deep.equal([100, 100, 100, 100, 100, 100]);
  });

  it("lets those wait who would be less than what is under way, and then sends them together", async () => {
    const { send, calls } = batchWorld();
    for (const path of paths(10)) void send(batchable(path));
    await quiet();
    for (const path of paths(9, 10)) void send(batchable(path));
    await quiet();
    expect(sizes(calls)).to.deep.equal([10]);
    void send(batchable("x(19)"));
    await quiet();
    expect(sizes(calls)).to.deep.equal([10, 10]);
    void send(batchable("x(20)"));
    await calls[0]?.answerEach(echo);
    await calls[1]?.answerEach(echo);
    expect(sizes(calls)).to.deep.equal([10, 10, 1]);
  });

  it("sends requests alone that name no endpoint, or go without authentication", async () => {
    const { send, calls } = batchWorld({ maxConcurrency: 10 });
    const { batch: _, ...plain } = batchable("a");
    void send(plain);
    void send(batchable("c", { anonymous: true }));
    for (const path of paths(2)) void send(batchable(path));
    await quiet();
    expect(sizes(calls).sort()).to.deep.equal([1, 1, 2]);
  });

  it("keeps accounts and endpoints apart", async () => {
    const { client, calls } = batchWorld();
    const other = "https://service.example/api/v1.0/";
    for (const path of paths(2)) {
      void client("a")(batchable(path));
      void client("b")(batchable(path));
      void client("a")({ ...batchable(path), url: other + path, batch: `${other}$batch` });
    }
    await quiet();
    expect(calls.map(({ request }) => request.url)).to.have.members([ENDPOINT, ENDPOINT, `${other}$batch`]);
    expect(sizes(calls)).to.deep.equal([2, 2, 2]);
  });
});

describe("batching: how long it waits for others", () => {
  /** Sends requests one after the other, with a pause before each. */
  async function arrivals(world: ReturnType<typeof batchWorld>, pausesMs: number[], from = 0) {
    for (const [index, pauseMs] of pausesMs.entries()) {
      if (pauseMs > 0) await quiet();
      await world.clock.advance(pauseMs);
      void world.send(batchable(`x(${from + index})`));
    }
    await quiet();
  }

  it("is no time for a single request, as long as they come one by one", async () => {
    const world = batchWorld({ clock: new TestClock() });
    await arrivals(world, [0, 1, 1]);
    expect(sizes(world.calls)).to.deep.equal([1, 1, 1]);
  });

  it("is 5 ms for several, and anew after those that join them", async () => {
    const world = batchWorld({ clock: new TestClock() });
    await arrivals(world, [0, 0, 4, 4]);
    await world.clock.advance(6);
    expect(world.calls).to.have.length(0);
    await world.clock.advance(1);
    expect(sizes(world.calls)).to.deep.equal([4]);
  });

  it("is 50 ms at most", async () => {
    const world = batchWorld({ clock: new TestClock() });
    await arrivals(world, [0, 0, ...Array<number>(11).fill(4)]);
    expect(world.calls).to.have.length(0);
    await arrivals(world, [4, 4], 13);
    expect(sizes(world.calls)).to.deep.equal([14]);
  });

  it("is as long for a single one after a batch: those who were in it come back one after the other", async () => {
    const world = batchWorld({ clock: new TestClock() });
    await arrivals(world, [0, 0]);
    await world.clock.advance(5);
    await world.calls[0]?.answerEach(echo);
    await arrivals(world, [0, 4]);
    await world.clock.advance(10);
    expect(sizes(world.calls)).to.deep.equal([2, 2]);
    await world.calls[1]?.answerEach(echo);
    await arrivals(world, [0]);
    await world.clock.advance(5);
    await world.calls[2]?.answer(200);
    await arrivals(world, [0]);
    expect(sizes(world.calls)).to.deep.equal([2, 2, 1, 1]);
  });
});
