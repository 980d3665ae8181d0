import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type AuthorizationAnswer, type OwnAnswer, readAnswer } from "./authorizationAnswer.js";
import { isState } from "./authorizationRequest.js";
import { OneTimeAddress } from "./oneTimeAddress.js";
import { formatPageHeaders, type Message, page } from "./page.js";

const LOOPBACK = "127.0.0.1";
const LARGEST_ANSWER = 64 * 1024;

const COMMON_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  connection: "close",
};

/** Waits on the loopback address for the authorization response of one sign-in, and accepts no second one. */
export interface Listener {
  /** The address to which the service returns the browser. */
  readonly redirectUri: string;
  /**
   * Returns a loopback address that redirects to `url` once. After this call, only the redirected browser may send the response.
   * A second request to the address ends the sign-in, because another user may have sent the first one.
   */
  redirectOnce(url: string): string;
  /** Resolves when the response has arrived and the browser has received its page. */
  readonly answer: Promise<OwnAnswer>;
  close(): void;
}

interface ListenOptions {
  /** 0 selects a free port. */
  port: number;
  /** The state that the response must have. */
  state: string;
  /** Called for a response with another state. The sign-in continues. */
  onForeign(): void;
}

const USED_TWICE =
  "the one-time address was opened twice, so another user may have opened it before your browser. " +
  "The token is not stored. Start again with --no-browser and open the address that it prints.";

/** @throws Error if the port cannot be used */
export async function listen({ port, state, onForeign }: ListenOptions): Promise<Listener> {
  let settle: (answer: OwnAnswer) => void = () => undefined;
  const answer = new Promise<OwnAnswer>((resolve) => {
    settle = resolve;
  });
  let taken = false;
  let oneTime: OneTimeAddress | undefined;
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    if (taken) return send(response, 410);
    const isBound = oneTime === undefined || oneTime.isFromBrowser(request);
    const read: AuthorizationAnswer = isBound ? readAnswer(body, state) : { kind: "foreign" };
    // A request without the state does not end the sign-in.
    if (read.kind === "foreign") {
      onForeign();
    } else {
      taken = true;
      response.once("close", () => settle(read));
    }
    sendMessage(response, messageOf(read));
  };
  const start = (address: OneTimeAddress, request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "GET") return send(response, 405);
    const headers = address.use();
    if (headers === undefined) {
      taken = true;
      response.once("close", () => settle({ kind: "refused", reason: USED_TWICE }));
      return sendText(response, 410, `You are not signed in: ${USED_TWICE}\n`);
    }
    response.writeHead(303, { ...COMMON_HEADERS, ...headers }).end();
  };
  const server = createServer((request, response) => {
    const { host } = request.headers;
    // Prevents DNS rebinding: under another host name, scripts of another site would share the page's origin.
    if (host !== hostOf(server)) return send(response, 403);
    if (oneTime !== undefined && isState(request.url, oneTime.path)) return start(oneTime, request, response);
    if (request.url !== "/answer") return sendPage(request, response);
    const refusal = refusalOf(request);
    if (refusal !== undefined) return send(response, refusal);
    // The browser closed the connection, so there is no response.
    take(request, response).catch(() => response.destroy());
  });
  await startListening(server, port);
  return {
    redirectUri: `http://${hostOf(server)}/`,
    redirectOnce(url) {
      oneTime = new OneTimeAddress(url, (server.address() as AddressInfo).port);
      return `http://${hostOf(server)}${oneTime.path}`;
    },
    answer,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function sendPage({ method, url }: IncomingMessage, response: ServerResponse): void {
  const isPage = url?.split("?", 1)[0] === "/";
  if (!isPage || method !== "GET") {
    send(response, isPage ? 405 : 404);
    return;
  }
  const nonce = randomBytes(16).toString("base64url");
  response.writeHead(200, { ...COMMON_HEADERS, ...formatPageHeaders(nonce) }).end(page(nonce));
}

/** Returns the status code of a refusal. Only the page itself may send the response. */
function refusalOf({ method, headers }: IncomingMessage): number | undefined {
  if (method !== "POST") return 405;
  if (headers.origin !== `http://${headers.host}`) return 403;
  if (headers["content-type"] !== "application/x-www-form-urlencoded") return 415;
  if (headers["content-length"] === undefined) return 411;
  return Number(headers["content-length"]) > LARGEST_ANSWER ? 413 : undefined;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function messageOf(answer: AuthorizationAnswer): Message {
  switch (answer.kind) {
    case "token":
      return {
        title: "You are signed in",
        text: "The terminal has received the token. You can close this page.",
      };
    case "foreign":
      return {
        title: "Wrong sign-in",
        text: "This response belongs to another sign-in. The terminal is still waiting: open the address that it shows.",
      };
    default:
      return { title: "You are not signed in", text: `Reason: ${answer.reason}` };
  }
}

function sendMessage(response: ServerResponse, message: Message): void {
  response
    .writeHead(200, { ...COMMON_HEADERS, "content-type": "application/json" })
    .end(JSON.stringify(message));
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...COMMON_HEADERS, "content-type": "text/plain; charset=utf-8" }).end(text);
}

function send(response: ServerResponse, status: number): void {
  response.writeHead(status, COMMON_HEADERS).end();
}

function startListening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`port ${port} is in use. Choose another with --port.`)
          : error,
      ),
    );
    server.listen(port, LOOPBACK, resolve);
  });
}

function hostOf(server: Server): string {
  // Browsers omit the default port.
  return new URL(`http://${LOOPBACK}:${(server.address() as AddressInfo).port}`).host;
}
