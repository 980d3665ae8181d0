import { expect } from "chai";
import { describe, it } from "mocha";
import type { HttpRequest, HttpResponse } from "../../../provider/http/pipeline.js";
import type { Operation } from "../../../provider/lro/operation.js";
import {
  type OperationEnd,
  type OperationOptions,
  OperationSource,
} from "../../../provider/lro/operationSource.js";
import { type WaitOptions, waitForEnd } from "../../../provider/lro/wait.js";
import { asRead, errorFields } from "../../support/asRead.js";
import { SkippingClock } from "../../support/clock.js";
import { answer, failure, rejection } from "../http/answers.js";

const SERVICE = "https://service.example";
const STATUS = `${SERVICE}/operations/op*1?api-version=1`;

type End = OperationEnd | "timedOut";

/** How an operation ends; timed out, if it is still running. */
async function follow(
  first: HttpResponse,
  { timeoutMs, ...options }: OperationOptions & Omit<WaitOptions, "deadline"> & { timeoutMs: number },
  address?: string,
): Promise<End> {
  const operation = new OperationSource(first, options, address);
  const deadline = options.clock.now() + timeoutMs;
  const is = await waitForEnd([operation], { ...options, deadline });
  expect(is === "running").to.equal(operation.end === undefined);
  return operation.end ?? "timedOut";
}

interface Followed {
  end: End;
  asked: HttpRequest[];
  looks: Operation[];
  said: string[];
  waits: number[];
}

/** Follows `first` through `answers`; the last one is repeated. */
async function following(
  first: Partial<HttpResponse>,
  answers: Partial<HttpResponse>[] = [],
  options: {
    timeoutMs?: number;
    address?: string;
    resourceId?: string;
    isOwn?: (url: string) => boolean;
  } = {},
): Promise<Followed> {
  const clock = new SkippingClock();
  const [asked, looks, said]: [HttpRequest[], Operation[], string[]] = [[], [], []];
  const left = [...answers];
  const end = await follow(
    answer(202, { method: "POST", url: `${SERVICE}/stop`, ...first }),
    {
      clock,
      intervalSeconds: 1,
      timeoutMs: options.timeoutMs ?? 60_000,
      ...(options.resourceId === undefined ? {} : { resourceId: options.resourceId }),
      ...(options.isOwn && { isOwn: options.isOwn }),
      onWait: (state) => said.push(asRead(state)),
      onOperation: (operation) => looks.push(operation),
      send: async (request) => {
        asked.push(request);
        const next = left.length > 1 ? left.shift() : left[0];
        return answer(200, { url: request.url, ...next });
      },
    },
    options.address,
  );
  return { end, asked, looks, said, waits: clock.waits };
}

const urls = ({ asked }: Followed): string[] => asked.map(({ url }) => url);
const at = (address: string, header = "cloud-asyncoperation") => ({ headers: { [header]: address } });
const running = { status: 202, body: { status: "Running" } };
const done = { body: { status: "Succeeded" } };

describe("following an operation", () => {
  for (const [first, is] of [
    [{ body: { status: "Succeeded" } }, "done"],
    [{ body: { status: "Failed" } }, "failed"],
    [{ body: { status: "Canceled" } }, "failed"],
    [{ body: {} }, "unreadable"],
  ] as const)
    it(`a response with ${JSON.stringify(first.body)} ends the wait as ${is}`, async () => {
      const clock = new SkippingClock();
      const send = () => Promise.reject(new Error("sent"));
      const operation = new OperationSource(answer(200, first), { clock, send });
      expect(operation.start().is).to.equal(is);
    });

  it("a success that only another host or the result shows leaves the end to the next source", async () => {
    for (const [address, found] of [
      [at("https://status.example/1"), done],
      [at("/result", "location"), { body: { id: "/x" } }],
    ] as const) {
      const clock = new SkippingClock();
      const send = async ({ url }: HttpRequest) => answer(200, { url, ...found });
      const first = answer(202, { url: `${SERVICE}/stop`, method: "POST", ...address });
      const operation = new OperationSource(first, { clock, send });
      expect([operation.start().is, (await operation.read(0)).is]).to.deep.equal(["running", "unreadable"]);
    }
  });

  it("gets status documents until one has a status with which operations end, whatever the HTTP status", async () => {
    const answers = [
      running,
      { ...running, status: 200 },
      { ...running, ...at("/result", "location") },
      done,
    ];
    const followed = await following({ body: "null", ...at(STATUS) }, answers);
    expect([followed.end, urls(followed)]).to.deep.equal(["ended", answers.map(() => STATUS)]);
    expect(followed.asked[0]).to.include({ method: "GET" });
  });

  for (const status of [201, 203, 204, 206]) {
    it(`${status} says nothing of the operation, even with a status document`, async () => {
      const followed = await following(at(STATUS), [{ status, ...done }]);
      expect([followed.end, followed.looks.length, followed.asked.length]).to.deep.equal([
        "unfollowable",
        1,
        1,
      ]);
    });
  }

  it("asks at Location where there is nothing else: 202 continues, a final status is the end", async () => {
    const answers = [{ status: 202 }, { ...running, status: 200 }, done];
    const followed = await following({ method: "DELETE", ...at("/operations/1", "location") }, answers);
    expect([followed.end, urls(followed)]).to.deep.equal([
      "ended",
      answers.map(() => `${SERVICE}/operations/1`),
    ]);
  });

  for (const status of [200, 201, 204]) {
    it(`${status} at Location is the end, without a status`, async () => {
      const body = status === 204 ? undefined : { id: "/instance", name: "db" };
      const followed = await following(at("/operations/1", "location"), [{ status: 202 }, { status, body }]);
      expect([followed.end, followed.looks.at(-1)?.phase]).to.deep.equal(["ended", "succeeded"]);
      expect([followed.looks.at(-1)?.status, followed.asked.length]).to.deep.equal([undefined, 2]);
    });
  }

  for (const [fact, answered] of [
    ["a page", { body: "Welcome" }],
    ["an error", { body: { error: { code: "Busy" } } }],
    ["203", { status: 203, body: {} }],
  ] as const) {
    it(`does not take ${fact} at Location for the end`, async () => {
      const followed = await following(at("/operations/1", "location"), [{ status: 202 }, answered]);
      expect([followed.end, followed.looks.at(-1)?.phase]).to.deep.equal(["unfollowable", "running"]);
    });
  }

  for (const header of ["operation-location", "azure-asyncoperation", "cloud-asyncoperation"]) {
    it(`asks for status documents at ${header}, rather than at Location`, async () => {
      const headers = { location: `${SERVICE}/result`, [header]: STATUS };
      const followed = await following({ headers }, [{ status: 202 }, running, done]);
      expect([followed.end, urls(followed)]).to.deep.equal(["ended", [STATUS, STATUS, STATUS]]);
    });
  }

  it("asks again for a time for a status that is not found, unless its address is guessed", async () => {
    const missing = { status: 404, body: { error: { code: "NotFound" } } };
    const [given, known, guessed] = await Promise.all([
      following(at(STATUS), [missing]),
      following({}, [missing], { address: STATUS }),
      following(at("operations/1"), [missing]),
    ]);
    for (const { asked, end } of [given, known]) {
      const repeated = [404, 409].map((status) => asked[0]?.temporary?.includes(answer(status)));
      expect([repeated, end]).to.deep.equal([[true, false], "unfollowable"]);
    }
    expect([guessed.asked[0]?.temporary, guessed.end]).to.deep.equal([undefined, "unfollowable"]);
  });

  for (const [where, address] of [
    ["of another host, which gets no token,", "https://status.example/1"],
    ["at a path without its first slash", "operations/1"],
  ] as const) {
    for (const status of [400, 401, 403, 405, 503]) {
      it(`${status} ${where} cannot be followed`, async () => {
        const followed = await following(at(address), [{ ...running, ...at(address) }, { status }]);
        expect([followed.end, followed.asked.length]).to.deep.equal(["unfollowable", 2]);
      });
    }
  }

  for (const [kind, elsewhere, own] of [
    ["dns", "unfollowable", "fails"],
    ["connection", "unfollowable", "fails"],
    ["redirect", "unfollowable", "unfollowable"],
    ["deadline", "fails", "fails"],
    ["canceled", "fails", "fails"],
  ] as const) {
    it(`${kind}: ${elsewhere} at another host, ${own} at the service's own`, async () => {
      const ends = ["https://status.example/1", STATUS].map((url) =>
        follow(answer(202, { url: `${SERVICE}/stop`, ...at(url) }), {
          ...{ clock: new SkippingClock(), intervalSeconds: 1, timeoutMs: 60_000 },
          ...{ onWait: () => undefined, onOperation: () => undefined },
          send: async (sent) => {
            throw failure(sent, kind, "notApplied");
          },
        }).catch((error) => (error.kind === kind ? "fails" : error)),
      );
      expect(await Promise.all(ends)).to.deep.equal([elsewhere, own]);
    });
  }

  for (const [location, end] of [
    ["/instances/db", "unfollowable"],
    ["/INSTANCES/DB?v=1", "unfollowable"],
    ["/instances", "unfollowable"],
    ["/instances/db2", "ended"],
    ["https://status.example/instances/db", "unconfirmed"],
  ] as const) {
    it(`${end} is what a Location of ${location} is, where the resource is /instances/db`, async () => {
      const first = { url: `${SERVICE}/instances/db/stop`, ...at(location, "location") };
      expect((await following(first, [done])).end).to.equal(end);
    });
  }

  it("follows a Location that is the action itself, unless the service refuses a GET there", async () => {
    const first = { url: `${SERVICE}/instances/db/stop`, ...at("/instances/DB/stop?v=1", "location") };
    expect((await following(first, [{ status: 202 }, { status: 204 }])).end).to.equal("ended");
    expect((await following(first, [{ status: 405 }])).end).to.equal("unfollowable");
    expect((await following({ ...first, method: "DELETE" }, [{ status: 204 }])).asked).to.deep.equal([]);
  });

  it("asks for status documents at the address of the request, where the resource is an operation", async () => {
    const first = { method: "PUT", url: `${SERVICE}/jobs/1`, ...at("/jobs/1") } as const;
    const followed = await following(first, [running, done]);
    expect([followed.end, followed.asked.length]).to.deep.equal(["ended", 2]);
  });

  it("names the operation by the path of its address alone, as people write it, until a status document does", async () => {
    const body = { status: "Succeeded", id: "/real", name: "real" };
    const { looks } = await following(at("/operations/op%2A1?s=signature"), [running, { body }]);
    expect(looks.map(({ id, name }) => [id, name])).to.deep.equal([
      ["/operations/op*1", "op*1"],
      ["/operations/op*1", "op*1"],
      ["/real", "real"],
    ]);
  });

  it("takes nothing of the result for the operation", async () => {
    const instance = { id: "/instance", name: "db", startTime: "x" };
    const { looks } = await following(at("/operations/1", "location"), [{ status: 202 }, { body: instance }]);
    expect(looks.at(-1)).to.deep.include({ id: "/operations/1", name: "1", startTime: undefined });
  });

  it("asks another origin without authentication, and its own with it", async () => {
    const elsewhere = "https://status.example/1";
    const { asked } = await following(at(elsewhere), [{ ...running, ...at(STATUS) }, done]);
    expect(asked.map(({ url, anonymous }) => [url, anonymous])).to.deep.equal([
      [elsewhere, true],
      [STATUS, false],
    ]);
  });

  it("asks another host of the service with authentication, and relies on it", async () => {
    const regional = "https://westeurope.status.example/1";
    const isOwn = (url: string) => url === regional;
    const { asked, end } = await following(at(regional), [done], { isOwn });
    expect(asked.map(({ url, anonymous }) => [url, anonymous])).to.deep.equal([[regional, false]]);
    expect(end).to.equal("ended");
  });

  it("does not rely on a success that only another origin reports", async () => {
    const elsewhere = "https://status.example/1";
    const failure = { body: { status: "Failed" } };
    expect((await following(at(elsewhere), [running, done])).end).to.equal("unconfirmed");
    expect((await following(at(elsewhere), [failure])).end).to.equal("ended");
    expect((await following(at(elsewhere), [{ ...running, ...at(STATUS) }, done])).end).to.equal("ended");
  });

  const unsafe = [
    "http://service.example/1",
    "http://127.0.0.1/1",
    "ftp://service.example",
    "https://u:p@x.example",
    "http://[",
  ];
  for (const address of unsafe) {
    it(`does not ask at ${address}`, async () => {
      const followed = await following(at(address));
      expect([followed.end, followed.asked]).to.deep.equal(["unfollowable", []]);
    });
  }

  for (const header of ["cloud-asyncoperation", "location"]) {
    it(`asks at the ${header} of a success that is no status document itself`, async () => {
      for (const status of [200, 201]) {
        const followed = await following({ status, body: null, ...at(STATUS, header) }, [done]);
        expect([followed.end, urls(followed)]).to.deep.equal(["ended", [STATUS]]);
      }
    });
  }

  it("keeps a comma that is a part of the address", async () => {
    expect(urls(await following(at(`${SERVICE}/ops/a,b`), [done]))).to.deep.equal([`${SERVICE}/ops/a,b`]);
  });

  it("uses the first address of a repeated header", async () => {
    const local = "http://127.0.0.1:8180";
    for (const separator of [",", ", ", " ,  "]) {
      const header = at([`${local}/ops/1`, `${local}/ops/2`].join(separator));
      const { asked } = await following({ url: `${local}/stop`, ...header }, [done]);
      expect(asked.map(({ url }) => url)).to.deep.equal([`${local}/ops/1`]);
    }
  });

  it("does not take the id of what is operated upon for the operation's", async () => {
    const body = { status: "Succeeded", id: "/Instance" };
    const { looks } = await following(at(STATUS), [{ body }], { resourceId: "/instance" });
    expect(looks.at(-1)?.id).to.equal("/operations/op*1");
  });

  for (const [fact, path] of [
    ["terminal sequences", "/ops/%1b%5b31m1"],
    ["a line break", "/ops/1%0a%0dINJECTED"],
    ["what turns a text round", "/ops/%E2%80%AE1"],
    ["more characters than any path", `/ops/${"1".repeat(3000)}`],
  ] as const) {
    it(`keeps no path with ${fact}, and polls it`, async () => {
      const followed = await following(at(path), [done]);
      expect(followed.looks.map(({ id, name }) => [id, name])).to.deep.equal([
        [undefined, undefined],
        [undefined, undefined],
      ]);
      expect(followed.looks.at(-1)).to.include({ status: "Succeeded" });
      expect([followed.end, urls(followed)]).to.deep.equal(["ended", [`${SERVICE}${path}`]]);
    });
  }

  it("keeps no path at another host", async () => {
    const { looks } = await following(at("https://status.example/ops/1"), [done]);
    expect(looks.map(({ id }) => id)).to.deep.equal([undefined, undefined]);
  });

  it("throws a refusal of the service", async () => {
    const error = await rejection(following(at(STATUS), [{ status: 403, body: { error: { code: "No" } } }]));
    expect(errorFields(error)).to.include({ status: 403, code: "No" });
  });

  it("tells status, percentage and parts; a percentage never goes back", async () => {
    const operations = [
      { name: "Drain", status: "Succeeded" },
      { name: "Save", status: "Succeeded" },
      { name: "StopProcesses", status: "InProgress" },
    ];
    const nameless = { status: 202, body: { status: "InProgress", operations: [{ status: "Running" }] } };
    const percent = (percentComplete: number) => ({
      status: 202,
      body: { status: "InProgress", percentComplete },
    });
    const parts = { status: 202, body: { status: "InProgress", operations } };
    const { said } = await following(at(STATUS), [
      percent(40),
      percent(30),
      percent(170),
      parts,
      nameless,
      done,
    ]);
    expect(said).to.deep.equal([
      "Accepted",
      "InProgress, 40 %",
      "InProgress, 40 %",
      "InProgress, 100 %",
      "InProgress, 2 of 3 done, StopProcesses: InProgress",
      "InProgress, 0 of 1 done, Running",
      "Succeeded",
    ]);
  });
});
