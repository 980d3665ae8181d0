import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { startEmulator } from "../../emulator/index.js";
import { samples } from "../support/samples.js";

/** Puts the objects of a sample there, as they are before its create; or forgets which requests there were. */
type Order = { lane: number; name: keyof ReturnType<typeof samples> } | "clear log";

/** The services in a process of their own: what they keep is not in the heap that is measured. */
export class ServicesProcess {
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<ServicesProcess> {
    const child = fork(__filename);
    const [url] = await once(child, "message");
    return new ServicesProcess(url, child);
  }

  /** @returns the number of requests since they were forgotten */
  order(order: Order): Promise<number> {
    const done = this.last.then(async () => {
      this.child.send(order);
      const [requests] = await once(this.child, "message");
      return requests;
    });
    this.last = done;
    return done;
  }

  async close(): Promise<void> {
    const exited = once(this.child, "close");
    if (this.child.kill("SIGTERM")) await exited;
  }
}

async function serve(): Promise<void> {
  const emulator = await startEmulator();
  process.on("message", (order: Order) => {
    const requests = emulator.log.count();
    if (order === "clear log") emulator.log.clear();
    else samples(order.lane)[order.name].put(emulator, false);
    process.send?.(requests);
  });
  process.send?.(emulator.url);
}

if (require.main === module) void serve();
