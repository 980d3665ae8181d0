import { expect } from "chai";
import { describe, it } from "mocha";
import { seedId } from "../../../emulator/index.js";
import { at, useBusiness } from "./businessSupport.js";
import { expectRefusal } from "./support.js";

const id = (n: number) => seedId("customers", n);

describe("$filter of the emulator's business records", () => {
  const { emulator, call, get } = useBusiness();
  const ask = (filter: string, collection = "customers") =>
    call("GET", at(`${collection}?$filter=${encodeURIComponent(filter)}`));

  function fill(): void {
    const rows = [
      { number: "00000001234", displayName: "O'Neill's Bakery", creditLimit: 10, blocked: " ", city: "Ulm" },
      { number: "20", displayName: "Blue Door", creditLimit: 20.5, blocked: "Ship", taxLiable: true },
      { number: "30", displayName: " blue moon ", creditLimit: -3, blocked: "All", city: "ulm" },
      { number: "40", displayName: "", creditLimit: 1000, lastModifiedDateTime: "2031-05-06T07:08:09Z" },
    ];
    for (const [position, row] of rows.entries()) {
      emulator().business.put("customers", {
        id: id(position + 1),
        lastModifiedDateTime: "2030-01-01T00:00:00Z",
        ...row,
      });
    }
  }

  /** Filters, and which of the four customers pass them. */
  const PASSING: [filter: string, customers: number[]][] = [
    [`id eq ${id(2)}`, [2]],
    [`id eq ${id(2).toUpperCase()}`, [2]],
    [`id eq ${id(2)} or id eq ${id(4)} or id eq ${id(9)}`, [2, 4]],
    [`(id eq ${id(2)} or id eq ${id(4)}) and creditLimit gt 100`, [4]],
    [`id eq ${id(2)} and id eq ${id(4)}`, []],
    [`id ne ${id(2)}`, [1, 3, 4]],
    [`${id(2)} eq id`, [2]],
    ["currencyId eq 00000000-0000-0000-0000-000000000000", [1, 2, 3, 4]],
    ["number eq '00000001234'", [1]],
    ["number eq '1234'", []],
    ["number eq '20' or number eq '30'", [2, 3]],
    ["number eq '20' or city eq 'Ulm'", [1, 2]],
    [`id eq ${id(1)} or number eq '20'`, [1, 2]],
    ["displayName eq 'O''Neill''s Bakery'", [1]],
    ["displayName eq ''", [4]],
    ["displayName eq null", []],
    ["displayName ne null", [1, 2, 3, 4]],
    ["displayName gt null", []],
    ["displayName lt 'B'", [3, 4]],
    ["creditLimit gt 10", [2, 4]],
    ["creditLimit ge 10", [1, 2, 4]],
    ["creditLimit lt 10", [3]],
    ["creditLimit le 10", [1, 3]],
    ["creditLimit eq 2.05e1", [2]],
    ["creditLimit eq -3", [3]],
    ["10 lt creditLimit", [2, 4]],
    ["taxLiable", [2]],
    ["taxLiable eq true", [2]],
    ["taxLiable eq false", [1, 3, 4]],
    ["not taxLiable", [1, 3, 4]],
    ["not not taxLiable", [2]],
    ["not (taxLiable or creditLimit lt 0)", [1, 4]],
    ["taxLiable or creditLimit lt 0 and city eq 'nowhere'", [2]],
    ["(taxLiable or creditLimit lt 0) and city eq 'nowhere'", []],
    ["blocked eq ' '", [1, 4]],
    ["blocked eq '_x0020_'", [1, 4]],
    ["'_x0020_' ne blocked", [2, 3]],
    ["lastModifiedDateTime gt 2030-06-01T00:00:00Z", [4]],
    ["lastModifiedDateTime le 2030-01-01T01:00:00+01:00", [1, 2, 3]],
    ["lastModifiedDateTime lt 2030-01-01T00:00:00.001Z", [1, 2, 3]],
    ["contains(displayName,'oo')", [2, 3]],
    ["contains(displayName, '''')", [1]],
    ["startswith(displayName,'Blue') eq true", [2]],
    ["endswith(displayName,'Bakery')", [1]],
    ["tolower(city) eq 'ulm'", [1, 3]],
    ["toupper(city) eq 'ULM'", [1, 3]],
    ["startswith(tolower(trim(displayName)),'blue')", [2, 3]],
    ["  creditLimit   gt\t10  ", [2, 4]],
    ["((((((creditLimit gt 10))))))", [2, 4]],
    ["true", [1, 2, 3, 4]],
    [Array(120).fill("taxLiable").join(" or "), [2]],
  ];

  for (const [filter, customers] of PASSING) {
    it(`lets pass ${JSON.stringify(customers)} for ${filter.slice(0, 120)}`, async () => {
      fill();
      const { status, body } = await ask(filter);
      expect(status).to.equal(200);
      expect(body.value.map((record: { id: string }) => record.id)).to.have.members(customers.map(id));
    });
  }

  for (const [filter, message] of [
    [`id eq '${id(1)}'`, "Edm.Guid' and 'Edm.String"],
    ["number eq 20", "Edm.String' and 'Edm.Decimal"],
    ["creditLimit eq '20'", "Edm.Decimal' and 'Edm.String"],
    ["lastModifiedDateTime gt '2030-01-01T00:00:00Z'", "Edm.DateTimeOffset' and 'Edm.String"],
    ["lastModifiedDateTime gt 2030-01-01", "Edm.DateTimeOffset' and 'Edm.Date"],
    ["nothing eq 1", "property named 'nothing' on type 'Vendor.customer'"],
    ["constructor eq 1", "property named 'constructor'"],
    ["length(city) eq 3", "unknown function with name 'length'"],
    ["toString(city) eq ''", "unknown function with name 'toString'"],
    ["contains(city)", "No function signature"],
    ["contains(city,1)", "No function signature"],
    ["city", "single boolean value"],
    ["city and taxLiable", "operator 'and'"],
    ["not city eq 'x'", "operator 'not'"],
    ["creditLimit gt", "Unexpected end"],
    ["creditLimit gt 1 2", "Unexpected '2' at position 17"],
    ["(creditLimit gt 1", "Unexpected end"],
    ["creditLimit gt 1)", "Unexpected ')'"],
    ["creditLimit like 1", "Unexpected 'like'"],
    ["creditLimit EQ 1", "Unexpected 'EQ'"],
    ["city eq 'x", "Syntax error at position 8"],
    ["currency/code eq 'USD'", "Syntax error"],
    ["creditLimit gt 1,5", "Unexpected ','"],
    ["lastModifiedDateTime gt 2030-99-01T00:00:00Z", "not a valid date"],
    ["", "Unexpected end"],
    [`${"(".repeat(200)}true${")".repeat(200)}`, "nested too deeply"],
  ]) {
    it(`refuses ${filter?.slice(0, 60)}`, async () => {
      const { body } = await expectRefusal(ask(filter ?? ""), 400, "BadRequest");
      expect(body.error.message).to.include(message);
    });
  }

  it("compares dates", async () => {
    emulator().business.put("employees", { number: "1", employmentDate: "2020-02-03" });
    emulator().business.put("employees", { number: "2" });
    expect((await ask("employmentDate gt 2020-02-02", "employees")).body.value).to.have.length(1);
    expect((await ask("employmentDate eq 0001-01-01", "employees")).body.value).to.have.length(1);
  });

  it("takes the place of a blank that a plus sign is", async () => {
    fill();
    const answer = await get(at("customers?$filter=number+eq+'20'"));
    expect(answer.body.value).to.have.length(1);
  });
});
