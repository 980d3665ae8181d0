export type Phase = "running" | "succeeded" | "failed" | "canceled";

/** Final statuses of status documents, in lower case. All others are `running`. */
const ENDS: Readonly<Record<string, Phase>> = {
  succeeded: "succeeded",
  failed: "failed",
  canceled: "canceled",
  cancelled: "canceled",
};

export function readPhase(status: string): Phase {
  const word = status.toLowerCase();
  return (Object.hasOwn(ENDS, word) ? ENDS[word] : undefined) ?? "running";
}
