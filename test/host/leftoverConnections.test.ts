import { createRequire } from "node:module";
import { expect } from "chai";
import { describe, it } from "mocha";

// gRPC is the SDK's own copy, as its client is.
const sdkRequire = createRequire(require.resolve("@pulumi/pulumi"));
const grpc = sdkRequire("@grpc/grpc-js");
const { EngineClient, EngineService } = sdkRequire("@pulumi/pulumi/proto/engine_grpc_pb");
const { LogRequest } = sdkRequire("@pulumi/pulumi/proto/engine_pb");
const { Empty } = sdkRequire("google-protobuf/google/protobuf/empty_pb");

interface FakeEngine {
  port: number;
  end(): void;
}

/** An engine that takes messages. */
function listen(port = 0): Promise<FakeEngine> {
  const server = new grpc.Server();
  const ignore = (_call: unknown, answer: (error: null, value: unknown) => void): void =>
    answer(null, new Empty());
  const calls = Object.keys(EngineService).map((call) => [call, ignore]);
  server.addService(EngineService, Object.fromEntries(calls));
  return new Promise((resolve, reject) =>
    server.bindAsync(
      `127.0.0.1:${port}`,
      grpc.ServerCredentials.createInsecure(),
      (error: unknown, bound: number) =>
        error ? reject(error) : resolve({ port: bound, end: () => server.forceShutdown() }),
    ),
  );
}

class Caller {
  private readonly client: { log(request: unknown, done: (error?: { code: number }) => void): void };

  constructor({ port }: FakeEngine, options: object) {
    this.client = new EngineClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), options);
  }

  call(): Promise<number> {
    return new Promise((resolve) => this.client.log(new LogRequest(), (error) => resolve(error?.code ?? 0)));
  }
}

/** The result of a new client's call at a port where an old client has lost its engine. */
async function callAfterLoss(options: object): Promise<number> {
  const first = await listen();
  const old = new Caller(first, options);
  await old.call();
  first.end();
  while ((await old.call()) === 0);
  const second = await listen(first.port);
  const outcome = await new Caller(second, options).call();
  second.end();
  return outcome;
}

/** Why programs that drive many stacks from one process give each client connections of its own. */
describe("host: connections left over in one process", () => {
  it("fail the first call to the next engine at the same port", async () => {
    expect(await callAfterLoss({})).to.equal(grpc.status.UNAVAILABLE);
  });

  it("do no harm if clients share none", async () => {
    expect(await callAfterLoss({ "grpc.use_local_subchannel_pool": 1 })).to.equal(0);
  });
});
