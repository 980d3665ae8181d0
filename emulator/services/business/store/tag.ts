const ODD = 0x9e3779b97f4a7c15n;
const WIDTH = 64;

/**
 * The entity tag that belongs to a write. Multiplying by an odd number modulo a power of two gives every write
 * a tag of its own that says nothing about the order of writes.
 */
export function tagOf(sequence: number): string {
  const stamp = BigInt.asUintN(WIDTH, BigInt(sequence) * ODD)
    .toString()
    .padStart(20, "0");
  return `W/"${Buffer.from(`'20;${stamp};00;'`).toString("base64")}"`;
}

/** Whether a text has the form of a tag that the service gives out. */
export function isTag(text: string): boolean {
  const content = /^W\/"([A-Za-z0-9+/]+={0,2})"$/.exec(text)?.[1];
  return content !== undefined && Buffer.from(content, "base64").toString("base64") === content;
}
