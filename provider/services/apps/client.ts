import { type Caller, type Connection, connect } from "../../connection.js";
import type { HttpMethod, HttpResponse } from "../../http/message.js";
import { accepted, readServiceError } from "../../http/readServiceError.js";
import type { ServiceError } from "../../http/serviceError.js";
import { isObject, type JsonObject } from "../../schema/json.js";

/** What a removal came to. `settled`: there is no such user now, by this removal for all that can be known. */
export type Removal = "removed" | "settled" | "notFound";

/** What stands in front of the service has other words: an address that it does not know says nothing about a user. */
function isOfTheService({ body }: HttpResponse, { code }: ServiceError): boolean {
  return isObject(body) && (code === undefined || code === "NotFound");
}

function isProfile(body: unknown): body is JsonObject {
  return isObject(body) && ["id", "email", "name"].some((field) => typeof body[field] === "string");
}

/** The requests to the app service. */
export class AppClient {
  private readonly connection: Connection;

  constructor(caller: Caller) {
    this.connection = connect("apps", caller);
  }

  /** Takes a user off an app. Owner, app and user that are not there look the same. */
  async removeUser(ownerName: string, appName: string, userEmail: string): Promise<Removal> {
    const response = await this.send("DELETE", ["apps", ownerName, appName, "users", userEmail]);
    if (response.status < 300) return "removed";
    const error = readServiceError(response);
    if (response.status !== 404 || !isOfTheService(response, error)) throw error;
    return response.earlierAttemptUnclear === true ? "settled" : "notFound";
  }

  /** The profile of the user that the token belongs to. */
  async user(): Promise<JsonObject> {
    const { body } = accepted(await this.send("GET", ["user"]));
    if (!isProfile(body)) throw new Error("the service did not answer with a profile.");
    return body;
  }

  private send(method: HttpMethod, segments: string[]): Promise<HttpResponse> {
    const path = segments.map(encodeURIComponent).join("/");
    return this.connection.send({ method, url: `${this.connection.address}/v0.1/${path}` });
  }
}
