import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Before the service gets a request, or when its response is there and not sent on. */
export type Moment = "before" | "after";

/** Where the requests of one resource are stopped. */
interface Stop {
  /** Number of the request, from 1. */
  at: number;
  moment: Moment;
}

/** A resource as the gate knows it. */
export interface Watched {
  name: string;
  /** Text in the address or the body of its requests, and in no others. */
  marker: string;
  /** None: its requests pass. */
  stop?: Stop | undefined;
}

/** A request that has passed the gate. */
export interface Passed {
  name: string;
  method: string;
  body: string;
  status: number;
}

/** Headers with the address of an operation, which has no marker. */
const ADDRESSES = ["location", "cloud-asyncoperation"];

/** A proxy in front of a service that stops each resource at a request of its own. */
export class Gate {
  /** Requests in the order of their responses. */
  readonly passed: Passed[] = [];
  private watched: readonly Watched[] = [];
  private readonly counts = new Map<string, number>();
  private readonly operations = new Map<string, string>();
  private readonly held = new Map<string, (goesOn: boolean) => void>();

  /** Address of the service. */
  target = "";

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Gate> {
    const server = createServer((request, response) => {
      // At the end the service is gone, perhaps with requests on their way.
      gate.serve(request, response).catch(() => response.destroy());
    });
    const gate = new Gate(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return gate;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on, these are counted and stopped. */
  watch(watched: readonly Watched[]): void {
    this.watched = watched;
    this.counts.clear();
    this.passed.length = 0;
  }

  /** Those that are to be stopped and are not. */
  missing(): string[] {
    return this.watched
      .filter(({ name, stop }) => stop !== undefined && !this.held.has(name))
      .map(({ name }) => `${name} (${this.counts.get(name) ?? 0} requests)`);
  }

  /** Requests of one resource. */
  countOf(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /**
   * Lets go what is stopped, and stops nothing more.
   *
   * @param goesOn false: what the service has not got yet does not get there any more
   */
  release(goesOn: boolean): void {
    this.watched = this.watched.map(({ name, marker }) => ({ name, marker }));
    for (const letGo of this.held.values()) letGo(goesOn);
    this.held.clear();
  }

  async close(): Promise<void> {
    this.release(false);
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    const { method = "GET", url = "/" } = request;
    // Without batches each record has requests of its own.
    if (url.endsWith("/$batch")) return void response.writeHead(404).end();
    const [path = ""] = url.split("?");
    const text = `${decodeURIComponent(url)}/ ${body}`;
    const name = this.operations.get(path) ?? this.watched.find(({ marker }) => text.includes(marker))?.name;
    const number = this.count(name);
    if (!(await this.passes(name, number, "before"))) return void response.destroy();

    const headers = Object.entries(request.headers).filter(([key]) => !/^(host|connection)$/.test(key));
    const hasBody = !["GET", "DELETE"].includes(method) || body !== "";
    const answer = await fetch(`${this.target}${url}`, {
      ...{ method, headers: headers as [string, string][], redirect: "manual" },
      ...(hasBody && { body }),
    });
    const text_ = await answer.text();
    if (name !== undefined) {
      this.passed.push({ name, method, body, status: answer.status });
      for (const header of ADDRESSES) {
        const address = answer.headers.get(header);
        if (address !== null) this.operations.set(new URL(address, this.target).pathname, name);
      }
    }
    await this.passes(name, number, "after");
    // Operations are polled here as well.
    const answered = [...answer.headers]
      .filter(([key]) => !/^(connection|content-length|keep-alive)$/.test(key))
      .map(([key, value]) => [key, value.replace(this.target, this.url)]);
    response.writeHead(answer.status, Object.fromEntries(answered)).end(text_);
  }

  private count(name: string | undefined): number {
    if (name === undefined) return 0;
    const number = this.countOf(name) + 1;
    this.counts.set(name, number);
    return number;
  }

  private async passes(name: string | undefined, number: number, moment: Moment): Promise<boolean> {
    const stop = this.watched.find((one) => one.name === name)?.stop;
    if (name === undefined || stop?.at !== number || stop.moment !== moment) return true;
    return new Promise((resolve) => this.held.set(name, resolve));
  }
}
