import type { Unchecked } from "../../contract/definition.js";
import type { Context } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import type { SalesQuoteInputs } from "../../generated/lifecycleTypes.js";
import { hasStatus } from "../../http/serviceError.js";
import { listChanges } from "../../schema/compare.js";
import { isAbsent, isUnknown } from "../../schema/json.js";
import { foreign, message, type Text } from "../../text/message.js";
import { SalesQuoteClient } from "./client.js";
import { salesQuoteSchema as schema } from "./schema.js";

/** Whether the arguments replace the quote of the earlier ones. */
export function isReplaced(
  args: Unchecked<SalesQuoteInputs>,
  priorArgs: Unchecked<SalesQuoteInputs>,
): boolean {
  const isExisting = Object.keys(priorArgs).length > 0;
  return isExisting && listChanges(schema, priorArgs, args).some(({ createOnly }) => createOnly);
}

/** The service makes no quote for a blocked customer. A replacement would delete the old quote first. */
export async function findBlocked(
  { customerId, customerNumber }: Unchecked<SalesQuoteInputs>,
  companyId: string,
  context: Context,
): Promise<{ path: string; message: Text }[]> {
  if (typeof customerId !== "string" || isUnknown(customerId)) return [];
  const blocked = await new SalesQuoteClient(companyId, context).getBlocked(customerId);
  return blocked === ""
    ? []
    : [
        {
          path: isAbsent(customerNumber) ? "customerId" : "customerNumber",
          message: message`the customer is blocked (${foreign(blocked)}), so the service would refuse the new quote after the old one is deleted. Unblock the customer in an earlier run, or undo the change`,
        },
      ];
}

/**
 * A token that may not read orders or invoices creates the quote all the same, with a warning.
 *
 * @throws ProviderError if sales has made an order or an invoice of the quote with this external document number, which is therefore
 * no longer among the quotes
 */
export async function requireNotConverted(
  client: SalesQuoteClient,
  marker: string,
  customerId: string,
  { log }: Pick<Context, "log">,
): Promise<void> {
  const converted = await client.findConverted(marker, customerId).catch((error) => {
    if (!hasStatus(error, [403])) throw error;
    log.warn(
      "the token may not read sales orders and invoices, so it is unknown whether sales has made one of this quote before.",
    );
    return undefined;
  });
  if (converted === undefined) return;
  const { what, number } = converted;
  throw new ProviderError(
    message`sales has made ${what} ${foreign(number)} of the quote with the external document number ${foreign(marker)}. Nothing was sent.`,
    "notApplied",
    "remove the resource from the program. For another quote, give it another `externalDocumentNumber`.",
  );
}
