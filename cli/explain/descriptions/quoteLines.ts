import { isAbsent, isObject, type Json, type JsonObject } from "../../../provider/schema/json.js";
import { formatArgument } from "../fieldLine.js";
import { formatTable, join, Markdown, md } from "../markdown.js";
import type { RecordLabel } from "./resourceDescription.js";

const MOST_LINES = 30;

/** Formats the lines of a quote as a table with amounts, and their total. Undefined if a line is known only after the apply. */
export function formatQuoteLines(
  { salesQuoteLines, discountAmount, currencyCode }: JsonObject,
  recordLabel: RecordLabel,
): Markdown | undefined {
  if (!Array.isArray(salesQuoteLines) || salesQuoteLines.length === 0 || !salesQuoteLines.every(isObject))
    return undefined;
  const amounts = salesQuoteLines.map(amountOf);
  const { head, rows } = formatTable(
    [md`Line`, md`Quantity`, md`Unit price`, md`Discount`, md`Amount`],
    salesQuoteLines
      .slice(0, MOST_LINES)
      .map((line, index) => [
        ...cellsOf(line, recordLabel),
        isAbsent(line.quantity) ? md`` : formatAmount(amounts[index]),
      ]),
  );
  const more = salesQuoteLines.length - rows.length;
  const total = totalOf(amounts, discountAmount);
  const currency =
    isAbsent(currencyCode) || currencyCode === "" ? md`` : md` ${formatArgument(currencyCode)}`;
  const sum =
    total === undefined
      ? md`Total without tax: known after apply, because the service sets a price.`
      : md`Total without tax: **${formatAmount(total)}**${currency}`;
  return join(
    [join([head, ...rows], "\n"), ...(more === 0 ? [] : [md`Lines omitted here: ${more}`]), sum],
    "\n\n",
  );
}

function cellsOf(line: JsonObject, recordLabel: RecordLabel): Markdown[] {
  const { lineType, itemId, accountId, lineObjectNumber, description } = line;
  const { quantity, unitOfMeasureCode, unitPrice } = line;
  const kind = isAbsent(lineType) || lineType === "Item" ? [] : [formatArgument(lineType)];
  const object = [itemId, accountId, lineObjectNumber].find((value) => !isAbsent(value));
  const what = [
    ...kind,
    ...(object === undefined ? [] : [recordLabel(object)]),
    ...(isAbsent(description) ? [] : [formatArgument(description)]),
  ];
  const unit = isAbsent(unitOfMeasureCode) ? md`` : md` ${formatArgument(unitOfMeasureCode)}`;
  return [
    // Without a text in any column, there would be no table.
    what.length === 0 && isAbsent(quantity) ? md`(empty)` : join(what, ", "),
    isAbsent(quantity) ? md`` : md`${formatNumber(quantity)}${unit}`,
    isAbsent(unitPrice) ? (isAbsent(quantity) ? md`` : md`that of the item`) : formatNumber(unitPrice),
    discountCell(line),
  ];
}

function discountCell({ discountPercent, discountAmount }: JsonObject): Markdown {
  if (!isAbsent(discountAmount)) return formatNumber(discountAmount);
  return isAbsent(discountPercent) ? md`` : md`${formatNumber(discountPercent)} %`;
}

function formatNumber(value: Json): Markdown {
  return typeof value === "number" ? md`${value}` : formatArgument(value);
}

/** An amount of a line. Undefined: the service sets the price, or the preview hides a value. */
type Amount = number | undefined;

/** As the service does: the discount and the amount of a line are rounded to cents. A comment has no amount. */
function amountOf({ quantity, unitPrice, discountPercent, discountAmount }: JsonObject): Amount {
  if (isAbsent(quantity)) return 0;
  const given = [quantity, unitPrice, discountPercent ?? 0, discountAmount ?? 0];
  if (!given.every((value) => typeof value === "number")) return undefined;
  const [count = 0, price = 0, percent = 0] = given;
  const gross = count * price;
  return rounded(gross - rounded(isAbsent(discountAmount) ? (gross * percent) / 100 : (given[3] ?? 0)));
}

function totalOf(amounts: Amount[], discountAmount: Json): Amount {
  const discount = discountAmount ?? 0;
  if (typeof discount !== "number") return undefined;
  let sum = -discount;
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    sum += amount;
  }
  return rounded(sum);
}

function formatAmount(amount: Amount): Markdown {
  return amount === undefined ? md`known after apply` : new Markdown(amount.toFixed(2));
}

function rounded(amount: number): number {
  return Math.round(amount * 100) / 100;
}
