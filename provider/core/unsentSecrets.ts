/** The warning about changed secrets that are not sent. `explain` counts them by it. */
export function formatUnsentSecrets(paths: readonly string[]): string {
  return (
    `${paths.length} ${paths.length === 1 ? "secret" : "secrets"} changed, not sent: ${paths.join(", ")}. ` +
    'By default a secret is sent only when another value changes. Set `secretChanges: "update"`, or change `secretsVersion`.'
  );
}

/** The number in a {@link formatUnsentSecrets}; 0 for another message. */
export function countUnsentSecrets(message: string): number {
  return Number(/^(\d+) secrets? changed, not sent: /.exec(message)?.[1] ?? 0);
}
