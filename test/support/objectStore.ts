import type { Context } from "mocha";
import { RunningCommand } from "./runningCommand.js";
import { ROOT } from "./sandbox.js";
import type { StateStore } from "./stateStore.js";
import { resultOf, resultOrSkip } from "./tool.js";

const BUCKET = "states";
const REGION = "us-east-1";

/** An S3 server for tests, on a free port of the loopback address. */
export class ObjectStore implements StateStore {
  private constructor(
    private readonly server: RunningCommand,
    private readonly port: string,
  ) {}

  get environment(): Record<string, string> {
    const options = { endpoint: `http://127.0.0.1:${this.port}`, region: REGION, s3ForcePathStyle: "true" };
    return {
      PULUMI_BACKEND_URL: `s3://${BUCKET}?${new URLSearchParams(options)}`,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
    };
  }

  /** For a hook of a suite. Skips the suite if this machine cannot build the server. */
  static startOrSkip(suite: Context): Promise<ObjectStore> {
    return resultOrSkip(suite, "object store", () => ObjectStore.start());
  }

  private static async start(): Promise<ObjectStore> {
    const program = await resultOf("object-store/main.mjs");
    const options = ["-backend", "memory", "-initialbucket", BUCKET, "-host", "127.0.0.1:0"];
    const server = new RunningCommand([program, ...options], { cwd: ROOT, env: process.env });
    return new ObjectStore(server, await server.prints(/using port.*?(\d+)$/m));
  }

  close(): Promise<void> {
    return this.server.end("SIGINT");
  }
}
