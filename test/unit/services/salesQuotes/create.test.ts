import { expect } from "chai";
import { describe, it } from "mocha";
import { ProviderError } from "../../../../provider/contract/providerError.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { errorFields, errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import { businessContext, OTHER, once, PARENT } from "../../support/businessService.js";
import { lost, refusal } from "../../support/groupService.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";
import { body, create, created, getting, line, look, looking, MARKER, newQuote, post } from "./quotes.js";

const hintOf = (error: unknown) => (error instanceof ProviderError ? error.hint : undefined);

const { externalDocumentNumber: _marker, ...unmarked } = body;

describe("creating a sales quote", () => {
  useMockedNetwork();

  it("looks for its marker, inserts it with its lines at once, and keeps it where these cannot be read", async () => {
    const { id, fields } = newQuote();
    look();
    post().reply(201, { ...fields, salesQuoteLines: undefined });
    getting(id).reply(400, refusal("BadRequest", "no lines"));
    expect(await created({}, businessContext())).to.deep.include({ id, warnings: [], waits: [] });
  });

  it("takes over the quote that an interrupted run has created, with a warning", async () => {
    const quote = newQuote();
    look(quote);
    expect(await created({}, businessContext())).to.deep.include({
      id: quote.id,
      warnings: [
        `quote ${quote.fields.number} already has the external document number ${MARKER}: it is adopted.`,
      ],
    });
  });

  const foreign: [fact: string, changes: JsonObject, path: string][] = [
    ["another customer", { customerId: OTHER }, "customerId"],
    ["another quantity", { salesQuoteLines: [line(OTHER, 11)] }, "salesQuoteLines[#0].quantity"],
    ["another line", { salesQuoteLines: [line(OTHER, 10), line(PARENT, 1)] }, "salesQuoteLines[#1]"],
    ["no lines", { salesQuoteLines: [] }, "salesQuoteLines"],
  ];
  for (const [fact, changes, path] of foreign) {
    it(`does not take over a quote with its marker that has ${fact}, nor create one beside it`, async () => {
      look(newQuote(changes));
      const error = await rejection(create());
      expect(errorText(error))
        .to.include(`differs from the program: ${path}.`)
        .and.include("its own `externalDocumentNumber`");
      expect(hintOf(error)).to.include("undo the change, remove the option and run `pulumi up` first");
    });
  }

  it("takes no quantity for a rounding of the declared one that may have been there before", async () => {
    look(newQuote());
    expect(
      errorText(await rejection(create({ salesQuoteLines: [{ itemId: OTHER, quantity: 9.6 }] }))),
    ).to.include("differs from the program: salesQuoteLines[#0].quantity.");
  });

  it("does not take over a quote of which nobody says whose it is, or that has another marker", async () => {
    for (const changes of [{ customerId: undefined }, { externalDocumentNumber: `${MARKER}1` }]) {
      look(newQuote(changes));
      expect(errorText(await rejection(create()))).to.include("not the requested ones");
    }
  });

  it("does not choose between two quotes with its marker", async () => {
    look(newQuote(), newQuote());
    expect(errorText(await rejection(create()))).to.include(
      `2 quotes have the external document number ${MARKER}`,
    );
  });

  it("believes a response that leaves the marker out, or writes it in capitals", async () => {
    for (const externalDocumentNumber of [undefined, null, MARKER.toUpperCase()]) {
      const quote = newQuote({ externalDocumentNumber });
      look();
      post().reply(201, quote.fields);
      expect((await create()).id).to.equal(quote.id);
    }
  });

  it("looks its quote up where the response is another one", async () => {
    const context = businessContext(once);
    const known = newQuote();
    look();
    post().reply(201, known.fields);
    await create({}, context);
    const differing: JsonObject[] = [
      ...[{ customerId: OTHER }, { externalDocumentNumber: "x" }, { externalDocumentNumber: 5 }],
      { id: "S-QUO1" },
    ];
    const others = [
      ...differing.map((change) => newQuote(change).fields),
      known.fields,
      { ...known.fields, id: known.id.toUpperCase() },
    ];
    for (const fields of others) {
      const quote = newQuote();
      look();
      post().reply(201, fields);
      look(quote);
      expect((await create({}, context)).id).to.equal(quote.id);
    }
  });

  it("two equal declarations with one marker do not share a quote", async () => {
    const quote = newQuote();
    look();
    post().reply(201, quote.fields);
    const context = businessContext(once);
    await create({}, context);
    look(quote);
    expect(errorText(await rejection(create({}, context)))).to.include("belongs to another resource");
  });

  for (const status of [400, 403, 404, 409]) {
    it(`${status}: refused, the service's own error, sent once`, async () => {
      look();
      post().reply(status, refusal("No"));
      expect(errorFields(await rejection(create()))).to.include({ status, code: "No" });
    });
  }
});

describe("a sales quote whose response is lost", () => {
  useMockedNetwork();

  type Losses = [fact: string, lose: (sent?: JsonObject) => unknown][];
  const givenUp: Losses = [
    ["408", (sent) => post(sent).reply(408)],
    ["500", (sent) => post(sent).reply(500, refusal("Down"))],
    ["504", (sent) => post(sent).reply(504)],
  ];
  const failures: Losses = [
    ["a broken connection", (sent) => post(sent).replyWithError(lost)],
    ["502", (sent) => post(sent).reply(502)],
    ...givenUp,
  ];
  const [html, json] = [{ "Content-Type": "text/html" }, { "Content-Type": "application/json" }];
  const gateways: Losses = [
    ["504 of a gateway", (sent) => post(sent).reply(504, "<html></html>", html)],
    ["503 of a gateway", (sent) => post(sent).reply(503, "upstream timeout", html)],
  ];
  const successes: Losses = [
    ["broken JSON", (sent) => post(sent).reply(201, '{"id": "', json)],
    ["a page of HTML", (sent) => post(sent).reply(200, "<html></html>", html)],
    ["no body", (sent) => post(sent).reply(201)],
    ["a body without an id", (sent) => post(sent).reply(201, { number: "S-QUO1" })],
  ];

  for (const [fact, lose] of givenUp) {
    it(`${fact}: sent again after a wait if it is not there, and not if it is`, async () => {
      for (const isThere of [false, true]) {
        const quote = newQuote();
        look();
        lose();
        look(...(isThere ? [quote] : []));
        if (!isThere) post().reply(201, quote.fields);
        const { id, waits } = await created();
        expect([id, waits.length]).to.deep.equal([quote.id, 1]);
      }
    });
  }

  for (const [fact, lose] of [...failures, ...successes]) {
    it(`${fact}, without a marker: not sent again; an error that says what to check`, async () => {
      for (const marker of ["", undefined, null]) {
        lose(unmarked);
        const error = await rejection(create({ externalDocumentNumber: marker }));
        expect(hintOf(error))
          .to.include("without an `externalDocumentNumber` the quote cannot be looked up")
          .and.include("check at the service whether the customer has a new quote with these lines");
      }
    });
  }

  for (const [fact, lose] of [...failures.slice(0, 2), ...gateways, ...successes]) {
    it(`${fact}, and it appears a little later: found, and not sent again`, async () => {
      const quote = newQuote();
      look();
      lose();
      for (const found of [[], [], [quote]]) look(...found);
      const { id, waits } = await created();
      expect([id, waits.length]).to.deep.equal([quote.id, 3]);
    });
  }

  for (const [fact, lose] of gateways) {
    it(`${fact}, and it is not there: not sent again, because the service may still create it`, async () => {
      look();
      lose();
      for (const _ of [1, 2, 3]) look();
      expect(hintOf(await rejection(create()))).to.include(
        "The service may still create it, for up to 10 minutes",
      );
    });
  }

  it("again and again: given up after five, with the service's words and what to do", async () => {
    look();
    for (let attempt = 0; attempt < 5; attempt++) {
      post().reply(504, refusal("Gateway", "Too slow."));
      look();
    }
    const context = businessContext(once);
    const error = await rejection(create({}, context));
    expect(errorText(error)).to.equal("504 Gateway: Too slow.");
    expect(context.clock.waits).to.have.length(5);
    expect(hintOf(error)).to.include("run the command again");
  });

  for (const [fact, hint, isCanceled] of [
    ["the run is canceled: no further request", /run was canceled\. .* it looks up the quote/, true],
    ["the query fails: no second insert", /the lookup failed\. .* it repeats the lookup first/, false],
  ] as const) {
    it(`and ${fact}; the insert's error says that the next run queries first`, async () => {
      look();
      post().replyWithError(lost);
      const context = businessContext(once);
      if (isCanceled) context.runtime.cancel();
      else looking().reply(403, refusal("No"));
      const error = await rejection(create({}, context));
      expect(errorText(error)).to.include("connection lost");
      expect(hintOf(error)).to.match(hint);
    });
  }
});
