import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { Lifecycle } from "../../../../provider/contract/lifecycle.js";
import { listWritablePaths } from "../../../../provider/partialUpdates/fields.js";
import { type JsonObject, UNKNOWN } from "../../../../provider/schema/json.js";
import { customerLifecycle } from "../../../../provider/services/records/lifecycle.js";
import { errorText } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import {
  BUSINESS,
  business,
  businessContext,
  COMPANY,
  collection,
  once,
  RECORD,
  TAG,
} from "../../support/businessService.js";
import { testContext } from "../../support/hooks.js";
import { type nock, useMockedNetwork } from "../../support/mockedNetwork.js";

const lifecycle: Lifecycle = customerLifecycle;
const names = { companyId: COMPANY, customerId: RECORD };
const before = {
  ...{ "@odata.etag": TAG, id: RECORD, number: "0007" },
  ...{ displayName: "Old", city: "Miami", blocked: "_x0020_" },
};

const create = (args: JsonObject) => lifecycle.create({ ...names, ...args }, businessContext(once));

/** Expects a read of the customer, and responds with `records`. */
const find = (...records: JsonObject[]) =>
  business.find("v2.0", "customers", RECORD).reply(200, collection(...records));

describe("a record", () => {
  useMockedNetwork();

  it("is created with ids as they are declared, and its own in lower case", async () => {
    const customerId = RECORD.toUpperCase();
    business.find("v2.0", "customers", customerId).reply(200, collection(before));
    business.patch("v2.0", `customers(${customerId})`, { displayName: "New" }, TAG).reply(200, before);
    expect((await create({ customerId, displayName: "New" })).id).to.equal(RECORD);
  });

  it("is missing where the service does not find it", async () => {
    find();
    const prior = { args: names, outputs: {}, privateState: {} };
    expect(await lifecycle.read(RECORD, prior, businessContext(once))).to.equal("missing");
  });

  it("without a tag is not updated, and nothing is sent", async () => {
    const { "@odata.etag": _, ...untagged } = before;
    find(untagged);
    expect(errorText(await rejection(create({ displayName: "New" })))).to.include("no entity tag");
  });
});

describe("the preview of a record's create", () => {
  useMockedNetwork();

  /** What the preview with a token says. */
  async function said(args: JsonObject, context = businessContext()): Promise<string[]> {
    find(before);
    expect(await lifecycle.previewCreate?.({ ...names, ...args }, context)).to.equal(undefined);
    return context.log.told;
  }

  it("shows the values that the declared ones replace", async () => {
    expect(await said({ displayName: "New", additionalFields: { custom: 1 } })).to.deep.equal([
      `the record was read, and these values are replaced: displayName: "Old" at the service, "New" in the program; ` +
        "additionalFields.custom: 1 in the program.",
    ]);
  });

  it("says that no value is sent where all are as declared", async () => {
    expect(await said({ displayName: "Old" })).to.deep.equal([
      "the record was read, and has all declared values already, so no value is sent.",
    ]);
  });

  it("names no value that only the update will know", async () => {
    for (const additionalFields of [{ custom: UNKNOWN }, { custom: { inner: [UNKNOWN] } }] as JsonObject[]) {
      const [text = ""] = await said({ additionalFields });
      expect(text).to.include("additionalFields.custom: not known yet in the program");
    }
    const [text] = await said({ additionalFields: UNKNOWN });
    expect(text).to.include("additionalFields: not known yet in the program");
  });

  it("hides the values of a field with a secret", async () => {
    const context = { ...businessContext(), isSecretPath: (path: string) => path === "displayName" };
    const [text] = await said({ displayName: "canary" }, context);
    expect(text).to.include("displayName: [secret] at the service, [secret] in the program");
  });

  it("reads nothing without a token", async () => {
    const context = testContext({ "vendorcloud:businessUrl": BUSINESS });
    expect(await lifecycle.previewCreate?.({ ...names, displayName: "New" }, context)).to.equal(undefined);
    expect(context.log.told).to.deep.equal([]);
  });

  it("of a record that is missing is left to the create", async () => {
    business.find("v2.0", "customers", RECORD).reply(200, collection());
    expect(await lifecycle.previewCreate?.(names, businessContext())).to.equal(undefined);
  });

  it("of a record that its number has found sends no request", async () => {
    const context = businessContext(once);
    const customerNumber = before.number;
    business.list("v2.0", "customers", `number eq '${customerNumber}'`).reply(200, collection(before));
    await lifecycle.resolveId?.("customerNumber", { companyId: COMPANY, customerNumber }, context);
    await lifecycle.previewCreate?.({ ...names, displayName: "New" }, context);
    expect(context.log.told).to.have.length(1);
  });

  describe("after the second record", () => {
    const idOf = (n: number) => RECORD.slice(0, -1) + n;
    const record = (n: number) => ({ ...before, id: idOf(n), number: `C${n}` });
    const find = (n: number) => business.find("v2.0", "customers", idOf(n)).reply(200, collection(record(n)));
    const list = () => business.all("v2.0", "customers", `$select=${encodeURIComponent(SELECTED)}`);

    let context: ReturnType<typeof businessContext>;
    const preview = async (n: number, customerId = idOf(n)) =>
      lifecycle.previewCreate?.({ ...names, customerId, city: `C${n}` }, context);
    beforeEach(async () => {
      context = businessContext(once);
      for (const n of [1, 2]) find(n);
      for (const n of [1, 2]) await preview(n);
    });

    it("reads all of them at once, and none of them again", async () => {
      list().reply(200, collection(record(3), record(4)));
      for (const n of [3, 4, 5, 1]) await preview(n, idOf(n).toUpperCase());
      expect(context.log.told).to.have.length(5);
      expect(context.log.told[3]).to.include('city: "Miami" at the service, "C4" in the program');
    });

    it("reads alone what is beyond the records that are read at once", async () => {
      const other = (n: number) => ({
        id: `${String(n).padStart(8, "0")}${RECORD.slice(8)}`,
        number: `${n}`,
      });
      list().reply(200, collection(...Array.from({ length: 10_000 }, (_, n) => other(n))));
      find(3);
      await preview(3);
      expect(context.log.told).to.have.length(3);
    });

    for (const [fact, fail] of [
      ["the service cannot be reached", (request: nock.Interceptor) => request.replyWithError("refused")],
      ["the token is refused", (request: nock.Interceptor) => request.reply(401)],
    ] as const)
      it(`sends no further requests where ${fact}`, async () => {
        fail(list());
        fail(business.find("v2.0", "customers", idOf(3)));
        for (const n of [3, 4]) await rejection(preview(n));
      });
  });
});

/** The fields that a program can declare. */
const WRITABLE = listWritablePaths(customerLifecycle.schema).filter((path) => !path.includes("."));
const SELECTED = [...new Set(["id", "number", ...WRITABLE])].join(",");
