/** How far an operation is. */
export type Phase = "running" | "succeeded" | "failed" | "canceled";

/** Words of a status document, in lower case, with which an operation ends; with every other it goes on. */
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
