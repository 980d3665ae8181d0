import { expect } from "chai";
import { it } from "mocha";
import type { JsonObject } from "../../provider/schema/json.js";
import { salesQuoteLifecycle } from "../../provider/services/salesQuotes/lifecycle.js";
import { rejection } from "../unit/http/answers.js";
import { type BusinessCase, RECORD, TAG } from "./bodies/business.js";
import { checked, resource, settles } from "./businessResources.js";
import { reading } from "./businessWire.js";
import { COMPANY, type Exchange, replaying } from "./replay.js";

/** The deep insert of a sales quote, through the hooks of the resource. */
export function testDeepInsert(recorded: BusinessCase): void {
  const body = recorded.body as JsonObject;
  const program = {
    companyId: COMPANY,
    ...body,
    __urn: "urn:pulumi:dev::demo::vendorcloud:SalesQuote::quote",
  };
  const created = { ...body, "@odata.etag": TAG, id: RECORD, number: "S-QUO1000" };
  const looking = (marker: string, ...value: JsonObject[]): Exchange => ({
    method: "GET",
    path: `/api/v2.0/companies(${COMPANY})/salesQuotes?$filter=externalDocumentNumber eq '${marker}'&$expand=salesQuoteLines`,
    answer: { status: 200, body: { value } },
  });
  const inserting = (sent: JsonObject): Exchange => ({ ...recorded, body: sent });

  it("SalesQuote: the body is the recorded one and the marker, by which it is found after a response that is empty", async () => {
    const marker = String(
      (await checked((await resource(salesQuoteLifecycle, "http://localhost")).hooks, program))
        .externalDocumentNumber,
    );
    const quote = { ...created, externalDocumentNumber: marker };
    const exchanges = [
      looking(marker),
      inserting({ ...body, externalDocumentNumber: marker }),
      looking(marker, quote),
      reading("salesQuotes", RECORD, quote, "&$expand=salesQuoteLines"),
    ];
    await replaying(exchanges, async (url) => {
      const used = await resource(salesQuoteLifecycle, url);
      const { id, outs } = await settles(used, program);
      expect(id).to.equal(RECORD);
      expect(outs).to.include({ number: "S-QUO1000", etag: TAG, externalDocumentNumber: marker });
      expect(used.log.warnings).to.deep.equal([]);
    });
  });

  it("SalesQuote without a marker: the body is exactly the recorded one; an empty response is an error that says what to check", () =>
    replaying([inserting(body)], async (url) => {
      const { hooks } = await resource(salesQuoteLifecycle, url);
      const inputs = await checked(hooks, { ...program, externalDocumentNumber: "" });
      const { message } = (await rejection(hooks.create(inputs))) as Error;
      expect(message).to.match(
        /^SalesQuote 'quote': create failed: .*did not return the quote that it created/,
      );
      expect(message).to.include("check at the service whether the customer has a new quote");
    }));
}
