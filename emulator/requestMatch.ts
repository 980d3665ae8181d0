/** Which requests are meant; a part that is left out fits every request. */
export interface RequestMatch {
  /** HTTP method, in any case. */
  method?: string;
  /**
   * A part of the path, or the source of a regular expression for it; in any case, as the services' own paths
   * are. The query string is not part of the path.
   */
  path?: string;
}

/** Whether a request is one of those that `match` means. */
export function matches(request: { method: string; path: string }, match: RequestMatch): boolean {
  return fitsMethod(request.method, match.method) && fitsPath(request.path, match.path);
}

function fitsMethod(method: string, wanted: string | undefined): boolean {
  return wanted === undefined || method.toUpperCase() === wanted.toUpperCase();
}

function fitsPath(path: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return path.toLowerCase().includes(wanted.toLowerCase()) || expression(wanted)?.test(path) === true;
}

/** Many plain path parts ("$batch", "customers(") are no expression, or another one: those only match as text. */
function expression(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "i");
  } catch {
    return undefined;
  }
}
