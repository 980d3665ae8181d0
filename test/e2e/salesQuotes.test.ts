import { expect } from "chai";
import { after, before, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import type { Sandbox } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";

/** A sales quote on the real engine: created at most once, whatever becomes of the answer. */
overBothProtocols("e2e: a sales quote", (protocol) => {
  let sandbox: Sandbox;
  let stack: TestStack;
  const lines = [
    { itemId: seedId("items", 1), quantity: 10 },
    { itemId: seedId("items", 2), quantity: 1.5 },
  ];
  /** Two quotes with the same lines, but for those of the first that differ. */
  const program =
    (firstLines = lines) =>
    async () => {
      const [first] = [firstLines, lines].map((salesQuoteLines, n) => {
        const args = { customerId: seedId("customers", 1), salesQuoteLines };
        return new sandbox.vendorcloud.SalesQuote(`quote${n}`, args);
      });
      const line = first?.salesQuoteLines.apply(([one]) => String(one?.id));
      return { document: first?.externalDocumentNumber, line };
    };
  const quotes = () => sandbox.emulator.business.list("salesQuotes");
  /** Deep inserts that reached the service, alone or in a batch. */
  const posts = () =>
    sandbox.emulator.log
      .filter()
      .flatMap((entry): { method: string; path: string }[] => entry.operations ?? [entry])
      .filter(({ method, path }) => method === "POST" && path.endsWith("/salesQuotes")).length;

  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
    stack = await sandbox.stack("quotes", program());
  });
  after(() => sandbox.close());

  it("is created with its lines by one deep insert, and two equal declarations create two quotes", async () => {
    expect((await stack.preview()).text).to.match(/ line +: \[unknown\]/);
    const outcome = succeeded(await stack.up());
    expect(outcome.operations).to.deep.equal({ create: 2 });
    const numbers = quotes().map(({ fields }) => fields.externalDocumentNumber);
    const outputs = await stack.outputs();
    expect(outputs.document).to.be.oneOf(numbers);
    expect(outputs.line).to.be.oneOf(sandbox.emulator.business.list("salesQuoteLines").map(({ id }) => id));
    expect(posts()).to.equal(2);
    const [one, other] = quotes();
    expect(one?.fields.externalDocumentNumber).to.match(/^pulumi-[0-9a-f]{24}$/);
    expect(other?.fields.externalDocumentNumber).not.to.equal(one?.fields.externalDocumentNumber);
    expect((await stack.preview()).operations).to.deep.equal({ same: 2 });
  });

  it("is replaced when a line changes, and the preview shows the change", async () => {
    const changed = [{ itemId: seedId("items", 1), quantity: 12 }, ...lines.slice(1)];
    const before = quotes().map(({ id }) => id);
    const up = succeeded(await stack.up(program(changed)));
    expect(up.operations).to.deep.equal({ same: 1, replace: 1 });
    expect(up.text).to.match(/~ quantity: 10 => 12/);
    expect(quotes()).to.have.length(2);
    expect(quotes().filter(({ id }) => before.includes(id))).to.have.length(1);
  });

  it("shows drift of its lines, and is not deleted before a refresh has shown the change", async () => {
    const [quote] = quotes();
    const [line] = sandbox.emulator.business
      .list("salesQuoteLines")
      .filter(({ fields }) => fields.documentId === quote?.id);
    sandbox.emulator.business.change("salesQuoteLines", line?.id ?? "", { quantity: 99 });
    const destroy = await stack.destroy();
    expect(destroy.failed).to.equal(true);
    expect(destroy.text).to.match(/salesQuoteLines\[.+\]\.quantity changed in the meantime/);
    expect(quotes()).to.have.length(1);
    const refresh = await stack.refresh();
    expect(refresh.text).to.match(/~ quantity: [\d.]+ => 99/);
    succeeded(await stack.destroy());
    expect(quotes()).to.deep.equal([]);
  });
});
