import type { ResourceDefinition } from "../../../provider/contract/definition.js";
import { isAbsent, type Json, type JsonObject } from "../../../provider/schema/json.js";
import type { Changed } from "../changed.js";
import { formatArgument } from "../fieldLine.js";
import { type Markdown, md } from "../markdown.js";
import { createObjectDescription } from "./object.js";
import { formatQuoteLines } from "./quoteLines.js";
import {
  type Context,
  explainReplacement,
  formatObjectName,
  formatRecord,
  isHidden,
  type ResourceDescription,
} from "./resourceDescription.js";

export function createSalesQuoteDescription(definition: ResourceDefinition): ResourceDescription {
  return {
    ...createObjectDescription(definition),

    identify(args, context) {
      const customer = formatObjectName(definition, args, context);
      const number = numberOf(context);
      return isAbsent(number) ? customer : md`${formatArgument(number)}, ${customer}`;
    },

    create: (args, context) => [
      context.inList
        ? md`One quote will be created for the customer, with ${lines(args)}.`
        : md`One quote will be created for customer ${formatRecord(definition, args, "customerId", context)}, with ${lines(args)}.`,
      once(args, context),
    ],

    update: () => [
      md`The quote stays. Only a changed \`discountAmount\` is sent; the service already has all other values.`,
    ],

    replace(args, context, before) {
      const old = quote(context);
      const first = context.before?.isDeletedFirst === true;
      const why = explainReplacement(definition, context);
      const created = md`A new quote with ${lines(args)} is created for customer ${formatRecord(definition, args, "customerId", context)}.`;
      const isKept = context.before?.retainOnDelete === true || !first;
      const { externalDocumentNumber: number } = args;
      const isSame = args.companyId === before.companyId && number === before.externalDocumentNumber;
      if (isKept && isSame && number !== "" && !isHidden(number))
        return [
          why,
          context.fields.length > 0
            ? md`The quote keeps its external document number and is not deleted first: the update fails if the quote at the service differs from the program.`
            : md`The quote keeps its external document number, so it is only looked up and not deleted.`,
        ];
      if (context.keepsOld) return [why, created];
      return [
        why,
        first ? md`First, ${old} is deleted. ${UNTOUCHED}` : created,
        first
          ? created
          : md`Then ${old} of company ${formatArgument(before.companyId)} is deleted. ${UNTOUCHED}`,
        once(args, context),
      ];
    },

    table: (args, { operation, recordLabel }) =>
      operation === "create" || operation === "replace" ? formatQuoteLines(args, recordLabel) : undefined,

    newValue: ({ path, after }) =>
      path === "salesQuoteLines" && formatQuoteLines({ salesQuoteLines: after }, formatArgument) !== undefined
        ? []
        : undefined,

    delete: (_before, context) => [
      md`Deletes ${context.inList ? md`the quote` : quote(context)}. ${UNTOUCHED} This cannot be undone.`,
    ],
  };
}

const UNTOUCHED = md`If another client has changed it, or the service does not support deleting quotes, the delete fails and the quote stays.`;

function numberOf({ before }: Changed): Json {
  return before?.outputs.number;
}

function quote(context: Context): Markdown {
  const number = numberOf(context);
  return isAbsent(number) ? md`the old quote` : md`quote ${formatArgument(number)}`;
}

function lines({ salesQuoteLines }: JsonObject): Markdown {
  if (!Array.isArray(salesQuoteLines)) return md`lines that are known after apply`;
  return salesQuoteLines.length === 1 ? md`1 line` : md`${salesQuoteLines.length} lines`;
}

function once({ externalDocumentNumber }: JsonObject, { inList }: Context): Markdown {
  if (externalDocumentNumber === "")
    return md`It has no \`externalDocumentNumber\`: if the response is lost, the quote cannot be looked up, and the update fails.`;
  const number = inList ? md`` : md` ${formatArgument(externalDocumentNumber)}`;
  return md`It is looked up by its external document number${number} before anything is sent, so it is not created twice.`;
}
