import { expect } from "chai";
import { describe, it } from "mocha";
import { seedId, startEmulator } from "../../emulator/index.js";
import { isSame } from "../../provider/schema/compare.js";
import { inspect } from "../../provider/schema/inspect.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { fromWire, toWire } from "../../provider/schema/wire.js";
import { defaultDimensionSchema } from "../../provider/services/defaultDimensions/schema.js";
import { customerSchema, itemSchema } from "../../provider/services/records/schema.js";
import { skipRecordedCases } from "../support/recordedCases.js";
import { businessNotes } from "./businessCases.js";
import { company } from "./businessResources.js";

const FIELDS: Record<string, ResourceSchema> = {
  "customer.type": customerSchema,
  "customer.blocked": customerSchema,
  "item.type": itemSchema,
  postingValidation: defaultDimensionSchema,
};

interface Limits {
  per_environment: { max_batch_operations: number };
  enums_on_the_wire: Record<string, string[] | JsonObject>;
}

describe("contract: limits and options of business records", () => {
  const limits = businessNotes<Limits>("_limits-and-enums.json");
  if (limits === undefined) {
    skipRecordedCases("recorded limits");
    return;
  }

  it("requests that wait go in batches of the largest size, and none is larger", async () => {
    const largest = limits.per_environment.max_batch_operations;
    const sizes = await batchSizes(largest + 20);
    expect(Math.max(...sizes)).to.equal(largest);
    expect(sizes.reduce((sum, size) => sum + size)).to.equal(largest + 20);
  });

  for (const [name, recorded] of Object.entries(limits.enums_on_the_wire)) testOption(name, recorded);
});

function testOption(name: string, recorded: string[] | JsonObject): void {
  const schema = FIELDS[name];
  const field = name.split(".").at(-1) ?? name;
  it(`${name}: all documented spellings are known, one value, and sent as on the wire`, () => {
    if (schema === undefined) throw new Error("no field of this name");
    const option = schema.properties[field];
    const options = spellings(recorded);
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

/** The wire value of one option, and all the texts that mean it. */
function spellings(recorded: string[] | JsonObject): { wire: string; texts: string[] }[] {
  const { documented, resource_page, examples, on_the_wire, on_the_wire_blank } = Array.isArray(recorded)
    ? { documented: recorded }
    : (recorded as Record<string, string | string[]>);
  const printed = [documented ?? resource_page ?? []].flat();
  const wires = [on_the_wire ?? []].flat();
  return printed.map((text, index) => {
    const plain = (spelled: string) => spelled.replace(/_x00(\w\w)_|[ _-]/g, "");
    const ofWire =
      wires.length === printed.length ? wires[index] : wires.find((wire) => plain(wire) === plain(text));
    const wire = text === " " ? (on_the_wire_blank ?? ofWire) : ofWire;
    const alike = [examples ?? []].flat().filter((example) => plain(example) === plain(text));
    return { wire: String(wire ?? text), texts: [text, String(wire ?? text), ...alike] };
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
