import { readArguments, readChoice, UsageError } from "../arguments.js";

const LANGUAGES = ["typescript", "yaml"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The exit code if the program lacks objects, or values of them. */
export const INCOMPLETE = 3;

export const SHOW_HELP = `vendorcloud show: prints container groups and business records of the service as one program that declares them. Each secret is
a placeholder for a value of the stack's configuration.

  vendorcloud show <id>…    path of a container group (/subscriptions/…), GUID of a customer, an item, a project or a quote, or
                            parentType/parentId/dimensionId of a default dimension
  vendorcloud show --from objects.json

Addresses, tokens and the company come from the environment variables of the provider and from the selected stack.

  --from <file>             also the objects of a file that \`vendorcloud discover --out\` wrote, with its names
  --fields <names>          only these fields of customers, items and projects, such as blocked,website (default: all)
  --language <name>         typescript (default), or yaml for the native plugin
  --stack <name>            the stack whose configuration is read (default: the selected one)
  --help                    show this text

The exit code is 0 if the program is complete, 1 if the command failed, 2 if the command line is invalid, and ${INCOMPLETE} if the program lacks
values that YAML cannot express, or one of several objects. Each of these is named on standard error.
`;

export interface ShowOptions {
  ids: string[];
  /** File with further objects. */
  from: string | undefined;
  /** Default: all fields. */
  fields: string[] | undefined;
  language: Language;
  stack: string | undefined;
}

/**
 * Reads the command line.
 *
 * @throws UsageError for an invalid command line
 */
export function parseShowOptions(args: string[]): ShowOptions {
  const { values, positionals } = readArguments({
    args,
    allowPositionals: true,
    options: {
      from: { type: "string" },
      fields: { type: "string" },
      language: { type: "string", default: "typescript" },
      stack: { type: "string" },
    },
  });
  const { from, fields, language, stack } = values;
  if ((positionals.length === 0 && from === undefined) || positionals.includes(""))
    throw new UsageError("expected an id or --from (--help lists the options).");
  return {
    ids: [...new Set(positionals)],
    from,
    fields: fields?.split(",").map((name) => name.trim()),
    language: readChoice("--language", language, LANGUAGES),
    stack,
  };
}
