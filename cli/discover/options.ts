import { definitions, type RecordCollection } from "../../provider/services/records/definition.js";
import { PARENTS } from "../../provider/services/records/query.js";
import { readArguments, readChoice, UsageError } from "../arguments.js";

/** Collections of records, with the type of their resource. */
export const COLLECTIONS = Object.fromEntries(
  definitions.map(({ collection, schema }) => [collection, schema.title]),
) as Record<RecordCollection, string>;

export const DISCOVER_HELP = `vendorcloud discover: writes the list of existing objects that \`pulumi import --file\` reads. The import itself
needs the native plugin.

  vendorcloud discover --collection customers --filter "blocked eq ' '" --out objects.json
  vendorcloud discover --resource-group production --out objects.json
  pulumi import --file objects.json

  --collection <name>       ${Object.keys(COLLECTIONS).join(", ")}; may be given several times
  --filter <text>           OData filter for these records (default: all)
  --default-dimensions <of> the default dimensions of ${PARENTS.join(", ")}; may be given several times
  --resource-group <name>   the container groups of this resource group; may be given several times
  --all-groups              the container groups of the whole subscription
  --out <file>              the file to write (default: standard output)
  --stack <name>            the stack whose configuration is read (default: the selected one)
  --help                    show this text

Addresses, tokens, the subscription and the company come from the environment variables of the provider and from the selected stack.
`;

export interface DiscoverOptions {
  collections: RecordCollection[];
  filter: string | undefined;
  defaultDimensions: string[];
  resourceGroups: string[];
  allGroups: boolean;
  out: string | undefined;
  stack: string | undefined;
}

/**
 * Reads the command line.
 *
 * @throws UsageError for an invalid command line
 */
export function parseDiscoverOptions(args: string[]): DiscoverOptions {
  const { values } = readArguments({
    args,
    options: {
      collection: { type: "string", multiple: true, default: [] },
      filter: { type: "string" },
      "default-dimensions": { type: "string", multiple: true, default: [] },
      "resource-group": { type: "string", multiple: true, default: [] },
      "all-groups": { type: "boolean", default: false },
      out: { type: "string" },
      stack: { type: "string" },
    },
  });
  const { filter, out, stack, "resource-group": resourceGroups, "all-groups": allGroups } = values;
  const defaultDimensions = values["default-dimensions"].map((given) =>
    readChoice("--default-dimensions", given, PARENTS),
  );
  const names = Object.keys(COLLECTIONS) as RecordCollection[];
  const collections = values.collection.map((given) => readChoice("--collection", given, names));
  if (collections.length + defaultDimensions.length + resourceGroups.length === 0 && !allGroups)
    throw new UsageError(
      "expected --collection, --default-dimensions, --resource-group or --all-groups (--help lists the options).",
    );
  if (filter !== undefined && collections.length === 0)
    throw new UsageError("--filter needs --collection (--help lists the options).");
  return { collections, filter, defaultDimensions, resourceGroups, allGroups, out, stack };
}
