import { expect } from "chai";
import { describe, it } from "mocha";
import { type Lifecycle, ResourceInitError } from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { dynamicProtocol } from "../protocols/dynamicProtocol.js";
import type { FaultKind, Operation } from "./kind.js";
import { faultKinds } from "./kinds.js";
import { runMatrix } from "./matrix.js";

/** A mistake that is easily made, and where the matrix has to show it. */
interface Bug {
  mistake: string;
  kind: string;
  operation: Operation;
  plant(real: Lifecycle): Partial<Lifecycle>;
  found: RegExp;
}

const bugs: Bug[] = [
  {
    mistake: "a POST that is repeated after a lost answer, without a look",
    ...{ kind: "SalesQuote", operation: "create", found: /^\/(held|effects)|2 quotes/ },
    plant: (real) => ({
      create: (args, context) =>
        real
          .create({ ...args, externalDocumentNumber: "" }, context)
          .catch(() => real.create({ ...args, externalDocumentNumber: "" }, context)),
    }),
  },
  {
    mistake: "a stop whose operation is forgotten when it does not end in time",
    ...{
      kind: "DatabaseInstanceStop",
      operation: "create",
      found: /^\/(held|effects|state)|does not come through/,
    },
    plant: (real) => ({
      create: (args, context) =>
        real.create(args, context).catch((error) => {
          if (!(error instanceof ResourceInitError)) throw error;
          return { id: error.state.id, answer: { status: "Succeeded" } };
        }),
    }),
  },
  {
    mistake: "a refresh that takes every failure for a missing group",
    ...{ kind: "ContainerGroup", operation: "refresh", found: /^\/state/ },
    plant: (real) => ({
      read: (id, recorded, context) => real.read(id, recorded, context).catch(() => "missing" as const),
    }),
  },
  {
    mistake: "a delete whose failure is taken for a group that is gone",
    ...{ kind: "ContainerGroup", operation: "delete", found: /^\/(held|effects)/ },
    plant: (real) => ({
      delete: (id, recorded, context) => real.delete(id, recorded, context).catch(() => undefined),
    }),
  },
  {
    mistake: "an update whose failure is taken for a success",
    ...{ kind: "Customer", operation: "update", found: /^\/(held|effects)/ },
    plant: (real) => ({
      update: (id, args, recorded, context) =>
        real.update(id, args, recorded, context).catch(() => ({ id, answer: args })),
    }),
  },
  {
    mistake: "a failed create that leaves a secret in the id",
    ...{ kind: "ContainerGroup", operation: "create", found: /^shows / },
    plant: (real) => ({
      create: (args, context) =>
        real.create(args, context).catch((error) => {
          const [{ password = "" } = {}] = args.imageRegistryCredentials as JsonObject[];
          throw new ResourceInitError({ id: `/groups/${password}`, answer: {} }, error);
        }),
    }),
  },
];

/** As many faults as it takes. */
const FEW = /^409|^500|^connection reset|^operation does not end|^process dies/;

describe("the fault matrix with a bug planted", function () {
  this.timeout(60_000);

  for (const { mistake, kind: name, operation, plant, found } of bugs) {
    it(`it is found: ${mistake}`, async () => {
      const kind = faultKinds.find((one) => one.name === name) as FaultKind;
      const planted: FaultKind = {
        ...kind,
        lifecycle: { ...kind.lifecycle, ...plant(kind.lifecycle) },
      };
      const { outcomes } = await runMatrix(
        planted,
        operation,
        dynamicProtocol,
        ({ fault, isLasting }) => !isLasting && FEW.test(fault.title),
      );
      const flaws = outcomes.flatMap(({ flaw = [] }) => flaw);
      expect(flaws.filter((flaw) => found.test(flaw))).not.to.deep.equal([]);
      console.log(`      in ${flaws.length} of ${outcomes.length} cells: ${flaws[0]?.slice(0, 120)}`);
    });
  }
});
