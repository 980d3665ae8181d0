import { randomBytes } from "node:crypto";
import type { Settings } from "../../options.js";

/** The tokens that were handed out. */
export class Tokens {
  private readonly handedOut: string[] = [];

  constructor(private readonly settings: Pick<Settings, "token">) {}

  /** Every token so far, the latest last. */
  list(): string[] {
    return [...this.handedOut];
  }

  /** A token that every service here accepts: the only one they do, or else a new one. */
  next(): string {
    const token = this.settings.token ?? randomBytes(32).toString("base64url");
    this.handedOut.push(token);
    return token;
  }
}
