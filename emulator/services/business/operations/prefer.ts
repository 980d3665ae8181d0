/** The page size that a client prefers, if it names one. */
export function maxPageSize(prefer: string | undefined): number | undefined {
  const size = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?([1-9]\d{0,9})"?/i.exec(prefer ?? "")?.[1];
  return size === undefined ? undefined : Number(size);
}

/** Whether a batch is to go on after an operation that fails. */
export function continuesOnError(prefer: string | undefined): boolean {
  return /(?:^|[,;\s])(?:odata\.)?continue-on-error\s*(?:=\s*"?true"?\s*)?(?:$|[,;])/i.test(prefer ?? "");
}
