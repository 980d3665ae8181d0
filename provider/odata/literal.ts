/** A text as a filter contains it: apostrophes are doubled. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
