/** Selects requests. An absent part matches every request. */
export interface RequestMatch {
  /** HTTP method, ignoring letter case. */
  method?: string;
  /**
   * A part of the path, or a regular expression for it, ignoring letter case as the services do. The path has no query string.
   */
  path?: string;
}

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

/** Many plain parts of paths ("$batch", "customers(") are invalid or different expressions. They match only as text. */
function expression(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "i");
  } catch {
    return undefined;
  }
}
