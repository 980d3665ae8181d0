export function formatDestroyCommand(urn: string | undefined): string {
  return `\`pulumi destroy --target ${quoteUrn(urn)}\``;
}

export function formatReplaceCommand(urn: string | undefined): string {
  return `\`pulumi up --replace ${quoteUrn(urn)}\``;
}

/** The command that removes one resource from the state, and not from the service. */
export function formatForgetCommand(urn: string | undefined): string {
  return `\`pulumi state delete ${quoteUrn(urn)}\``;
}

function quoteUrn(urn: string | undefined): string {
  return urn === undefined ? "<urn>" : quote(urn);
}

/** Quotes an argument for a shell: a URN can contain `$`, spaces and quotes. */
export function quote(argument: string): string {
  return `'${argument.replace(/'/g, "'\\''")}'`;
}
