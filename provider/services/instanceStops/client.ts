import type { HttpResponse } from "../../http/message.js";
import type { SendRequest } from "../../http/pipeline.js";
import { oneLine } from "../../http/text.js";
import type { Context } from "../../lifecycle.js";
import { accepted, ResourceClient, type ResourceKind } from "../../resourceManager/resourceClient.js";
import { isObject, type JsonObject } from "../../schema/json.js";

const KIND: ResourceKind = {
  apiVersion: { key: "erpApiVersion", fallback: "2023-04-01" },
  missing: ["ResourceNotFound", "ResourceGroupNotFound", "ParentResourceNotFound"],
};

/** What an instance is doing, as far as it matters to a stop. */
export type Doing = "stopped" | "stopping" | "running";

export interface Instance {
  doing: Doing;
  /** The service's word. */
  status: string;
}

/** The service's words, in lower case; an instance with any other one is running. */
const DOING: Readonly<Record<string, Doing>> = {
  offline: "stopped",
  stopping: "stopping",
  softshutdown: "stopping",
};

/** Words of an instance that is on its way down, or cannot be asked just now. */
export const PASSING = ["stopping", "softshutdown", "partiallyrunning", "unavailable"];

/** All that these answers say may be shown. */
const MASKED = { masked: true };

/** The requests of the interface, about one instance. */
export class InstanceClient {
  private readonly resources: ResourceClient;
  readonly send: SendRequest;

  /** @param id path of the instance */
  constructor(
    private readonly id: string,
    context: Context,
  ) {
    this.resources = new ResourceClient(KIND, context);
    this.send = this.resources.connection.send;
  }

  /** Not shown in the document, so guarded: an answer that does not speak of the instance tells nothing. */
  async look(): Promise<Instance | "missing" | "unsupported"> {
    const found = this.resources.guarded(await this.resources.send("GET", this.id, MASKED));
    if (typeof found === "string") return found;
    const properties = isObject(found.body) ? found.body.properties : undefined;
    const word = isObject(properties) ? properties.status : undefined;
    if (typeof word !== "string" || word === "") return "unsupported";
    const status = oneLine(word, 100);
    return { status, doing: DOING[status.toLowerCase()] ?? "running" };
  }

  /** The service starts to stop the instance; the answer says how to follow that. */
  async stop(body: JsonObject): Promise<HttpResponse> {
    return accepted(await this.resources.send("POST", `${this.id}/stop`, { body, ...MASKED }));
  }

  /** A look at an operation by its id; undefined where the service does not answer to that. */
  async operation(operationId: string): Promise<HttpResponse | undefined> {
    const response = await this.resources.send("GET", operationId, MASKED);
    return response.status < 300 ? response : undefined;
  }
}
