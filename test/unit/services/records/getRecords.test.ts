import { inspect } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import { type GetRecordsArgs, getRecords } from "../../../../provider/functions/getRecords.js";
import { Provider } from "../../../../provider/protocols/dynamic/provider.js";
import { CONVERTED } from "../../../../provider/schema/engineValues.js";
import { unknownOutput } from "../../support/mocks.js";
import { COMPANY, failure, TOKEN, useService } from "./program.js";

const CONVERTED_TEXT = "Calling [toString] on an [Output<T>] is not supported.";
const OTHER = "11111111-1111-1111-1111-111111111111";

describe("getRecords", () => {
  const service = useService();
  const getItems = (args: object = {}, options = {}) =>
    getRecords({ collection: "items", ...args } as GetRecordsArgs, options);

  it("reads all pages of a filtered collection, of the company that is named", async () => {
    const $filter = "displayName eq 'O''Brien & Söhne' and blocked eq '_x0020_'";
    const filter = { displayName: "O'Brien & Söhne", blocked: " " };
    const next = `${service.root}companies(${COMPANY})/customers?$skiptoken=2`;
    service
      .expect("customers", { $filter, $select: "id,number" })
      .reply(200, { value: [{ number: "1" }], "@odata.nextLink": next });
    service.expect("customers", { $skiptoken: "2" }).reply(200, { value: [{ number: "2" }] });
    const customers = {
      collection: "customers",
      companyId: COMPANY,
      filter,
      select: ["id", "number"],
    } as const;
    const config = { "vendorcloud:companyId": OTHER };
    const rows = await service.run(() => getRecords(customers), { config });
    expect(rows).to.deep.equal([{ number: "1" }, { number: "2" }]);
  });

  it("returns no more records than `top`, and reads no further page", async () => {
    const next = `${service.root}companies(${COMPANY})/items?$skiptoken=2`;
    const value = [{ number: "1" }, { number: "2" }];
    service.expect("items", { $top: "1" }).reply(200, { value, "@odata.nextLink": next });
    expect(await service.run(() => getItems({ top: 1 }))).to.deep.equal([{ number: "1" }]);
  });

  it("decodes the rows of a documented collection, and leaves those of others as they are", async () => {
    const row = { salespersonCode: "_x0020_", type: "Non_x002D_Inventory", blocked: "_x0020_" };
    for (const [collection, decoded] of [
      ["customers", { type: "Non-Inventory", blocked: " " }],
      ["toString", {}],
    ] as const) {
      service.expect(collection).reply(200, { value: [{ "@odata.etag": 'W/"1"', ...row }] });
      const rows = await service.run(() => getRecords({ collection }));
      expect(rows).to.deep.equal([{ etag: 'W/"1"', ...row, ...decoded }]);
    }
  });

  it("shows no text of the filter that a refusal quotes, in any form", async () => {
    const message = "No 'O''Neill-canary' in displayName eq 'O''Neill-canary' (O%27Neill-canary)";
    for (const filter of ["displayName eq 'O''Neill-canary'", { displayName: "O'Neill-canary" }]) {
      service.expect("items", true).reply(400, { error: { code: "BadRequest", message } });
      const error = await failure(service.run(() => getItems({ filter })));
      expect(error.message).to.include(
        "400 BadRequest: No '[secret]' in displayName eq '[secret]' ([secret])",
      );
    }
  });

  describe("refuses before a request is sent", () => {
    const rows: [args: object, message: string][] = [
      [
        { companyId: CONVERTED_TEXT, filter: `number eq '${CONVERTED_TEXT}'` },
        `getRecords:\n  companyId: ${CONVERTED}\n  filter: ${CONVERTED}`,
      ],
      [
        { filtr: "x" },
        "getRecords: filtr: is not a known name; use collection, companyId, filter, select, expand, orderby, top",
      ],
      ...["canary", ""].map((companyId): [object, string] => [
        { companyId },
        "getRecords: companyId: must be a GUID; `getCompanies` lists the companies with their ids and names",
      ]),
      [
        {
          top: Promise.resolve(1),
          filter: { number: pulumi.output("canary"), city: { ne: pulumi.secret("x") } },
        },
        "getRecords: top, filter.number, filter.city.ne: an Output or a promise. Use getRecordsOutput, which waits for its value.",
      ],
      // The other names: query.test.ts.
      [
        { collection: "../items" },
        "getRecords: collection: must be the name of a collection, for example customers",
      ],
    ];
    for (const [args, message] of rows) {
      it(inspect(args), async () => {
        const asked = service.run(() => getItems(args));
        const error = await failure(asked);
        expect(error.message).to.equal(message);
        expect(pulumi.RunError.isInstance(error)).to.equal(true);
        // A frame of the SDK's in it costs half a minute.
        expect(error.stack).to.equal(message);
      });
    }

    for (const [key, message] of [
      ["businessUrl", "getRecords: vendorcloud:businessUrl: required. Set it with "],
      ["companyId", "getRecords: companyId: required. Set it, or set a default with "],
      ["businessToken", "getRecords 'items': read failed: no token is configured. Set it with "],
    ] as const) {
      it(`without ${key}`, async () => {
        const asked = service.run(getItems, { without: [key] });
        expect((await failure(asked)).message).to.include(message);
      });
    }
  });

  describe("errors", () => {
    const refusal = { error: { code: "BadRequest", message: `No '${TOKEN}' here.` } };

    it("say what the service said, and not the token", async () => {
      service.expect("items").reply(400, refusal, { "request-id": "r-1" });
      const error = await failure(service.run(getItems));
      expect(error.message).to.equal(
        "getRecords 'items': read failed: 400 BadRequest: No '[secret]' here.\n  request id: r-1",
      );
      expect(inspect(error, { depth: 9, showHidden: true })).not.to.include(TOKEN);
      expect(error.stack).to.equal(error.message);
    });

    it("of a connection show the address without the query", async () => {
      service
        .expect("items", true)
        .replyWithError(Object.assign(new Error("refused"), { code: "ECONNREFUSED", syscall: "connect" }));
      const asked = service.run(() => getItems({ filter: { gtin: "canary-gtin" } }));
      const { message } = await failure(asked);
      expect(message).to.match(/^getRecords 'items': read failed: GET https:\S+\/items: connection refused/);
      expect(message).not.to.include("canary");
      expect(message).to.include("what to do: check that");
    });
  });

  describe("configuration", () => {
    it("an explicit provider's own wins over both, and the stack's fills in the rest", async () => {
      service.expect("items", {}, "own-token").reply(200, { value: [] });
      process.env.VENDORCLOUD_BUSINESS_TOKEN = "from-environment";
      process.env.VENDORCLOUD_BUSINESS_URL = "https://from-environment.example";
      const own = { businessUrl: service.address, businessToken: "own-token" };
      const config = { "vendorcloud:businessUrl": "https://of-the-stack.example" };
      await service.run(() => getItems({}, { provider: new Provider("other", own) }), { config });
    });

    it("a parent's provider is used", async () => {
      service.expect("items", {}, "own-token").reply(200, { value: [] });
      await service.run(() => {
        const provider = new Provider("other", { businessToken: "own-token" });
        const parent = new pulumi.ComponentResource("test:index:Shop", "shop", {}, { providers: [provider] });
        return getItems({}, { parent });
      });
    });

    it("another package's provider is refused", async () => {
      const asked = service.run(() => {
        const provider = new (class extends pulumi.ProviderResource {})("other", "other", {});
        return getRecords({ collection: "items" }, { provider: provider as Provider });
      });
      expect((await failure(asked)).message).to.equal(
        "getRecords: provider: must be a Provider of this package",
      );
    });

    it("one that is not known yet is reported", async () => {
      const asked = service.run(
        () => {
          const provider = new Provider("other", { businessToken: unknownOutput() });
          return getItems({}, { provider });
        },
        { preview: true },
      );
      expect((await failure(asked)).message).to.match(/not known yet in this preview\. Use getRecordsOutput/);
    });
  });
});
