import type { Received, Response } from "../hostile/support/message.js";
import type { Fate } from "../protocols/hostProcess.js";
import { TOKEN } from "../protocols/hostProcess.js";
import { type Fault, refusal, suffer } from "./faults.js";

/** Something that has happened to a user of an app. `asked`: a removal has reached the service. */
export interface AppEvent {
  kind: "asked" | "removed" | "added";
  /** `owner/app/user`. */
  key: string;
  /** Of `asked`: whether the response was sent as it is. */
  isAnswered?: boolean;
}

const ROUTE = /^\/v0\.1\/apps\/(?<owner>[^/]+)\/(?<app>[^/]+)\/users\/(?<email>[^/]+)$/;

/** The app service in memory: who is on which app, and everything that has happened there. */
export class AppService {
  /** `owner/app/user`, addresses of users in lower case. */
  readonly users = new Set<string>();
  readonly events: AppEvent[] = [];
  requests = 0;

  /** Another client adds a user. */
  add(key: string): void {
    if (this.users.has(key)) return;
    this.users.add(key);
    this.events.push({ kind: "added", key });
  }

  /** Another client removes a user. */
  remove(key: string): void {
    this.users.delete(key);
  }

  react(request: Omit<Received, "index">, fault?: Fault): Fate {
    this.requests++;
    return suffer(fault, () => this.respond(request, fault === undefined));
  }

  private respond({ method, path, headers }: Omit<Received, "index">, isAnswered: boolean): Response {
    if (headers["x-api-token"] !== TOKEN) return refusal({ status: 401, code: "Unauthorized" });
    const { owner = "", app = "", email = "" } = ROUTE.exec(path)?.groups ?? {};
    if (method !== "DELETE" || email === "")
      return { status: 404, body: { statusCode: 404, code: "Not Found", message: "Not found." } };
    const [ownerName, appName, user] = [owner, app, email].map(decodeURIComponent);
    const key = `${ownerName}/${appName}/${user?.toLowerCase()}`;
    this.events.push({ kind: "asked", key, isAnswered });
    if (!this.users.delete(key)) return refusal({ status: 404, code: "NotFound" });
    this.events.push({ kind: "removed", key });
    return { status: 204 };
  }
}
