import { readArguments, readChoice, UsageError } from "../arguments.js";

const LANGUAGES = ["typescript", "yaml"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The exit code if the program lacks values of the object. */
export const INCOMPLETE = 3;

export const SHOW_HELP = `vendorcloud show: prints a container group or a business record of the service as a program that declares it. Each secret is a
placeholder for a value of the stack's configuration.

  vendorcloud show <id>     path of a container group (/subscriptions/…), GUID of a customer, an item, a project or a quote, or
                            parentType/parentId/dimensionId of a default dimension

Addresses, tokens and the company come from the environment variables of the provider and from the selected stack.

  --language <name>         typescript (default), or yaml for the native plugin
  --stack <name>            the stack whose configuration is read (default: the selected one)
  --help                    show this text

The exit code is 0 if the program is complete, 1 if the command failed, 2 if the command line is invalid, and ${INCOMPLETE} if the program lacks
values that YAML cannot express. Each of these is named on standard error.
`;

export interface ShowOptions {
  id: string;
  language: Language;
  stack: string | undefined;
}

/**
 * Reads the command line.
 *
 * @throws UsageError for an invalid command line
 */
export function parseShowOptions(args: string[]): ShowOptions {
  const { values, positionals } = readArguments("show", {
    args,
    allowPositionals: true,
    options: {
      language: { type: "string", default: "typescript" },
      stack: { type: "string" },
    },
  });
  const [id, ...more] = positionals;
  if (id === undefined || id === "" || more.length > 0)
    throw new UsageError(`expected one id, got ${positionals.length} (\`vendorcloud show --help\`).`);
  return { id, language: readChoice("--language", values.language, LANGUAGES), stack: values.stack };
}
