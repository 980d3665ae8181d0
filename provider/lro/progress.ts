import type { Operation } from "./operation.js";

/** What is said of an operation that goes on: `InProgress, 40 %, 2 of 5 done, StopDatabase: Running`. */
export class Progress {
  private most = 0;

  text({ status, percentComplete, parts }: Operation): string {
    const said = [status ?? "Accepted"];
    if (percentComplete !== undefined) said.push(`${this.percent(percentComplete)} %`);
    if (parts.length > 0) {
      said.push(`${parts.filter(({ phase }) => phase === "succeeded").length} of ${parts.length} done`);
    }
    const current = parts.find(({ phase }) => phase !== "succeeded");
    if (current !== undefined) said.push([current.name, current.status].filter(Boolean).join(": "));
    return said.join(", ");
  }

  /** Some services' figures go back; what was done once is done. */
  private percent(value: number): number {
    this.most = Math.max(this.most, Math.round(value));
    return this.most;
  }
}
