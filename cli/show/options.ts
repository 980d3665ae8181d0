import { readArguments } from "../arguments.js";
import { UsageError } from "../usageError.js";

const LANGUAGES = ["typescript", "yaml"] as const;
export type Language = (typeof LANGUAGES)[number];

export const SHOW_HELP = `vendorcloud show: prints a container group or a business record of the service as a program that declares it. Each secret is a
placeholder for a value of the stack's configuration.

  vendorcloud show <id>     path of a container group (/subscriptions/…), GUID of a customer, an item, a project or a quote, or
                            parentType/parentId/dimensionId of a default dimension

Addresses, tokens and the company come from the environment variables of the provider and from the selected stack.

  --language <name>         typescript (default), or yaml for the native plugin
  --stack <name>            the stack whose configuration is read (default: the selected one)
  --help                    show this text
`;

export interface ShowOptions {
  id: string;
  language: Language;
  stack: string | undefined;
}

/**
 * Reads the command line; undefined when it asks for help.
 *
 * @throws UsageError for what cannot be understood
 */
export function parseShowOptions(args: string[]): ShowOptions | undefined {
  const { values, positionals } = readArguments("show", {
    args,
    allowPositionals: true,
    options: {
      help: { type: "boolean", default: false },
      language: { type: "string", default: "typescript" },
      stack: { type: "string" },
    },
  });
  if (values.help) return undefined;
  const [id, ...more] = positionals;
  if (id === undefined || id === "" || more.length > 0)
    throw new UsageError(`expected one id, got ${positionals.length} (\`vendorcloud show --help\`).`);
  const language = LANGUAGES.find((name) => name === values.language);
  if (language === undefined) throw new UsageError(`--language must be one of ${LANGUAGES.join(", ")}.`);
  return { id, language, stack: values.stack };
}
