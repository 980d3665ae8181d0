import { expect } from "chai";
import { describe, it } from "mocha";
import { ProviderError } from "../../../provider/contract/providerError.js";
import { Runtime, systemClock, TaskQueues } from "../../../provider/contract/runtime.js";
import { rejection } from "../http/answers.js";

describe("the runtime of a process", () => {
  it("shares what the first caller makes under a key", () => {
    const runtime = new Runtime();
    const made = runtime.shared("one", () => ({}));
    expect(runtime.shared("one", () => ({}))).to.equal(made);
    expect(runtime.shared("another", () => ({}))).not.to.equal(made);
  });
});

describe("systemClock", () => {
  it("ends a wait longer than any timer when told to", async () => {
    const end = new AbortController();
    const wait = systemClock.sleep(2 ** 40, end.signal);
    end.abort();
    expect(await rejection(wait)).to.have.property("name", "AbortError");
  });
});

/** A task that ends when the test says so. */
function task(events: string[], name: string) {
  let end = (_error?: Error): void => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve(name) : reject(error));
  });
  const run = (): Promise<string> => {
    events.push(`${name} starts`);
    return ended.finally(() => events.push(`${name} ends`));
  };
  return { run, end };
}

const turns = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("tasks in queues", () => {
  it("run one after the other within a key, in order, also behind one that fails", async () => {
    const [queues, events]: [TaskQueues, string[]] = [new TaskQueues(new AbortController().signal), []];
    const tasks = ["a", "b", "c"].map((name) => task(events, name));
    const all = Promise.allSettled(tasks.map(({ run }) => queues.run("key", run)));
    await turns();
    expect(events).to.deep.equal(["a starts"]);
    tasks.shift()?.end();
    await turns();
    const late = task(events, "d");
    const last = queues.run("key", late.run);
    for (const error of [new Error("no"), undefined]) {
      tasks.shift()?.end(error);
      await turns();
    }
    late.end();
    expect(await last).to.equal("d");
    expect((await all).map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected", "fulfilled"]);
    expect(events).to.deep.equal([..."abcd"].flatMap((name) => [`${name} starts`, `${name} ends`]));
  });

  it("do not wait for those of another key, nor for those that have ended", async () => {
    const [queues, events]: [TaskQueues, string[]] = [new TaskQueues(new AbortController().signal), []];
    const [one, other, third] = [task(events, "one"), task(events, "other"), task(events, "third")];
    const first = queues.run("one", one.run);
    const second = queues.run("other", other.run);
    expect(events).to.deep.equal(["one starts", "other starts"]);
    one.end();
    expect(await first).to.equal("one");
    await turns();
    void queues.run("one", third.run);
    expect(events).to.deep.equal(["one starts", "other starts", "one ends", "third starts"]);
    other.end();
    await second;
  });

  it("are refused at once when the run is canceled while they wait; what has started goes on", async () => {
    const [cancellation, events]: [AbortController, string[]] = [new AbortController(), []];
    const queues = new TaskQueues(cancellation.signal);
    const [started, waiting, late] = ["started", "waiting", "late"].map((name) => task(events, name));
    if (!started || !waiting || !late) throw new Error("three tasks");
    const first = queues.run("key", started.run);
    const refused = queues.run("key", waiting.run).catch((error: unknown) => error);
    cancellation.abort();
    const error = await refused;
    expect(error).to.be.instanceOf(ProviderError).and.include({ outcome: "notApplied" });
    expect(error).to.have.property("message", "not sent: the run was canceled");
    const after = queues.run("key", late.run).catch((thrown: Error) => thrown.message);
    started.end();
    expect([await first, await after]).to.deep.equal(["started", "not sent: the run was canceled"]);
    expect(events).to.deep.equal(["started starts", "started ends"]);
  });
});
