const FIRST_BYTES = 16 * 1024;

/** The text of a stream, no more than so many bytes of it: the rest is neither kept nor waited for. */
export async function readText(
  stream: AsyncIterable<Buffer>,
  mostBytes: number,
): Promise<{ text: string; isWhole: boolean }> {
  // One buffer that grows, since a list of pieces can take a hundred times what is in them.
  let bytes: Buffer = Buffer.allocUnsafe(Math.min(FIRST_BYTES, mostBytes));
  let length = 0;
  let isWhole = true;
  for await (const piece of stream) {
    const end = Math.min(length + piece.length, mostBytes);
    if (end > bytes.length)
      bytes = grown(bytes, length, Math.min(Math.max(end, bytes.length * 2), mostBytes));
    piece.copy(bytes, length);
    isWhole = length + piece.length <= mostBytes;
    length = end;
    // To leave the loop ends the stream, and with it the decompression.
    if (!isWhole) break;
  }
  return { text: withoutMark(bytes.toString("utf8", 0, length)), isWhole };
}

function grown(bytes: Buffer, length: number, size: number): Buffer {
  const result = Buffer.allocUnsafe(size);
  bytes.copy(result, 0, 0, length);
  return result;
}

/** JSON does not allow the mark that some services begin with. */
function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
