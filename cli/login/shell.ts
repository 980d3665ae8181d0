/** A line that sets a variable in a POSIX shell, whatever characters the value has. */
export function exportLine(variable: string, value: string): string {
  return `export ${variable}='${value.replaceAll("'", `'\\''`)}'`;
}
