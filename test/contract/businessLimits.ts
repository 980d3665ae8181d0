import { expect } from "chai";
import { it } from "mocha";
import { seedId, startEmulator } from "../../emulator/index.js";
import { isSame } from "../../provider/schema/compare.js";
import { inspect } from "../../provider/schema/inspect.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { fromWire, toWire } from "../../provider/schema/wire.js";
import { defaultDimensionSchema } from "../../provider/services/defaultDimensions/schema.js";
import { customerSchema, itemSchema } from "../../provider/services/records/schema.js";
import { LARGEST_BATCH, options } from "./bodies/business.js";
import { company } from "./businessResources.js";

const FIELDS: Record<string, ResourceSchema> = {
  "customer.type": customerSchema,
  "customer.blocked": customerSchema,
  "item.type": itemSchema,
  postingValidation: defaultDimensionSchema,
};

export function testBusinessLimits(): void {
  it("requests that wait go in batches of the largest size, and none is larger", async () => {
    const sizes = await batchSizes(LARGEST_BATCH + 20);
    expect(Math.max(...sizes)).to.equal(LARGEST_BATCH);
    expect(sizes.reduce((sum, size) => sum + size)).to.equal(LARGEST_BATCH + 20);
  });

  it("fields are sent in the order of the schema, in which the service resets one by another", () => {
    const address = { state: "Ile", city: "Paris", postalCode: "75001", country: "FR" };
    expect(Object.keys(toWire(customerSchema, address))).to.deep.equal(Object.keys(address).reverse());
  });

  for (const [name, spellings] of Object.entries(options)) testOption(name, spellings);
}

function testOption(name: string, options: { wire: string; texts: string[] }[]): void {
  const schema = FIELDS[name];
  const field = name.split(".").at(-1) ?? name;
  it(`${name}: all documented spellings are known, one value, and sent as on the wire`, () => {
    if (schema === undefined) throw new Error("no field of this name");
    const option = schema.properties[field];
    for (const { wire, texts } of options) {
      for (const text of texts) {
        expect(toWire(schema, { [field]: text }), text).to.deep.equal({ [field]: wire });
        expect(fromWire(schema, { [field]: wire }), text).to.satisfy((read: JsonObject) =>
          isSame(option, read[field], text),
        );
        const { problems, warnings } = inspect(schema, { [field]: text });
        expect({ problems, warnings }, text).to.deep.equal({ problems: [], warnings: [] });
        const others = options.filter((other) => other.wire !== wire).flatMap((other) => other.texts);
        for (const other of others) expect(isSame(option, text, other), `${text}, ${other}`).to.equal(false);
      }
    }
  });
}

/** How many of `count` reads, asked for at once, travelled in each request. */
async function batchSizes(count: number): Promise<number[]> {
  const emulator = await startEmulator();
  try {
    const records = company(emulator.url, "v2.0", emulator.business.companies[0]);
    const reads = Array.from({ length: count }, (_, index) => records.find("items", seedId("items", index)));
    expect(new Set(await Promise.all(reads))).to.deep.equal(new Set(["missing"]));
    return emulator.log.filter().map(({ body }) => (body as { requests?: unknown[] })?.requests?.length ?? 1);
  } finally {
    await emulator.close();
  }
}
