import { expect } from "chai";
import { after, afterEach, before, it } from "mocha";
import type { types } from "pulumi-vendorcloud";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { type Sandbox, TOKEN } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** Fields and documents that the business service changes by itself, on the real engine. */
overBothProtocols("e2e: what the business service changes together", (protocol) => {
  const customerId = seedId("customers", 2);
  const itemId = seedId("items", 1);
  const [tools, paper] = [seedId("itemCategories", 1), seedId("itemCategories", 2)];
  let sandbox: Sandbox;
  let stack: TestStack;

  const nothing = async () => ({});
  const item = (args: Partial<types.ItemArgs>) => async () => {
    new sandbox.vendorcloud.Item("item", { itemId, onDestroy: "restore", ...args });
  };
  const customer = (args: Partial<types.CustomerArgs>) => async () => {
    new sandbox.vendorcloud.Customer("customer", { customerId, onDestroy: "restore", ...args });
  };
  const quote =
    (args: Partial<types.SalesQuoteArgs> = {}) =>
    async () => {
      new sandbox.vendorcloud.SalesQuote("quote", {
        customerId,
        salesQuoteLines: [{ itemId, quantity: 2 }],
        ...args,
      });
    };
  const fieldsOf = (collection: "items" | "customers", id: string) =>
    sandbox.emulator.business.get(collection, id)?.fields ?? {};
  const address = () => {
    const { country, postalCode, city, state } = fieldsOf("customers", customerId);
    return { country, postalCode, city, state };
  };
  const change = (fields: Record<string, unknown>) =>
    sandbox.emulator.business.change("customers", customerId, fields);
  const bodies = (method: string) =>
    sandbox.emulator.log
      .filter()
      .flatMap((entry): { method: string; path: string; body?: unknown }[] => entry.operations ?? [entry])
      .filter((entry) => entry.method === method && !entry.path.endsWith("$batch"))
      .map(({ body }) => body as Record<string, unknown>);
  const quotes = () => sandbox.emulator.business.list("salesQuotes");
  const LEEDS = { country: "GB", postalCode: "LS1", city: "Leeds", state: "York" };

  before(async () => {
    const variables = { VENDORCLOUD_PROFILE: "azure", VENDORCLOUD_BUSINESS_URL: undefined };
    const setup = { seed: "demo", profile: "azure", quoteValidityDays: 30, profitPercent: 25 } as const;
    sandbox = await protocol.open(setup, variables);
    stack = await sandbox.stack("together", nothing);
    // The profile has an environment in the address.
    const value = `${sandbox.emulator.url}/v2.0/contoso.example/Production`;
    await stack.stack.setConfig("vendorcloud:businessUrl", { value });
  });
  afterEach(async () => {
    succeeded(await stack.destroy());
    sandbox.emulator.log.clear();
  });
  after(() => sandbox.close());

  it("sends nothing when an id is replaced by its code, and restores the original", async () => {
    sandbox.emulator.business.change("items", itemId, { itemCategoryId: tools });
    const original = fieldsOf("items", itemId).itemCategoryCode;
    succeeded(await stack.up(item({ itemCategoryId: paper })));
    const { itemCategoryCode } = fieldsOf("items", itemId) as Record<string, string>;
    sandbox.emulator.log.clear();
    const up = succeeded(await stack.up(item({ itemCategoryCode: itemCategoryCode ?? "" })));
    expect(bodies("PATCH")).to.deep.equal([]);
    expect(up.text).not.to.include("warning");
    expect(
      (await stack.preview(item({ itemCategoryCode: itemCategoryCode ?? "" }))).operations,
    ).to.deep.equal({
      same: 1,
    });
    succeeded(await stack.destroy());
    expect(fieldsOf("items", itemId)).to.include({ itemCategoryId: tools, itemCategoryCode: original });
  });

  it("sends one field when an id is replaced by another code, and restores the original", async () => {
    sandbox.emulator.business.change("items", itemId, { itemCategoryId: tools });
    const code = sandbox.emulator.business.get("itemCategories", seedId("itemCategories", 3))?.fields.code;
    succeeded(await stack.up(item({ itemCategoryId: paper })));
    sandbox.emulator.log.clear();
    succeeded(await stack.up(item({ itemCategoryCode: String(code) })));
    expect(bodies("PATCH")).to.deep.equal([{ itemCategoryCode: code }]);
    succeeded(await stack.destroy());
    expect(fieldsOf("items", itemId)).to.include({ itemCategoryId: tools });
  });

  it("sets and restores an address in the order of the service", async () => {
    change(LEEDS);
    const paris = { state: "Ile", city: "Paris", postalCode: "75001", country: "FR" };
    const up = succeeded(await stack.up(customer(paris)));
    expect(address()).to.deep.equal(paris);
    expect(Object.keys(bodies("PATCH")[0] ?? {})).to.deep.equal(["country", "postalCode", "city", "state"]);
    expect(up.text).not.to.include("warning");
    succeeded(await stack.destroy());
    expect(address()).to.deep.equal(LEEDS);
  });

  it("names undeclared fields that change with a declared one, and restores them", async () => {
    change(LEEDS);
    const up = succeeded(await stack.up(customer({ country: "FR" })));
    expect(up.text).to.include(
      "the service also changed fields that this resource does not declare: postalCode",
    );
    expect(address()).to.deep.equal({ country: "FR", postalCode: "", city: "", state: "" });
    succeeded(await stack.refresh());
    expect((await stack.preview(customer({ country: "FR" }))).operations).to.deep.equal({ same: 1 });
    const destroy = succeeded(await stack.destroy());
    expect(address()).to.deep.equal(LEEDS);
    expect(destroy.text).not.to.include("warning");
  });

  it("names a price that a cost recalculates, and restores both", async () => {
    const price = () => fieldsOf("items", itemId).unitPrice;
    const [original, cost] = [price(), fieldsOf("items", itemId).unitCost];
    const up = succeeded(await stack.up(item({ unitCost: 10 })));
    expect(up.text).to.include("fields that this resource does not declare: unitPrice");
    expect(price()).to.equal(12.5);
    succeeded(await stack.up(item({ unitCost: 10, unitPrice: 15 })));
    expect(price()).to.equal(15);
    const again = succeeded(await stack.up(item({ unitCost: 20, unitPrice: 15 })));
    expect(again.text).to.include("unitPrice: 15 before, 25 after. The declared value was sent again.");
    expect(price()).to.equal(15);
    succeeded(await stack.destroy());
    expect(fieldsOf("items", itemId)).to.include({ unitPrice: original, unitCost: cost });
  });

  it("keeps a quote whose end the service chooses, and takes that as declared", async () => {
    const dated = (validUntilDate: string) => quote({ documentDate: "2026-01-05", validUntilDate });
    const up = succeeded(await stack.up(dated("2026-02-28")));
    expect(up.text).to.include('validUntilDate: "2026-02-28" in the program, "2026-02-04" at the service');
    const [made] = quotes();
    succeeded(await stack.refresh());
    for (const end of ["2026-02-28", "2026-02-04"])
      expect(succeeded(await stack.up(dated(end))).operations).not.to.include.any.keys("replace", "create");
    expect(quotes().map(({ id }) => id)).to.deep.equal([made?.id]);
    expect((await stack.preview(dated("2026-02-04"))).operations).to.deep.equal({ same: 1 });
  });

  it("sends a declared field again that changes with another one, and blames no other client", async () => {
    change(LEEDS);
    succeeded(await stack.up(customer({ city: "Leeds" })));
    const up = succeeded(await stack.up(customer({ city: "Leeds", postalCode: "N1 9GU" })));
    expect(up.text).to.include('city: "Leeds" before, "London" after. The declared value was sent again.');
    expect(address()).to.include({ city: "Leeds", postalCode: "N1 9GU" });
    const later = succeeded(await stack.up(customer({ city: "York", postalCode: "N1 9GU" })));
    expect(later.text).not.to.include("another client");
  });

  it("creates a quote with the values of the program, in the order of the service", async () => {
    change({ blocked: " " });
    const line = { discountPercent: 10, description: "Mine", quantity: 3, unitPrice: 5, itemId };
    const program = quote({ currencyCode: "USD", salesQuoteLines: [line] });
    succeeded(await stack.up(program));
    expect(quotes()[0]?.fields).to.include({ currencyCode: "USD" });
    expect(sandbox.emulator.business.list("salesQuoteLines")[0]?.fields).to.include(line);
    succeeded(await stack.refresh());
    expect((await stack.preview(program)).operations).to.deep.equal({ same: 1 });
  });

  it("changes the discount of a quote in place, and keeps it when a currency is spelled in another way", async () => {
    succeeded(await stack.up(quote({ currencyCode: "USD" })));
    const [made] = quotes();
    const discounted = await stack.up(quote({ currencyCode: "USD", discountAmount: 1 }));
    expect(succeeded(discounted).operations).to.deep.equal({ update: 1 });
    const currencyId = String(made?.fields.currencyId);
    const respelled = succeeded(await stack.up(quote({ currencyId, discountAmount: 1 })));
    expect(respelled.operations).to.deep.equal({ update: 1 });
    const number = String(sandbox.emulator.business.get("items", itemId)?.fields.number);
    const byNumber = [{ lineType: "Item" as const, lineObjectNumber: number, quantity: 2 }];
    const program = quote({ currencyId, discountAmount: 1, salesQuoteLines: byNumber });
    expect((await stack.preview(program)).operations).to.deep.equal({ update: 1 });
    expect(quotes().map(({ id }) => id)).to.deep.equal([made?.id]);
    expect(quotes()[0]?.fields).to.include({ discountAmount: 1 });
    expect(
      (await stack.preview(quote({ discountAmount: 1 }))).operations,
      "without a currency",
    ).to.deep.equal({
      replace: 1,
    });
  });

  it("replaces a quote after a refresh has shown what another client has changed", async () => {
    succeeded(await stack.up(quote()));
    const [line] = sandbox.emulator.business.list("salesQuoteLines");
    const theirs = { itemId: seedId("items", 3), quantity: 2 };
    sandbox.emulator.business.change("salesQuoteLines", line?.id ?? "", theirs);
    succeeded(await stack.refresh());
    expect((await stack.preview(quote())).operations).to.deep.equal({ replace: 1 });
    expect(succeeded(await stack.up(quote())).operations).to.deep.equal({ replace: 1 });
    expect(sandbox.emulator.business.list("salesQuoteLines")[0]?.fields).to.include({ itemId });
  });

  it("creates a quote with a discount in two requests, and goes on after a failure between them", async () => {
    sandbox.emulator.faults.add({ match: { method: "PATCH", path: "salesQuotes" }, fault: { status: 400 } });
    const failed = await stack.up(quote({ discountAmount: 1 }));
    expect(failed.failed).to.equal(true);
    const [made] = quotes();
    succeeded(await stack.up(quote({ discountAmount: 1 })));
    expect(quotes().map(({ id, fields }) => [id, fields.discountAmount])).to.deep.equal([[made?.id, 1]]);
    expect((await stack.preview(quote({ discountAmount: 1 }))).operations).to.deep.equal({ same: 1 });
  });

  it("refuses to replace a quote whose customer is blocked, before anything is deleted", async () => {
    succeeded(await stack.up(quote()));
    const [made] = quotes();
    change({ blocked: "Ship" });
    expect((await stack.preview(quote())).operations).to.deep.equal({ same: 1 });
    const larger = quote({ salesQuoteLines: [{ itemId, quantity: 3 }] });
    for (const outcome of [await stack.preview(larger), await stack.up(larger)]) {
      expect(outcome.failed).to.equal(true);
      expect(outcome.text).to.include("customerId: the customer is blocked (Ship)");
    }
    expect(quotes().map(({ id }) => id)).to.deep.equal([made?.id]);
    change({ blocked: " " });
  });

  it("makes no second document of a quote that became an order", async () => {
    succeeded(await stack.up(quote()));
    const [made] = quotes();
    const { url, business } = sandbox.emulator;
    const path = `/v2.0/contoso.example/Production/api/v2.0/companies(${business.companies[0]})/salesQuotes(${made?.id})`;
    const ordered = await fetch(`${url}${path}/Microsoft.NAV.makeOrder`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(ordered.status).to.equal(204);
    succeeded(await stack.refresh());
    const up = await stack.up(quote());
    expect(up.failed).to.equal(true);
    expect(up.text).to.include("sales has made the order S-ORD00001 of the quote");
    expect(quotes()).to.deep.equal([]);
  });
});
