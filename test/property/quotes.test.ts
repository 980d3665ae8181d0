import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { salesQuoteLifecycle } from "../../provider/services/salesQuotes/lifecycle.js";
import { FAULTS } from "./faults.js";
import { declareTests } from "./kind.js";
import { QuoteRun, quoteOperations, quotePlan } from "./quotes.js";

const real: Lifecycle = salesQuoteLifecycle;

declareTests("sales quotes", "are created at most once, and exactly once in the end", {
  lifecycle: real,
  plan: quotePlan,
  start: (plan, subject) => new QuoteRun(plan, subject),
  runs: 80,
  operations: quoteOperations,
  faults: FAULTS,
  bugs: [
    [
      "a rounded number that is forgotten",
      { create: async (...asked) => ({ ...(await real.create(...asked)), privateState: {} }) },
      37,
    ],
    [
      "a delete of what another client has changed",
      {
        async delete(id, prior, context) {
          const found = await real.read(id, prior, context);
          const args = typeof found === "string" ? prior.args : { ...prior.args, ...found.answer };
          return real.delete(id, { ...prior, args }, context);
        },
      },
      21,
    ],
    [
      "a POST that is repeated after a lost answer, without a look",
      {
        create: (args, context) => {
          const post = () => real.create({ ...args, externalDocumentNumber: "" }, context);
          return post().catch(post);
        },
      },
    ],
  ],
});
