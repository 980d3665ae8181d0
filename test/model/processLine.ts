import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** When a process dies: with its n-th request (from 1), before the service gets it or when its answer comes. */
export interface Death {
  request: number;
  moment: "before" | "after";
}

/** The write of another client as soon as the n-th update (from 1) has reached the service, before its answer arrives. */
export interface Meddling {
  update: number;
  act(): void;
}

/** A request without an answer as yet. */
interface Passing {
  /** The process dies with it. */
  isLast: boolean;
  isUpdate: boolean;
}

export interface LineOptions {
  death?: Death | undefined;
  meddling?: readonly Meddling[];
}

let lines = 0;

/**
 * The way of one process to the service, under an address of its own. When the process dies, all its connections
 * are gone in the middle of whatever they were doing, and no further one comes about.
 */
export class ProcessLine {
  isDead = false;
  private requests = 0;
  private updates = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(
    private readonly service: URL,
    private readonly options: LineOptions,
  ) {
    this.server = createServer((client) => this.accept(client));
  }

  static async open(service: string, options: LineOptions = {}): Promise<ProcessLine> {
    const line = new ProcessLine(new URL(service), options);
    const listen = (host: string) =>
      new Promise<void>((resolve, reject) => {
        line.server.once("error", reject).listen(0, host, resolve);
      });
    // An address that was never used: what the provider remembers of one belongs to one process.
    lines++;
    const [a, b, c] = [lines >> 16, lines >> 8, lines].map((part) => part & 255);
    await listen(`127.${1 + (a ?? 0)}.${b}.${c}`).catch(() => listen("127.0.0.1"));
    return line;
  }

  get url(): string {
    const { address, port } = this.server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  /** Ends the process, or what is left of its connections. */
  close(): void {
    this.isDead = true;
    this.server.close();
    for (const socket of this.sockets) {
      // A reset leaves no port behind that waits: thousands of runs would use them all up. A half that has ended
      // cannot be reset.
      if (socket.writableEnded) socket.destroy();
      else socket.resetAndDestroy();
    }
  }

  private accept(client: Socket): void {
    const service = connect(Number(this.service.port), this.service.hostname);
    this.add(client, service);
    this.add(service, client);
    let request: Passing | undefined;
    client.on("data", (bytes) => {
      if (this.isDead) return;
      request ??= this.next();
      if (request.isLast && this.options.death?.moment === "before") return this.close();
      request.isUpdate ||= bytes.includes("PATCH");
      service.write(bytes);
    });
    const answered = (): void => {
      if (this.isDead || request === undefined) return;
      if (request.isUpdate) this.meddle();
      if (request.isLast) this.close();
      request = undefined;
    };
    service.on("data", (bytes) => {
      answered();
      client.write(bytes);
    });
    // An answer that is never sent ends the connection.
    service.on("close", answered);
  }

  private next(): Passing {
    this.requests++;
    return { isLast: this.requests === this.options.death?.request, isUpdate: false };
  }

  private meddle(): void {
    this.updates++;
    for (const { update, act } of this.options.meddling ?? []) if (update === this.updates) act();
  }

  private add(socket: Socket, other: Socket): void {
    if (this.isDead) socket.destroy();
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => undefined);
    socket.on("end", () => other.end());
    socket.on("close", () => {
      this.sockets.delete(socket);
      other.destroySoon();
    });
  }
}
