import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

export interface RawRequest {
  /** Default: GET. */
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Unlike `fetch`, this function sends any Host and Origin, and no length without a body. */
export async function sendRaw(origin: string, { method = "GET", path, headers = {}, body }: RawRequest) {
  const sent = request(`${origin}${path}`, { method, headers });
  if (body === undefined) {
    sent.removeHeader("content-length");
    sent.removeHeader("transfer-encoding");
  }
  // A refusal may close the connection while the body is still being sent.
  sent.on("error", () => undefined).end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}
