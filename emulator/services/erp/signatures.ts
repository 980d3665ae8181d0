import { createHmac, randomBytes } from "node:crypto";

const CERTIFICATE_BYTES = 2025;
const TICKS_PER_MILLISECOND = 10_000n;
const TICKS_BEFORE_1970 = 621_355_968_000_000_000n;

/** Parameters of a signed address. The time `t` is not secret. */
export const SIGNATURE_PARAMETERS = ["c", "s", "h"];

/** Signs addresses, each time differently, and refuses truncated or rewritten ones. */
export class Signatures {
  private readonly key = randomBytes(32);
  private readonly certificate = randomBytes(CERTIFICATE_BYTES).toString("base64url");
  private last = 0n;

  constructor(private readonly now: () => number) {}

  /** Returns the signature for the query of an address. */
  sign(path: string): string {
    const ticks = BigInt(Math.floor(this.now())) * TICKS_PER_MILLISECOND + TICKS_BEFORE_1970;
    this.last = ticks > this.last ? ticks : this.last + 1n;
    return `t=${this.last}&c=${this.certificate}&s=${this.signature(path, this.last.toString())}&h=${this.hash()}`;
  }

  /** Whether an address is unchanged. An address without a signature is the operation's id, and valid. */
  accept(path: string, { t, c, s, h }: Record<string, unknown>): boolean {
    return (
      [t, c, s, h].every((part) => part === undefined) ||
      (c === this.certificate && h === this.hash() && s === this.signature(path, String(t)))
    );
  }

  private signature(path: string, ticks: string): string {
    return createHmac("sha512", this.key).update(`${path.toLowerCase()} ${ticks}`).digest("base64url");
  }

  private hash(): string {
    return createHmac("sha256", this.key).update(this.certificate).digest("base64url");
  }
}
