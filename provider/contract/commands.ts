/** The command that deletes one resource. */
export function formatDestroyCommand(urn: string | undefined): string {
  return `\`pulumi destroy --target ${quote(urn)}\``;
}

/** The command that replaces one resource. */
export function formatReplaceCommand(urn: string | undefined): string {
  return `\`pulumi up --replace ${quote(urn)}\``;
}

/** The command that removes one resource from the state, and not from the service. */
export function formatForgetCommand(urn: string | undefined): string {
  return `\`pulumi state delete ${quote(urn)}\``;
}

/** Quotes a URN for a shell, because it can contain `$`, spaces and quotes. */
function quote(urn: string | undefined): string {
  return urn === undefined ? "<urn>" : `'${urn.replace(/'/g, "'\\''")}'`;
}
