import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isState } from "./authorizationRequest.js";

/** 256 random bits, safe in an address and in a cookie. */
function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The path that a browser is opened at, instead of the authorization address: other users of the machine can read the
 * arguments of the program that opens the browser. It redirects once, and the answer has to come from the browser that
 * was redirected.
 */
export class OneTimeAddress {
  readonly path = `/start/${newSecret()}`;
  private readonly binding = newSecret();
  private isUsed = false;

  /**
   * @param target the authorization address
   * @param port cookies are shared by all ports of a host, so the name of this one has the port in it
   */
  constructor(
    private readonly target: string,
    private readonly port: number,
  ) {}

  /** Headers of the redirect; undefined for every request but the first. */
  use(): Record<string, string> | undefined {
    if (this.isUsed) return undefined;
    this.isUsed = true;
    const cookie = `${this.cookieName}=${this.binding}; Path=/answer; HttpOnly; SameSite=Strict`;
    return { location: this.target, "set-cookie": cookie };
  }

  /** Whether a request comes from the browser that was redirected. */
  isFromBrowser({ headers }: IncomingMessage): boolean {
    const cookies = (headers.cookie ?? "").split(";").map((cookie) => cookie.trim());
    const prefix = `${this.cookieName}=`;
    const own = cookies.find((cookie) => cookie.startsWith(prefix));
    return isState(own?.slice(prefix.length), this.binding);
  }

  private get cookieName(): string {
    return `vendorcloud-login-${this.port}`;
  }
}
