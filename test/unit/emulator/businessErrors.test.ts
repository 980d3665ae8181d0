import { expect } from "chai";
import { describe, it } from "mocha";
import { seedId } from "../../../emulator/index.js";
import { sendRaw } from "../../support/rawRequest.js";
import { at, NOBODY, seeded, useBusiness } from "./businessSupport.js";
import { expectRefusal } from "./support.js";

describe("errors of the emulator's business service", () => {
  const { emulator, call, get, patch } = useBusiness({ seed: "demo", token: "token-1" });
  const customer = seeded("customers", 1);
  const item = seeded("items", 1);

  const READ_ONLY = "BadRequest_InvalidOperation";
  const RELATION = "Internal_InvalidTableRelation";
  /** Refused changes, and their answers: code, and a part of the message. */
  const CHANGES: [path: string, body: object, code: string, message: string][] = [
    [
      customer,
      { city: "x".repeat(31) },
      "Application_StringExceededLength",
      "The length of the string is 31, but it must be less than or equal to 30 characters. Value: xxx",
    ],
    [
      customer,
      { lastModifiedDateTime: "2020-01-01T00:00:00Z" },
      READ_ONLY,
      "Control 'Last Modified Date Time' is read-only",
    ],
    [customer, { id: seedId("customers", 1) }, READ_ONLY, "Control 'Id' is read-only"],
    [item, { inventory: 5 }, READ_ONLY, "Control 'Inventory' is read-only"],
    [customer, { taxAreaDisplayName: "x" }, READ_ONLY, "is read-only"],
    [customer, { currencyId: "USD" }, "Application_InvalidGUID", "Invalid format of GUID string."],
    [
      item,
      { type: "Gift" },
      "Unknown",
      "'Gift' is not an option. The existing options are: Inventory,Service,Non-Inventory",
    ],
    [customer, { blocked: "all" }, "Unknown", "The existing options are:  ,Ship,Invoice,All"],
    [
      customer,
      { paymentTermsId: NOBODY },
      RELATION,
      `The field Payment Terms Id of table Customer contains a value (${NOBODY}) that cannot be found in the related table (Payment Terms).`,
    ],
    [customer, { currencyCode: "XXX" }, RELATION, "contains a value (XXX)"],
    [
      customer,
      { currencyId: seedId("currencies", 1), currencyCode: "GBP" },
      "Application_DialogException",
      "do not match to one Currency",
    ],
    [
      customer,
      { number: "C10002" },
      "Internal_EntityWithSameKeyExists",
      "The Customer already exists. Identification fields and values: Number='C10002'",
    ],
    [customer, { number: "" }, "BadRequest", "'number'"],
    [
      customer,
      { colour: "red" },
      "BadRequest",
      "The property 'colour' does not exist on type 'Vendor.customer'.",
    ],
    [customer, { toString: "x" }, "BadRequest", "'toString' does not exist"],
    [item, { unitPrice: "5" }, "BadRequest", "'unitPrice' cannot be read as the expected type 'Edm.Decimal'"],
    [customer, { number: 5 }, "BadRequest", "'Edm.String'"],
    [customer, { city: null }, "BadRequest", "'Edm.String'"],
    [item, { blocked: "true" }, "BadRequest", "'Edm.Boolean'"],
    [customer, { currencyId: 5 }, "BadRequest", "'Edm.Guid'"],
    [seeded("employees", 1), { employmentDate: "2020-13-01" }, "BadRequest", "'Edm.Date'"],
    [customer, [], "BadRequest", "must be a JSON object"],
  ];

  for (const [path, body, code, message] of CHANGES) {
    it(`refuse ${JSON.stringify(body).slice(0, 60)}, without effect`, async () => {
      const [, collection = "", id = ""] = /(\w+)\(([0-9a-f-]+)\)$/.exec(path) ?? [];
      const before = emulator().business.get(collection as "customers", id)?.tag;
      const answer = await expectRefusal(patch(path, body), 400, code);
      expect(answer.body.error.message).to.include(message);
      expect(emulator().business.get(collection as "customers", id)?.tag).to.equal(before);
    });
  }

  it("end with the id of the request", async () => {
    const { headers, body } = await patch(at(`customers(${NOBODY})`), {});
    expect(body).to.deep.equal({
      error: {
        code: "BadRequest_ResourceNotFound",
        message: `Resource not found for the segment 'customers'.  CorrelationId:  ${headers.get("request-id")}.`,
      },
    });
  });

  it("refuse a change without a tag", async () => {
    const { body } = await expectRefusal(
      call("PATCH", customer, { city: "X" }),
      400,
      "BadRequest_InvalidToken",
    );
    expect(body.error.message).to.match(/^Could not validate the client concurrency token/);
  });

  for (const [what, authorization] of Object.entries({
    "no token": "",
    "another scheme": "Basic token-1",
    "another token": "Bearer token-2",
  })) {
    it(`refuse ${what}`, async () => {
      const asked = call("GET", customer, undefined, { authorization });
      const { headers } = await expectRefusal(asked, 401, "Authentication_InvalidCredentials");
      expect(headers.get("www-authenticate")).to.equal("Bearer");
    });
  }

  for (const path of [
    at("nothing"),
    at("companies"),
    at(`customers(${NOBODY})/defaultDimensions`),
    `${customer}/nothing`,
    `${customer}/salesQuotes`,
    at("customers/defaultDimensions"),
    at("customers((x))"),
    `/api/v2.0/companies(${NOBODY})/customers`,
    "/api/v2.0/customers",
    "/api/v2.0/",
    at(`defaultDimensions(${NOBODY},${NOBODY})`),
  ]) {
    it(`do not know ${path}`, async () => {
      await expectRefusal(get(path), 404, "BadRequest_ResourceNotFound");
    });
  }

  for (const path of [
    at("customers(10000)"),
    at(`customers('${NOBODY}')`),
    at(`customers(${NOBODY},${NOBODY})`),
  ]) {
    it(`do not take the key of ${path}`, async () => {
      await expectRefusal(get(path), 400, "Application_InvalidGUID");
    });
  }

  for (const [method, path] of [
    ["PATCH", at("customers")],
    ["POST", customer],
    ["PUT", customer],
    ["DELETE", at("customers")],
    ["POST", "/api/v2.0/companies"],
    ["PATCH", at()],
    ["PATCH", seeded("currencies", 1)],
    ["DELETE", seeded("dimensions", 1)],
  ] as const) {
    it(`do not allow ${method} ${path}`, async () => {
      await expectRefusal(
        call(method, path, method === "DELETE" ? undefined : {}, {
          "if-match": "*",
        }),
        405,
        "BadRequest_MethodNotAllowed",
      );
    });
  }

  for (const [what, body, type, status] of [
    ["an empty body", "", "application/json", 400],
    ["broken JSON", '{"city": "secret', "application/json", 400],
    ["another type", "{}", "text/plain", 415],
    ["no type", Buffer.from("{}"), undefined, 415],
  ] as const) {
    it(`refuse ${what} with ${status}`, async () => {
      const response = await fetch(emulator().url + customer, {
        method: "PATCH",
        headers: { authorization: "Bearer token-1", "if-match": "*", ...(type && { "content-type": type }) },
        body,
      });
      const { error } = (await response.json()) as { error: { message: string } };
      expect(response.status).to.equal(status);
      expect(error.message).to.not.include("secret");
    });
  }

  it("answer 411 with a page where there is neither a body nor a length", async () => {
    const headers = { authorization: "Bearer token-1", "if-match": "*" };
    const answer = await sendRaw(emulator().url, { method: "PATCH", path: customer, headers });
    expect([answer.status, answer.headers["content-type"]]).to.deep.equal([411, "text/html; charset=utf-8"]);
  });

  it("refuse a body that is too large", async () => {
    await expectRefusal(patch(customer, { city: "x".repeat(17 * 1024 * 1024) }), 413, "BadRequest");
  });
});
