import { randomBytes } from "node:crypto";

/** Signs addresses, each time differently, and refuses truncated or rewritten ones. Real addresses are about 3 kB long. */
export class Signatures {
  private readonly certificate = randomBytes(2025).toString("base64url");
  private readonly signed = new Map<string, string>();

  sign(path: string): string {
    const [s, h] = [randomBytes(64).toString("base64url"), randomBytes(32).toString("base64url")];
    const parameters = `t=${638_000_000_000_000_000n + BigInt(this.signed.size)}&c=${this.certificate}&s=${s}&h=${h}`;
    this.signed.set(parameters, path.toLowerCase());
    return parameters;
  }

  /** Whether an address is unchanged. An address without a signature is the operation's id, and valid. */
  accept(path: string, { t, c, s, h }: Record<string, unknown>): boolean {
    const isUnsigned = [t, c, s, h].every((part) => part === undefined);
    return isUnsigned || this.signed.get(`t=${t}&c=${c}&s=${s}&h=${h}`) === path.toLowerCase();
  }
}
