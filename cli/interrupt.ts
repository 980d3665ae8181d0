const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** The user ended the command with Ctrl+C or a signal. */
export class Interrupted extends Error {
  constructor(
    readonly exitCode: number,
    message = "interrupted; nothing has been changed.",
  ) {
    super(message);
  }
}

/** Returns a signal that aborts when SIGINT or SIGTERM arrives, with {@link Interrupted} as the reason. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => controller.abort(new Interrupted(EXIT_CODES[signal])));
  return controller.signal;
}
