/** An error of the emulator's own interface; the server answers it with its status and message. */
export function controlError(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}
