import http = require("node:http");
import https = require("node:https");
import net = require("node:net");
import tls = require("node:tls");

import { once } from "node:events";
import { getHost } from "../contract/address.js";
import type { HttpRequest } from "./message.js";
import type { HttpProxy } from "./proxy.js";
import { readSendFailure } from "./sendFailure.js";
import { TransportError, type TransportFailure } from "./transportError.js";

/**
 * Opens a connection through `proxy` to the service that `request` is for, and secures it. Whatever fails here fails
 * before anything of the request was sent.
 */
export async function openTunnel(
  request: HttpRequest,
  proxy: HttpProxy,
  signal: AbortSignal,
): Promise<tls.TLSSocket> {
  const target = new URL(request.url);
  const fail = (kind: TransportFailure, reason: string, code?: string): TransportError =>
    TransportError.of(request, { kind, reason, code, outcome: "notApplied" });
  const explain = (thrown: unknown, ofTls: TransportFailure, where: string): TransportError => {
    if (signal.aborted) {
      const reason = `the proxy ${proxy.name} did not connect to the service in time; nothing was sent`;
      return fail("proxyConnection", reason);
    }
    const { kind, reason, code } = readSendFailure(thrown, request);
    return fail(kind === "tls" ? ofTls : "proxyConnection", where + reason, code);
  };

  const { status, socket, early } = await connect(target, proxy, signal).catch((thrown) => {
    throw explain(thrown, "proxy", `the proxy ${proxy.name}: `);
  });
  // A service says nothing before the client does: what comes early is the proxy's own.
  if (status !== 200 || early) {
    socket.destroy();
    // A gateway's trouble may pass.
    throw fail(status >= 500 ? "proxyConnection" : "proxy", refusalOf(proxy, status));
  }
  return secure(socket, target, signal).catch((thrown) => {
    socket.destroy();
    throw explain(thrown, "tls", `through the proxy ${proxy.name}: `);
  });
}

function refusalOf({ name }: HttpProxy, status: number): string {
  const refusal = `the proxy ${name} responded with ${status} instead of connecting to the service; nothing was sent`;
  return status === 407
    ? `${refusal}. It requires a user name and a password, or rejects those in its address`
    : refusal;
}

/** Asks the proxy to connect to the service. */
async function connect(
  target: URL,
  { protocol, host, port, authorization }: HttpProxy,
  signal: AbortSignal,
): Promise<{ status: number; socket: net.Socket; early: boolean }> {
  const authority = `${target.hostname}:${target.port || 443}`;
  const headers = authorization === undefined ? {} : { "proxy-authorization": authorization };
  const asking = (protocol === "https:" ? https : http).request({
    ...{ method: "CONNECT", host, port, servername: nameOf(host), path: authority },
    ...{ headers: { host: authority, ...headers }, agent: false, signal },
  });
  asking.end();
  const [response, socket, head] = await once(asking, "connect");
  socket.on("error", () => undefined); // said by the connection that is secured over it
  return { status: response.statusCode, socket, early: head.length > 0 };
}

function secure(socket: net.Socket, target: URL, signal: AbortSignal): Promise<tls.TLSSocket> {
  const host = getHost(target);
  const secured = tls.connect({ socket, host, servername: nameOf(host), ALPNProtocols: ["http/1.1"] });
  const giveUp = (): void => void socket.destroy();
  signal.addEventListener("abort", giveUp);
  return new Promise<tls.TLSSocket>((resolve, reject) => {
    secured.once("secureConnect", () => resolve(secured));
    // Stays, since the connection may be lost before the request takes it.
    secured.on("error", reject);
    secured.once("close", () => reject(new Error("closed")));
  }).finally(() => signal.removeEventListener("abort", giveUp));
}

/** TLS takes no address for a name. */
function nameOf(host: string): string {
  return net.isIP(host) === 0 ? host : "";
}
