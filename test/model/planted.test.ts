import { describe, it } from "mocha";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { getOutcome } from "../../provider/contract/providerError.js";
import type { CustomerInputs, CustomerState } from "../../provider/generated/lifecycleTypes.js";
import { ServiceError } from "../../provider/http/serviceError.js";
import type { Source } from "../../provider/records/partialUpdate.js";
import { createRecordLifecycle } from "../../provider/records/recordLifecycle.js";
import { isTagConflict } from "../../provider/records/updateConflict.js";
import { createRecordSource } from "../../provider/services/records/client.js";
import { customerSchema as schema } from "../../provider/services/records/schema.js";
import { salesQuoteLifecycle } from "../../provider/services/salesQuotes/lifecycle.js";
import { dynamicProtocol } from "../protocols/dynamicProtocol.js";
import { expectFound } from "../simulation/planted.js";
import { type Plan, plan } from "./plan.js";
import { type QuotePlan, QuoteRun, quotePlan } from "./quoteRun.js";
import { RecordRun } from "./recordRun.js";
import { World } from "./world.js";

/** Runs in which a bug has to show; the true test makes more. */
const RUNS = 1000;

type Patch = Source["patch"];

/** Mistakes that are easily made. Each one is planted in the way to the service, everything else is as it is. */
const bugs: [mistake: string, plant: (patch: Patch, read: Source["read"]) => Patch][] = [
  ["an update that takes any tag", (patch) => (body) => patch(body, "*")],
  [
    "a conflict after which the update is sent again under the new tag, without a look at whose the fields are",
    (patch, read) => async (body, tag) => {
      try {
        return await patch(body, tag);
      } catch (error) {
        const snapshot = isTagConflict(error) ? await read() : "missing";
        if (snapshot === "missing") throw error;
        return patch(body, snapshot.tag);
      }
    },
  ],
  [
    "a lost answer that is taken for a success",
    (patch) => async (body, tag) => {
      try {
        return await patch(body, tag);
      } catch (error) {
        if (getOutcome(error) === "unknown" && !(error instanceof ServiceError)) {
          return { answer: body, tag: undefined };
        }
        throw error;
      }
    },
  ],
];

describe("records with a bug planted", function () {
  this.timeout(0);
  const world = new World();

  for (const [mistake, plant] of bugs) {
    it(`it is found: ${mistake}`, async () => {
      const lifecycle = createRecordLifecycle<CustomerInputs, CustomerState>({
        schema,
        idFormat: "{customerId}",
        source(args, context) {
          const source = createRecordSource(schema, "customers", args, context);
          return { ...source, patch: plant(source.patch, source.read) };
        },
      });
      const run = async (given: Plan) => new RecordRun(world, given, lifecycle, dynamicProtocol).run();
      await expectFound(plan, run, { numRuns: RUNS });
    });
  }
});

/** Mistakes in what is made of a quote's lines. */
const quoteBugs: [mistake: string, plant: (lifecycle: Lifecycle) => Lifecycle][] = [
  [
    "a rounded number that is forgotten",
    (lifecycle) => ({
      ...lifecycle,
      create: async (...asked) => ({ ...(await lifecycle.create(...asked)), privateState: {} }),
    }),
  ],
  [
    "lines that are identified by their items",
    (lifecycle) => ({
      ...lifecycle,
      async read(...asked) {
        const found = await lifecycle.read(...asked);
        if (typeof found === "string") return found;
        const lines = found.answer.salesQuoteLines as { itemId?: string }[];
        return { ...found, answer: { ...found.answer, salesQuoteLines: uniqueItems(lines) } };
      },
    }),
  ],
  [
    "a delete of what another client has changed",
    (lifecycle) => ({
      ...lifecycle,
      async delete(id, prior, context) {
        const found = await lifecycle.read(id, prior, context);
        const args = typeof found === "string" ? prior.args : { ...prior.args, ...found.answer };
        return lifecycle.delete(id, { ...prior, args }, context);
      },
    }),
  ],
];

describe("sales quotes with a bug planted", function () {
  this.timeout(0);
  const world = new World();

  for (const [mistake, plant] of quoteBugs) {
    it(`it is found: ${mistake}`, async () => {
      const lifecycle = plant(salesQuoteLifecycle);
      const run = (given: QuotePlan) => new QuoteRun(world, given, lifecycle, dynamicProtocol).run();
      await expectFound(quotePlan, run, { numRuns: RUNS });
    });
  }
});

function uniqueItems(lines: { itemId?: string }[]): { itemId?: string }[] {
  return [...new Map(lines.map((line) => [line.itemId, line])).values()];
}
