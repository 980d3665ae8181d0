import { expect } from "chai";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import { ManagedRecord, type ManagedState } from "../../provider/partialUpdates/managedRecord.js";
import type { JsonObject, PropertyMap } from "../../provider/schema/json.js";
import { customerSchema as schema } from "../../provider/services/records/schema.js";
import { randomRuns } from "../support/randomRuns.js";
import { RecordingLog, testContext } from "../unit/support/hooks.js";
import { MemorySource } from "../unit/support/memorySource.js";

const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_122);
const RUNS = randomRuns(60, 600);

const CODES = ["", "EUR", "USD", "GBP"];
const NO_ID = "00000000-0000-0000-0000-000000000000";
const idOf = (code: string): string =>
  code === "" ? NO_ID : `${CODES.indexOf(code)}`.repeat(8) + NO_ID.slice(8);
const CITIES: Record<string, string> = { LS1: "Leeds", N1: "London" };

/** A service that applies the fields of a body in their order, and changes others together with some of them. */
function apply(sent: JsonObject): JsonObject {
  const fields: JsonObject = {};
  for (const [name, value] of Object.entries(sent)) {
    if (name === "country") Object.assign(fields, { postalCode: "", city: "", state: "" });
    if (name === "postalCode" && CITIES[String(value)]) fields.city = CITIES[String(value)];
    if (name === "currencyCode") fields.currencyId = idOf(String(value));
    if (name === "currencyId") fields.currencyCode = CODES.find((code) => idOf(code) === value) ?? "";
    fields[name] = value;
  }
  return fields;
}

const values = {
  country: fc.constantFrom("GB", "FR", "DE"),
  postalCode: fc.constantFrom("LS1", "N1", "75001", ""),
  city: fc.constantFrom("Leeds", "Paris", ""),
  state: fc.constantFrom("York", "Ile"),
  currency: fc.constantFrom(...CODES),
  phoneNumber: fc.constantFrom("+1", "+2"),
};

const original = fc
  .record(values)
  .map(({ currency, ...fields }) => ({ ...fields, currencyCode: currency, currencyId: idOf(currency) }));

/** Fields of a program, with the currency in one spelling, in the other one, or in both. */
const program = fc
  .tuple(fc.record(values, { requiredKeys: [] }), fc.constantFrom("id", "code", "both"))
  .map(([{ currency, ...fields }, spelling]): JsonObject => {
    if (currency === undefined) return fields;
    return {
      ...fields,
      ...(spelling !== "id" && { currencyCode: currency }),
      ...(spelling !== "code" && { currencyId: idOf(currency) }),
    };
  });

const steps = fc.array(fc.record({ args: program, isRefreshed: fc.boolean() }), {
  minLength: 1,
  maxLength: 5,
});

const FIELDS = Object.keys(values).flatMap((name) =>
  name === "currency" ? ["currencyId", "currencyCode"] : [name],
);
const fieldsOf = (answer: PropertyMap) => Object.fromEntries(FIELDS.map((name) => [name, answer[name]]));

/** A record of a program, with what the state has of it. */
class Stack {
  state: { args: JsonObject; outputs: JsonObject; privateState: ManagedState["privateState"] } | undefined;
  log = new RecordingLog();

  constructor(readonly source: MemorySource) {}

  private get record(): ManagedRecord {
    this.log = new RecordingLog();
    return new ManagedRecord({ ...testContext(), schema, source: this.source, log: this.log });
  }

  async up(declared: JsonObject): Promise<void> {
    const args = { onDestroy: "restore", ...declared };
    const { record } = this;
    const made = await (this.state ? record.update(args, this.state) : record.create(args));
    expect(made.failure).to.equal(undefined);
    this.keep(args, made);
  }

  async refresh(): Promise<void> {
    if (this.state === undefined) return;
    const { args } = this.state;
    const found = await this.record.read(this.state);
    if (found === "missing") throw new Error("missing");
    const live = Object.entries(args).map(([name, value]) => [name, found.snapshot.answer[name] ?? value]);
    this.keep(Object.fromEntries(live), found);
  }

  async destroy(): Promise<void> {
    if (this.state !== undefined) await this.record.delete(this.state);
  }

  private keep(args: JsonObject, { snapshot, privateState }: ManagedState): void {
    this.state = { args, outputs: { ...snapshot.answer } as JsonObject, privateState };
  }
}

describe("fields that a service changes together, whatever a program declares", function () {
  this.timeout(0);

  it("have their values after each update, are sent at most twice, and are all restored in the end", async () => {
    let updates = 0;
    await fc.assert(
      fc.asyncProperty(original, steps, async (first, commands) => {
        const stack = new Stack(new MemorySource(first, { respell: apply }));
        for (const { args, isRefreshed } of commands) {
          const sent = stack.source.sent.length;
          await stack.up(args);
          updates++;
          expect(fieldsOf(stack.source.now.answer)).to.deep.include(args);
          const names = stack.source.sent.slice(sent).flatMap(({ body }) => Object.keys(body));
          for (const name of names) expect(names.filter((one) => one === name).length).to.be.at.most(2);
          if (isRefreshed) await stack.refresh();
          const { effects } = stack.source;
          await stack.up(args);
          expect(stack.source.effects, "requests without a change").to.equal(effects);
        }
        await stack.destroy();
        expect(fieldsOf(stack.source.now.answer)).to.deep.equal(first);
        expect(stack.log.warnings).to.deep.equal([]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    console.log(`      ${RUNS} runs, ${updates} updates`);
  });
});
