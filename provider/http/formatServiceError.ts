import type { ErrorDetail, ServiceErrorFields } from "./serviceError.js";

/**
 * The error for a terminal:
 *
 *     400 ValidationError: The request is not valid.
 *       target: properties
 *       details:
 *         InvalidName (Name): Resource name is not valid.
 *       request id: 3ffdbdbd-f677-40ad-b95b-3a778b9e786a
 */
export function formatServiceError(error: ServiceErrorFields): string {
  // An operation that failed later is reported with status 200, which does not help to understand a failure.
  const status = error.status >= 400 ? error.status : undefined;
  const title = [status, error.code].filter(Boolean).join(" ");
  const lines = [[title, error.message].filter(Boolean).join(": ")];
  if (error.target) lines.push(`  target: ${error.target}`);
  if (error.details.length > 0) lines.push("  details:", ...tree(error.details, "    "));
  if (error.requestId) lines.push(`  request id: ${error.requestId}`);
  return lines.join("\n");
}

function tree(details: ErrorDetail[], indent: string): string[] {
  return details.flatMap((detail) => [indent + line(detail), ...tree(detail.details, `${indent}  `)]);
}

function line({ code, target, message }: ErrorDetail): string {
  const subject = code && target ? `${code} (${target})` : (code ?? target);
  return [subject, message].filter(Boolean).join(": ");
}
