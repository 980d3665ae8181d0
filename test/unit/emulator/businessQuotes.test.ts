import { expect } from "chai";
import { describe, it } from "mocha";
import { seedId } from "../../../emulator/index.js";
import { at, NOBODY, useBusiness } from "./businessSupport.js";
import { expectRefusal } from "./support.js";

const customerId = seedId("customers", 1);
const [lamp, paper] = [seedId("items", 1), seedId("items", 2)] as [string, string];

describe("sales quotes of the emulator", () => {
  const { emulator, call, get, patch, batch } = useBusiness({ seed: "demo" });
  const quote = (more: object = {}) => ({
    customerId,
    salesQuoteLines: [
      { itemId: lamp, quantity: 10 },
      { itemId: paper, quantity: 0.5 },
    ],
    ...more,
  });
  const post = (body: unknown, query = "") => call("POST", at(`salesQuotes${query}`), body);

  it("are created with their lines", async () => {
    const { status, headers, body } = await post(quote({ externalDocumentNumber: "order-7" }));
    expect(status).to.equal(201);
    const customer = emulator().business.get("customers", customerId)?.fields;
    expect(body).to.include({
      number: "SQ00001",
      externalDocumentNumber: "order-7",
      customerNumber: customer?.number,
      customerName: customer?.displayName,
      totalAmountExcludingTax: 20.98,
      status: "Draft",
    });
    expect(body).to.not.have.property("salesQuoteLines");
    const path = new URL(headers.get("location") ?? "").pathname;
    const shown = (await get(`${path}?$expand=salesQuoteLines($expand=item)`)).body;
    expect(shown.salesQuoteLines).to.have.length(2);
    expect(shown.salesQuoteLines[0]).to.include({
      documentId: body.id,
      sequence: 10000,
      itemId: lamp,
      quantity: 10,
      lineType: "Item",
      lineObjectNumber: "I10001",
      unitPrice: 1.95,
      amountExcludingTax: 19.5,
    });
    expect(shown.salesQuoteLines[1].item).to.include({
      id: paper,
      displayName: shown.salesQuoteLines[1].description,
    });
  });

  it("answer their lines where those are expanded", async () => {
    const { body } = await post(quote(), "?$expand=salesQuoteLines($select=itemId,quantity)");
    expect(
      body.salesQuoteLines.map(({ itemId, quantity }: Record<string, unknown>) => [itemId, quantity]),
    ).to.deep.equal([
      [lamp, 10],
      [paper, 0.5],
    ]);
  });

  it("are found by the number that their sender gave them", async () => {
    await post(quote({ externalDocumentNumber: "it's 1" }));
    await post(quote({ externalDocumentNumber: "it's 2" }));
    const path = at("salesQuotes?$filter=externalDocumentNumber eq 'it''s 2'&$expand=salesQuoteLines");
    const { value } = (await get(path)).body;
    expect(value).to.have.length(1);
    expect(value[0]).to.include({ number: "SQ00002" });
    expect(value[0].salesQuoteLines).to.have.length(2);
  });

  it("are created inside of a batch, each by itself", async () => {
    const url = at("salesQuotes").slice(1).replace("api/v2.0/", "");
    const { body } = await batch([
      { method: "POST", url, body: quote() },
      { method: "POST", url, body: quote({ customerId: NOBODY }) },
      { method: "POST", url, body: quote() },
    ]);
    expect(body.responses.map(({ status }: { status: number }) => status)).to.deep.equal([201, 400]);
    expect(body.responses[0].headers.location).to.match(/salesQuotes\([0-9a-f-]{36}\)$/);
    expect(emulator().business.list("salesQuotes")).to.have.length(1);
  });

  it("take the lines' own prices and texts, and units by code", async () => {
    const line = { itemId: lamp, quantity: 2, unitPrice: 3, description: "Cheap", unitOfMeasureCode: "BOX" };
    const { body } = await post(quote({ salesQuoteLines: [line] }), "?$expand=salesQuoteLines");
    expect(body.salesQuoteLines[0]).to.include({ ...line, amountExcludingTax: 6 });
    expect(body.salesQuoteLines[0].unitOfMeasureId).to.equal(seedId("unitsOfMeasure", 1));
  });

  it("can be without lines, and name their customer by number", async () => {
    const { status, body } = await post({ customerNumber: "C10001" });
    expect([status, body.customerId, body.totalAmountExcludingTax]).to.deep.equal([201, customerId, 0]);
  });

  for (const [what, body, code] of [
    ["an unknown customer", quote({ customerId: NOBODY }), "Internal_InvalidTableRelation"],
    [
      "an unknown item",
      quote({ salesQuoteLines: [{ itemId: NOBODY, quantity: 1 }] }),
      "Internal_InvalidTableRelation",
    ],
    ["a line without item", quote({ salesQuoteLines: [{ quantity: 1 }] }), "BadRequest"],
    ["a line with an unknown field", quote({ salesQuoteLines: [{ itemId: lamp, amount: 1 }] }), "BadRequest"],
    ["lines that are no list", quote({ salesQuoteLines: {} }), "BadRequest"],
    ["a line that is no object", quote({ salesQuoteLines: [1] }), "BadRequest"],
    ["a total", quote({ totalAmountExcludingTax: 1 }), "BadRequest_InvalidOperation"],
  ] as const) {
    it(`are refused with ${what}, whole`, async () => {
      await expectRefusal(post(body), 400, code);
      expect(emulator().business.list("salesQuotes")).to.deep.equal([]);
      expect(emulator().business.list("salesQuoteLines")).to.deep.equal([]);
    });
  }

  it("lose fields that come before the one that resets them", async () => {
    const lost = {
      currencyCode: "USD",
      customerId,
      salesQuoteLines: [{ description: "Mine", itemId: lamp, quantity: 2 }],
    };
    const first = (await post(lost, "?$expand=salesQuoteLines")).body;
    expect(first.currencyCode).to.equal("EUR");
    expect(first.salesQuoteLines[0].description).not.to.equal("Mine");
    const discounted = { itemId: lamp, discountPercent: 50, quantity: 2, unitPrice: 10 };
    const second = (await post(quote({ salesQuoteLines: [discounted] }), "?$expand=salesQuoteLines")).body;
    expect(second.salesQuoteLines[0]).to.include({ discountPercent: 0, amountExcludingTax: 20 });
  });

  it("keep fields that come after the one that resets them", async () => {
    const line = { itemId: lamp, description: "Mine", quantity: 2, unitPrice: 10, discountPercent: 50 };
    const kept = { customerId, currencyCode: "USD", salesQuoteLines: [line] };
    const { body } = await post(kept, "?$expand=salesQuoteLines");
    expect(body.currencyCode).to.equal("USD");
    expect(body.salesQuoteLines[0]).to.include({ ...line, amountExcludingTax: 10 });
  });

  it("are refused for a customer who is blocked", async () => {
    for (const blocked of ["Ship", "Invoice", "All"]) {
      emulator().business.change("customers", customerId, { blocked });
      const { body } = await expectRefusal(post(quote()), 400, "Application_DialogException");
      expect(body.error.message).to.include(`Customer C10001 is blocked with type ${blocked}`);
    }
  });

  it("take a discount only once they have lines, which changes the total", async () => {
    await expectRefusal(post(quote({ discountAmount: 5 })), 400, "Application_DialogException");
    const { id, totalAmountExcludingTax } = (await post(quote())).body;
    const { status, body } = await patch(at(`salesQuotes(${id})`), { discountAmount: 5 });
    expect([status, body.discountAmount]).to.deep.equal([200, 5]);
    expect(body.totalAmountExcludingTax).to.be.closeTo(totalAmountExcludingTax - 5, 0.001);
  });

  for (const [action, collection] of [
    ["makeOrder", "salesOrders"],
    ["makeInvoice", "salesInvoices"],
  ] as const)
    it(`become one of ${collection}`, async () => {
      const { id, number } = (await post(quote({ externalDocumentNumber: "order-7" }))).body;
      const made = await call("POST", at(`salesQuotes(${id})/Microsoft.NAV.${action}`));
      expect(made.status).to.equal(204);
      expect((await get(at(`salesQuotes(${id})`))).status).to.equal(404);
      const { value } = (await get(at(`${collection}?$filter=externalDocumentNumber eq 'order-7'`))).body;
      expect(value).to.have.length(1);
      expect(value[0]).to.include({ customerId, quoteNumber: number });
      expect(
        (await call("DELETE", at(`${collection}(${value[0].id})`), undefined, { "if-match": "*" })).status,
      ).to.equal(405);
    });

  it("have no other actions", async () => {
    const { id } = (await post(quote())).body;
    expect((await call("POST", at(`salesQuotes(${id})/Microsoft.NAV.other`))).status).to.equal(404);
    expect((await call("POST", at("salesQuotes/Microsoft.NAV.makeOrder"))).status).to.equal(404);
  });

  it("are removed with their lines", async () => {
    const { id } = (await post(quote())).body;
    await call("DELETE", at(`salesQuotes(${id})`), undefined, { "if-match": "*" });
    expect(emulator().business.list("salesQuoteLines")).to.deep.equal([]);
  });

  it("take no other lines afterwards", async () => {
    const { id } = (await post(quote())).body;
    const path = at(`salesQuotes(${id})/salesQuoteLines`);
    expect((await get(path)).body.value).to.have.length(2);
    expect((await call("POST", path, { itemId: lamp })).status).to.equal(405);
  });
});

describe("numbers of the emulator's business service", () => {
  const { emulator, call } = useBusiness({ seed: "demo", decimalPlaces: 3, decimalStrings: true });

  it("are rounded when they are stored, and decimals are strings in answers", async () => {
    const body = {
      customerId,
      salesQuoteLines: [
        { itemId: lamp, quantity: 1 / 3, unitPrice: 1.5 },
        { itemId: paper, quantity: 2 },
      ],
    };
    const answer = await call("POST", at("salesQuotes?$expand=salesQuoteLines"), body);
    expect(answer.body.salesQuoteLines[0]).to.include({
      sequence: 10000,
      quantity: "0.333",
      unitPrice: "1.50",
    });
    expect(answer.body.salesQuoteLines[1]).to.include({ sequence: 20000, quantity: "2.00" });
    const [, line] = emulator().business.list("salesQuoteLines");
    expect(line?.fields.quantity).to.equal(2);
  });
});
