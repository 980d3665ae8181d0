import { isAbsent, type JsonObject } from "../../../provider/schema/json.js";
import { PLACEHOLDER } from "../../../provider/schema/secret.js";
import { formatArgument } from "../fieldLine.js";
import { type Markdown, md } from "../markdown.js";
import { formatQuoteLines } from "./quoteLines.js";
import {
  type ChangeDescriptions,
  explainReplacement,
  formatObjectName,
  isHidden,
  pickEnd,
} from "./resourceDescription.js";

export const salesQuoteDescription: ChangeDescriptions = {
  identify(args, context) {
    const customer = formatObjectName(args, context);
    const number = context.before?.outputs.number;
    if (isAbsent(number)) return customer;
    const old = formatObjectName(context.argsBefore, context);
    const isOther = context.operation === "replace" && old.text !== customer.text;
    return isOther
      ? md`${customer}, in place of ${formatArgument(number)}, ${old}`
      : md`${formatArgument(number)}, ${customer}`;
  },

  create: (args) => [md`One quote will be created, with ${lines(args)}.`, once(args)],

  update: () => [
    md`The quote stays. Only a changed \`discountAmount\` is sent; the service already has all other values.`,
  ],

  replace(args, context, before) {
    const why = explainReplacement(context);
    const first = context.before?.isDeletedFirst === true;
    const created = md`A new quote with ${lines(args)} is created.`;
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
    if (first) return [why, md`First, the old quote is deleted. ${UNTOUCHED}`, created, once(args)];
    const deleted = md`Then the old quote of company ${formatArgument(before.companyId)} is deleted. ${UNTOUCHED}`;
    return [why, created, once(args), deleted];
  },

  table: {
    path: "salesQuoteLines",
    format: (args, { operation, recordLabel }) =>
      operation === "create" || operation === "replace" ? formatQuoteLines(args, recordLabel) : undefined,
  },

  delete: () => [md`Deletes the quote. ${UNTOUCHED} This cannot be undone.`],

  ends: (_args, changed) => pickEnd(changed, md`deletes the quote`, md`deletes the old quote first`),
};

const UNTOUCHED = md`If another client has changed it, or the service does not support deleting quotes, the delete fails and the quote stays.`;

function lines({ salesQuoteLines }: JsonObject): Markdown {
  if (salesQuoteLines === PLACEHOLDER) return md`lines that are a secret`;
  if (!Array.isArray(salesQuoteLines)) return md`lines that are known after apply`;
  return salesQuoteLines.length === 1 ? md`1 line` : md`${salesQuoteLines.length} lines`;
}

function once({ externalDocumentNumber }: JsonObject): Markdown {
  return externalDocumentNumber === ""
    ? md`It has no \`externalDocumentNumber\`: if the response is lost, the quote cannot be looked up, and the update fails.`
    : md`It is looked up by its external document number before anything is sent, so it is not created twice.`;
}
