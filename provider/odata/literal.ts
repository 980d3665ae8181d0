/** A text as it stands in a filter: apostrophes are doubled. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
