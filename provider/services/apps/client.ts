import { explainHowToSet } from "../../contract/configuration.js";
import type { Settings } from "../../contract/settings.js";
import { type Caller, type Connection, connect } from "../../http/connection.js";
import { findObjectProblem } from "../../http/expectation.js";
import type { Expectation, HttpMethod, HttpResponse } from "../../http/pipeline.js";
import { readServiceError, ServiceError, throwIfError } from "../../http/serviceError.js";
import { isObject, type Json } from "../../schema/json.js";

/** Whether the service itself sent the 404. A 404 from a gateway means a wrong address. */
function isServiceNotFound({ status, body }: HttpResponse): boolean {
  if (status !== 404 || !isObject(body)) return false;
  return Object.keys(body).length === 0 || (isObject(body.error) && body.error.code === "NotFound");
}

const REMOVAL: Expectation = { statuses: [204] };

const PROFILE: Expectation = {
  statuses: [200],
  problem({ body }) {
    const problem = findObjectProblem(body, "a profile");
    if (problem !== undefined || !isObject(body)) return problem;
    const isProfile = ["id", "email", "name"].some((field) => typeof body[field] === "string");
    return isProfile ? undefined : "but the body is not a profile";
  },
};

export class AppClient {
  private readonly connection: Connection;

  constructor(caller: Caller) {
    this.connection = connect("apps", caller);
  }

  /**
   * @returns whether the service found the user. An earlier attempt with an unknown outcome may have removed it. The service
   * responds in the same way if the owner or the app does not exist
   */
  async removeUser(ownerName: string, appName: string, userEmail: string): Promise<boolean> {
    const response = await this.send("DELETE", ["apps", ownerName, appName, "users", userEmail], REMOVAL);
    if (response.status < 400) return true;
    if (!isServiceNotFound(response)) throw readServiceError(response);
    return response.earlierOutcome === "unknown";
  }

  /** Reads the profile of the user who owns the token. */
  async user(): Promise<Json> {
    return throwIfError(await this.send("GET", ["user"], PROFILE)).body;
  }

  private send(method: HttpMethod, segments: string[], expects: Expectation): Promise<HttpResponse> {
    const path = segments.map(encodeURIComponent).join("/");
    return this.connection.send({ method, url: `${this.connection.address}/v0.1/${path}`, expects });
  }
}

/** Returns a hint for a request that the app service refused. `rights` names the token that the request needs. */
export function getRefusalHint(error: unknown, rights: string, settings: Settings): string | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  switch (error.status) {
    case 401:
      return `the API token was rejected: it may have been deleted, or belong to another service. Set a valid one with ${settings.howToSetToken("apps")}.`;
    case 403:
      return `${rights} Set one with ${settings.howToSetToken("apps")}.`;
    case 404:
      return `check that the address is that of the app service, without \`/v0.1\`. Set it with ${explainHowToSet("appsUrl")}.`;
    default:
      return undefined;
  }
}
