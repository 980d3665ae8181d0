/**
 * Node ends a process at a rejection that nobody handles. This one serves all operations of a run: those under way go on, so
 * that what they did comes into the state. The message of the error may have a secret in it, and is not shown.
 */
export function surviveUnhandledRejections(): void {
  process.on("unhandledRejection", (reason) => {
    const frames = reason instanceof Error ? framesOf(reason) : [];
    console.error(
      ["A rejection was not handled. This is a defect of the provider: please report it.", ...frames].join(
        "\n",
      ),
    );
  });
}

/** The stack frames of the error; none where they cannot be separated from its message. */
function framesOf({ stack = "", name, message }: Error): string[] {
  const head = message === "" ? name : `${name}: ${message}`;
  if (!stack.startsWith(`${head}\n`)) return [];
  return stack.slice(head.length + 1).split("\n");
}
