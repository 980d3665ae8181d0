import type { IncomingMessage } from "node:http";
import { createState, isState } from "./authorizationRequest.js";

/**
 * The path that opens in the browser instead of the authorization address: other users of the machine can read the arguments of
 * the program that opens the browser. It redirects once, and only the redirected browser may send the response.
 */
export class OneTimeAddress {
  readonly path = `/start/${createState()}`;
  private readonly binding = createState();
  private isUsed = false;

  /**
   * @param target the authorization address
   * @param port part of the cookie's name, because all ports of a host share cookies
   */
  constructor(
    private readonly target: string,
    private readonly port: number,
  ) {}

  /** Returns the headers of the redirect; undefined after the first request. */
  use(): Record<string, string> | undefined {
    if (this.isUsed) return undefined;
    this.isUsed = true;
    const cookie = `${this.cookieName}=${this.binding}; Path=/answer; HttpOnly; SameSite=Strict`;
    return { location: this.target, "set-cookie": cookie };
  }

  /** Whether the request comes from the redirected browser. */
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
