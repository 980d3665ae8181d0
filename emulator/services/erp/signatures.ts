import { createHmac, randomBytes } from "node:crypto";

/** Parameters of a signed address. The time `t` is not secret. */
export const SIGNATURE_PARAMETERS = ["c", "s", "h"];

/** Signs addresses, each time differently, and refuses truncated or rewritten ones. Real addresses are about 3 kB long. */
export class Signatures {
  private readonly key = randomBytes(32);
  private readonly certificate = randomBytes(2025).toString("base64url");
  private readonly hash = randomBytes(32).toString("base64url");
  private ticks = 638_000_000_000_000_000n;

  sign(path: string): string {
    this.ticks += 1n;
    return `t=${this.ticks}&c=${this.certificate}&s=${this.signature(path, this.ticks)}&h=${this.hash}`;
  }

  /** Whether an address is unchanged. An address without a signature is the operation's id, and valid. */
  accept(path: string, { t, c, s, h }: Record<string, unknown>): boolean {
    const isUnsigned = [t, c, s, h].every((part) => part === undefined);
    return isUnsigned || (c === this.certificate && h === this.hash && s === this.signature(path, t));
  }

  private signature(path: string, ticks: unknown): string {
    return createHmac("sha512", this.key).update(`${path.toLowerCase()} ${ticks}`).digest("base64url");
  }
}
