import { readFileSync } from "node:fs";
import { Runtime } from "../../provider/contract/runtime.js";
import { Settings } from "../../provider/contract/settings.js";
import { connect } from "../../provider/http/connection.js";
import type { Batching } from "../../provider/http/limiter.js";
import type { HttpMethod, HttpResponse } from "../../provider/http/pipeline.js";
import { attemptOnce } from "../../provider/http/retry.js";
import { readRetryAfter } from "../../provider/http/retryAfter.js";
import { throwIfError } from "../../provider/http/serviceError.js";
import { OperationSource } from "../../provider/lro/operationSource.js";
import { waitForEnd } from "../../provider/lro/wait.js";
import {
  AnnouncedOperation,
  readProvisioningState,
  waitForProvisioning,
} from "../../provider/resourceManager/provisioning.js";
import { isObject } from "../../provider/schema/json.js";
import { SkippingClock } from "../support/clock.js";
import type { InstalledPackages } from "./installed.js";

/** How an operation ends. `failed`: an error of any kind; `unknown`: the service does not say, and the resource is read. */
export type End = "succeeded" | "failed" | "canceled" | "unknown";

interface LongRunning {
  method: HttpMethod;
  path: string;
  /** Where the result is, by the specification. */
  resultAt: string | undefined;
}

const TEST_SERVER = "@microsoft.azure/autorest.testserver";

/** The long-running operations of the test server's specification. */
export function listOperations(packages: InstalledPackages): LongRunning[] {
  const text = readFileSync(packages.resolve(`${TEST_SERVER}/swagger/lro.json`), "utf8");
  const { paths } = JSON.parse(text.replace(/^\uFEFF/, ""));
  return Object.entries<Record<string, Record<string, Record<string, string>>>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, details]) => details["x-ms-long-running-operation"])
        .map(([method, details]) => ({
          method: method.toUpperCase() as HttpMethod,
          path,
          resultAt: details["x-ms-long-running-operation-options"]?.["final-state-via"],
        })),
  );
}

/** Headers that the test server demands: it counts the polls of an operation with a cookie. */
class Cookies {
  private value = "";

  get headers(): Record<string, string> {
    return { "x-ms-client-request-id": "9C4D50EE-2D56-4CD3-8152-34347DC9F2B0", cookie: this.value };
  }

  read(header: string | undefined | null): void {
    if (header) this.value = header.split(";", 1)[0] ?? "";
  }
}

/** Follows an operation as the lifecycles of groups and stops do. No time passes between polls. */
export async function followWithProvider({ method, path }: LongRunning, url: string): Promise<End> {
  const clock = new SkippingClock();
  const cookies = new Cookies();
  const withCookies: Batching = {
    largest: 1,
    isBusy: false,
    send: (items) =>
      Promise.all(
        items.map(async ({ request, next }) => {
          const sent = { ...request, headers: { ...request.headers, ...cookies.headers } };
          const result = await attemptOnce(sent, next);
          cookies.read(result.response?.headers["set-cookie"]);
          return { result, again: false };
        }),
      ),
  };
  const values: Record<string, string> = {
    resourceManagerUrl: url,
    resourceManagerToken: "any",
    maxConcurrency: "1",
  };
  const settings = new Settings({ get: (key) => values[key.replace("vendorcloud:", "")] }, {});
  const connection = connect(
    "resourceManager",
    { runtime: new Runtime({ clock }), settings },
    () => withCookies,
  );
  const { send } = connection;
  const until = (seconds: number) => ({
    clock,
    deadline: clock.now() + seconds * 1000,
    intervalSeconds: undefined,
    onWait: () => undefined,
  });
  const provisioned = (response: HttpResponse) => ({
    body: isObject(response.body) ? response.body : {},
    waitMs: readRetryAfter(response, clock.now()),
  });
  try {
    const body = method === "PUT" || method === "PATCH" ? {} : undefined;
    const first = throwIfError(await send({ method, url: `${url}${path}`, body }));
    if (first.status === 204) return "succeeded";
    if (body === undefined) {
      const operation = new OperationSource(first, { clock, send });
      await waitForEnd([operation], until(60));
      const { phase } = operation.latest ?? {};
      return operation.end !== "ended" || phase === undefined || phase === "running" ? "unknown" : phase;
    }
    const read = async () => {
      const response = await send({ method: "GET", url: `${url}${path}` });
      return response.status === 404 ? "unsupported" : provisioned(throwIfError(response));
    };
    const announced = new AnnouncedOperation(first, connection, clock);
    const { end, latest } = await waitForProvisioning(provisioned(first), read, announced, until(1_800));
    if (end === "final" || end === "unchanged") return "succeeded";
    if (end !== "failed") return "unknown";
    return readProvisioningState(latest.body) === "Canceled" ? "canceled" : "failed";
  } catch {
    return "failed";
  }
}

/** Follows an operation with core-lro, over the pipeline that Azure's clients have. */
export async function followWithCoreLro(
  { method, path, resultAt }: LongRunning,
  url: string,
  packages: InstalledPackages,
): Promise<End> {
  const { createHttpPoller } = packages.require("@azure/core-lro");
  const { createPipelineFromOptions, createDefaultHttpClient, createPipelineRequest, RestError } =
    packages.require("@azure/core-rest-pipeline");
  const cookies = new Cookies();
  const pipeline = createPipelineFromOptions({ retryOptions: { retryDelayInMs: 1 } });
  const withCookies = {
    name: "cookies",
    // biome-ignore lint/suspicious/noExplicitAny: the packages are not installed when types are checked.
    async sendRequest(request: any, next: any) {
      for (const [name, value] of Object.entries(cookies.headers)) request.headers.set(name, value);
      const response = await next(request);
      cookies.read(response.headers.get("set-cookie"));
      return response;
    },
  };
  pipeline.addPolicy(withCookies, { afterPhase: "Retry" });
  const client = createDefaultHttpClient();
  const send = async (method: HttpMethod, address: string, body?: string) => {
    const request = createPipelineRequest({
      method,
      url: new URL(address, url).href,
      body,
      allowInsecureConnection: true,
    });
    request.headers.set("content-type", "application/json");
    const response = await pipeline.sendRequest(client, request);
    if (response.status >= 400) throw new RestError("refused", { statusCode: response.status });
    const parsed = response.bodyAsText ? JSON.parse(response.bodyAsText) : undefined;
    return {
      flatResponse: parsed,
      rawResponse: {
        statusCode: response.status,
        headers: response.headers.toJSON(),
        body: parsed,
        request: { method, url: address },
      },
    };
  };
  const poller = createHttpPoller(
    {
      sendInitialRequest: () => send(method, path, method === "PUT" || method === "PATCH" ? "{}" : undefined),
      sendPollRequest: (address: string) => send("GET", address),
    },
    { intervalInMs: 0, resourceLocationConfig: resultAt },
  );
  return poller.pollUntilDone().then(
    () => "succeeded",
    () => (poller.operationState?.status === "canceled" ? "canceled" : "failed"),
  );
}
