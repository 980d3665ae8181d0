import { isAbsent, type JsonObject } from "../../../provider/schema/json.js";
import { salesQuoteSchema as schema } from "../../../provider/services/salesQuotes/schema.js";
import type { Changed } from "../changed.js";
import { shownArgument } from "../fieldLine.js";
import { type Markdown, md } from "../markdown.js";
import { type ResourceWords, whyReplaced } from "./resourceWords.js";

export const salesQuoteWords: ResourceWords = {
  schema,
  marker: "externalDocumentNumber",

  create: (args) => [
    md`One quote will be created for customer ${shownArgument(args.customerId)}, with ${lines(args)}.`,
    once(args),
  ],

  update: () => [md`Nothing of a quote changes in place: it is only read.`],

  replace(args, changed, before) {
    const old = quote(changed);
    const first = changed.before?.isDeletedFirst === true;
    const why = whyReplaced(schema, md`quote`, changed);
    const created = md`A new quote with ${lines(args)} is created for customer ${shownArgument(args.customerId)}.`;
    if (changed.keepsOld) return [why, created];
    return [
      why,
      first ? md`First, ${old} is deleted. ${UNTOUCHED}` : created,
      first
        ? created
        : md`Then ${old} of company ${shownArgument(before.companyId)} is deleted. ${UNTOUCHED}`,
      once(args),
    ];
  },

  delete: (_before, changed) => [md`Deletes ${quote(changed)}. ${UNTOUCHED} This is not undone.`],
};

const UNTOUCHED = md`Where somebody else has changed it, or the service does not offer to delete quotes, this fails and the quote stays.`;

function quote({ before }: Changed): Markdown {
  const number = before?.outputs.number;
  return isAbsent(number) ? md`the old quote` : md`quote ${shownArgument(number)}`;
}

function lines({ salesQuoteLines }: JsonObject): Markdown {
  if (!Array.isArray(salesQuoteLines)) return md`lines that are known after apply`;
  return salesQuoteLines.length === 1 ? md`1 line` : md`${salesQuoteLines.length} lines`;
}

function once({ externalDocumentNumber }: JsonObject): Markdown {
  if (externalDocumentNumber === "") {
    return md`It has no \`externalDocumentNumber\`: should the answer be lost, it cannot be looked up, and the update fails.`;
  }
  return md`It is looked up by its external document number ${shownArgument(externalDocumentNumber)} before anything is sent, so it is not created twice.`;
}
