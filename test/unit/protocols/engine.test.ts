import { createRequire } from "node:module";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { attachTo, createResourceLog } from "../../../provider/protocols/engine.js";
import { useEnvironment } from "../../support/environment.js";
import { answering, NO_PROXIES, startProxy, type TestProxy } from "../../support/proxyServer.js";

const sdkRequire = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const { Server, ServerCredentials } = sdkRequire("@grpc/grpc-js");
const { EngineService } = sdkRequire("@pulumi/pulumi/proto/engine_grpc_pb");
const { Empty } = sdkRequire("google-protobuf/google/protobuf/empty_pb");

interface LogCall {
  request: { getUrn(): string; getMessage(): string };
}

describe("the log of a resource", () => {
  const environment = useEnvironment();
  const received: string[] = [];
  const engine = new Server();
  let proxy: TestProxy;

  before(async () => {
    proxy = await startProxy(answering("403 Forbidden"));
    engine.addService(EngineService, {
      log: ({ request }: LogCall, done: (error: null, response: object) => void) => {
        received.push(`${request.getUrn()} ${request.getMessage()}`);
        done(null, new Empty());
      },
    });
    const port = await new Promise<number>((resolve, reject) => {
      engine.bindAsync(
        "127.0.0.1:0",
        ServerCredentials.createInsecure(),
        (error: Error | null, bound: number) => (error ? reject(error) : resolve(bound)),
      );
    });
    attachTo(`127.0.0.1:${port}`);
  });
  after(async () => {
    attachTo(undefined as never);
    engine.forceShutdown();
    await proxy.close();
  });

  it("reaches the engine past the proxy of the environment, which is for services", async () => {
    const url = `http://${proxy.name}`;
    environment({ ...NO_PROXIES, https_proxy: url, http_proxy: url, grpc_proxy: url });
    const log = createResourceLog("the URN");
    log.warn("a warning");
    await log.sent();
    expect(received).to.deep.equal(["the URN a warning"]);
    expect(proxy.connects).to.deep.equal([]);
  });
});
