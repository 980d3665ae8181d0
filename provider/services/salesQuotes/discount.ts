import type { Context } from "../../contract/lifecycle.js";
import type { SalesQuoteInputs } from "../../generated/lifecycleTypes.js";
import type { FieldUpdate } from "../../partialUpdates/partialUpdate.js";
import { updateFields } from "../../partialUpdates/settledUpdate.js";
import { isAbsent } from "../../schema/json.js";
import type { Quote, SalesQuoteClient } from "./client.js";
import { salesQuoteSchema as schema } from "./schema.js";

/** A quote, and the values of its discount that this stack knows. */
interface DiscountChange {
  client: SalesQuoteClient;
  args: SalesQuoteInputs;
  quote: Quote;
  seen: FieldUpdate["seen"];
}

/**
 * Sets the discount of the whole quote, which the service takes only for a quote with lines.
 *
 * @returns the quote, or why it is unknown whether it has the discount
 */
export async function setDiscount(
  { client, args, quote, seen }: DiscountChange,
  context: Context,
): Promise<Quote | { failure: unknown }> {
  const { discountAmount } = args;
  if (isAbsent(discountAmount)) return quote;
  const result = await updateFields({
    ...context,
    schema,
    source: client.sourceOf(quote.id),
    changes: [{ path: "discountAmount", to: discountAmount, seen }],
  });
  if (result.outcome === "unknown") return { failure: result.error };
  const { answer, tag } = result.snapshot;
  return { ...quote, tag, answer: { ...quote.answer, ...answer, etag: tag } };
}
