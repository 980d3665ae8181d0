import { inspect } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { describe, it } from "mocha";
import { getRecordsOutput } from "../../../../provider/functions/getRecords.js";
import { Provider } from "../../../../provider/protocols/dynamic/provider.js";
import { settled, unknownOutput } from "../../support/mocks.js";
import { useWarnings } from "../../support/warnings.js";
import { COMPANY, failure, type Service, useService } from "./program.js";

const NOON = "2026-01-31T12:00:00.000Z";

/** The value of an Output; its error where it fails. */
async function outcome<T>(service: Service, program: () => pulumi.Output<T>, options = {}) {
  return service.run(async () => settled(program()), options);
}

describe("getRecordsOutput", () => {
  const service = useService();

  const warnings = useWarnings();

  for (const preview of [false, true]) {
    it(`reads records${preview ? " in a preview" : ""}`, async () => {
      service.expect("items", { $filter: "number eq '1'" }).reply(200, { value: [{ number: "1" }] });
      const program = () => getRecordsOutput({ collection: "items", filter: { number: "1" } });
      const result = await outcome(service, program, { preview });
      expect(result).to.deep.equal({ value: [{ number: "1" }], known: true, secret: false });
      expect(warnings).to.deep.equal([]);
    });
  }

  for (const [filter, warned] of [
    ["email eq null", 1],
    ["contains(displayName,'x') and (dueDate ne null)", 1],
    ["displayName eq 'x eq null' or email eq ''", 0],
  ] as const) {
    it(`warns ${warned === 1 ? "of" : "of no"} comparison with null in ${filter}`, async () => {
      service.expect("items", { $filter: filter }).reply(200, { value: [] });
      await outcome(service, () => getRecordsOutput({ collection: "items", filter }));
      expect(warnings).to.have.length(warned);
      for (const text of warnings) expect(text).to.match(/^getRecords: `filter` compares with null\. /);
    });
  }

  it("takes Outputs, promises and Dates at any depth", async () => {
    const $filter = `(number eq '1' or number eq '2') and lastModifiedDateTime gt ${NOON} and systemCreatedAt lt ${NOON}`;
    service.expect("other", { $filter, $top: "3" }).reply(200, { value: [] });
    const result = await outcome(service, () =>
      getRecordsOutput({
        collection: "other",
        companyId: pulumi.output(COMPANY),
        filter: pulumi.output("1").apply((number) => ({
          number: { in: [number, Promise.resolve("2")] },
          lastModifiedDateTime: { gt: new Date(NOON) },
          systemCreatedAt: { lt: new Date(NOON) },
        })),
        top: Promise.resolve(3),
      }),
    );
    expect(result.known).to.equal(true);
  });

  it("a Date that the SDK has already emptied is an error, and not no condition", async () => {
    const filter = { lastModifiedDateTime: pulumi.output({ gt: new Date(NOON) }) };
    const failed = outcome(service, () => getRecordsOutput({ collection: "items", filter: filter as never }));
    expect((await failure(failed)).message).to.match(
      /^getRecords: filter\.lastModifiedDateTime\.gt: must be a Date/,
    );
  });

  it("depends on what its inputs depend on", async () => {
    service.expect("items", { $filter: "number eq '1'" }).reply(200, { value: [] });
    const names = await service.run(async () => {
      const shop = new pulumi.ComponentResource("test:index:Shop", "shop");
      const number = shop.urn.apply(() => "1");
      const rows = getRecordsOutput({ collection: "items", filter: { number } });
      const inside = rows as unknown as { allResources(): Promise<Set<pulumi.Resource>> };
      return [...(await inside.allResources())].map((resource) => resource === shop);
    });
    expect(names).to.deep.equal([true]);
  });

  describe("where something is not known yet", () => {
    const args: [what: string, args: () => Parameters<typeof getRecordsOutput>[0]][] = [
      ["the filter", () => ({ collection: "items", filter: unknownOutput() })],
      ["a value of it", () => ({ collection: "items", filter: { number: { eq: unknownOutput() } } })],
      ["the company", () => ({ collection: "items", companyId: unknownOutput() })],
    ];
    for (const [what, given] of args) {
      it(`${what}: no request is sent, and the result is unknown`, async () => {
        const result = await outcome(service, () => getRecordsOutput(given()), { preview: true });
        expect(result.known).to.equal(false);
        expect(warnings).to.deep.equal([]);
      });
    }

    it("the provider's address: nor then", async () => {
      const program = () => {
        const provider = new Provider("other", { businessUrl: unknownOutput() });
        return getRecordsOutput({ collection: "items" }, { provider });
      };
      expect((await outcome(service, program, { preview: true })).known).to.equal(false);
    });
  });

  describe("without a token", () => {
    const without = ["businessToken"];

    it("in a preview no request is sent, the result is unknown, and one warning reports it", async () => {
      const program = async () => {
        const one = await settled(getRecordsOutput({ collection: "items" }));
        const other = await settled(getRecordsOutput({ collection: "customers" }).apply(([row]) => row?.id));
        return [one.known, other.known];
      };
      expect(await service.run(program, { preview: true, without })).to.deep.equal([false, false]);
      expect(warnings).to.deep.equal([
        "getRecords: no token is configured, so this preview does not query the business service: values that depend on its records are unknown. Set the token with `pulumi config set --secret vendorcloud:businessToken`, or the environment variable VENDORCLOUD_BUSINESS_TOKEN.",
      ]);
    });

    it("a preview shows what is wrong all the same", async () => {
      const program = () => getRecordsOutput({ collection: "items", filter: { number: "" }, top: 0 });
      const failed = outcome(service, program, { preview: true, without });
      expect((await failure(failed)).message).to.equal("getRecords: top: must be at least 1");
    });
  });

  describe("a secret input", () => {
    const CANARY = "O'Canary/1";
    const program = (filter: object) => () =>
      getRecordsOutput({ collection: "customers", filter: filter as never, companyId: COMPANY });

    it("makes the result a secret", async () => {
      service
        .expect("customers", { $filter: "number eq 'O''Canary/1'" })
        .reply(200, { value: [{ number: CANARY }] });
      const result = await outcome(service, program({ number: pulumi.secret(CANARY) }));
      expect(result).to.deep.equal({ value: [{ number: CANARY }], known: true, secret: true });
    });

    it("does not make a secret of what is not known", async () => {
      const filter = { number: pulumi.secret(CANARY), city: unknownOutput() };
      const result = await outcome(service, program(filter), { preview: true });
      expect([result.known, result.secret]).to.deep.equal([false, true]);
    });

    const failed = (number = CANARY) => failure(outcome(service, program({ number: pulumi.secret(number) })));

    for (const quote of ["O''Canary/1", "O_x0027_Canary_x002F_1", "anar"]) {
      it(`is not shown where the service quotes it as ${quote}`, async () => {
        const details = [{ code: "Detail", message: `not ${quote}`, target: quote }];
        const error = { code: "BadRequest", message: `No '${quote}' here.`, target: quote, details };
        service.expect("customers", true).reply(400, { error }, { "request-id": "r-1" });
        const thrown = await failed();
        expect(thrown.message).to.equal(
          "getRecords 'customers': read failed: 400 BadRequest: (the service's message is not shown, since an input of the query is a secret)\n  request id: r-1",
        );
        expect(inspect(thrown, { depth: 9, showHidden: true })).not.to.match(/O\W+Canary|Canary_x/);
      });
    }

    it("is not shown where the service quotes it for a code or a request id", async () => {
      const error = { code: CANARY, message: "x" };
      const headers = { "request-id": `r-${encodeURIComponent(CANARY)}` };
      service.expect("customers", true).reply(400, { error }, headers);
      expect((await failed()).message)
        .to.include("400 [secret]: (the service's message is not shown")
        .and.include("request id: r-[secret]");
    });

    it("is not shown where there is no connection", async () => {
      const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED", syscall: "connect" });
      service.expect("customers", true).replyWithError(refused);
      expect((await failed()).message)
        .to.include("connection refused")
        .and.not.include("anary");
    });

    // A service may quote it in any spelling.
    for (const secret of ["swordfish", "SwordFish", "3232235777", "xn--schlssel-95a"]) {
      for (const [what, status, headers, link] of [
        ["a redirect", 302, { location: `https://${secret}/x` }, undefined],
        ["the next page", 200, {}, `https://${secret}/x`],
      ] as const) {
        it(`is not shown where ${what} leads to ${secret}`, async () => {
          const body = { value: [], "@odata.nextLink": link };
          service.expect("customers", true).reply(status, body, headers);
          const { message } = await failed("swordfish");
          expect(message).to.match(
            /a redirect of a GET to …, which is not followed|the service's link to the next page leads to …\. /,
          );
          expect(message).not.to.match(/swordfish|192|3232|schl|xn--/i);
        });
      }
    }
  });
});
