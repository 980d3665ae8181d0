/** A text as it stands in a filter: apostrophes are doubled. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
