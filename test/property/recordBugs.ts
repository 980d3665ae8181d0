import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { Bug } from "./kind.js";
import type { RecordFacts } from "./recordFacts.js";

/** Mistakes in the life of a record of which a program manages some fields. */
export function recordBugs({ lifecycle, own }: RecordFacts): Bug[] {
  const real: Lifecycle = lifecycle;
  const fields = own.flat();
  return [
    [
      "an update that starts from whatever it finds",
      { update: (_id, args, _recorded, context) => real.create(args, context) },
    ],
    [
      "a refresh that only repeats the state",
      {
        read: async (id, { args, outputs, privateState }) => ({
          ...{ id, privateState },
          answer: { ...outputs, ...args },
        }),
      },
    ],
    ["a destroy that puts nothing back", { delete: async () => undefined }],
    [
      "a destroy that puts back over values of others",
      {
        async delete(id, recorded, context) {
          const found = await real.read(id, recorded, context);
          if (typeof found === "string") return;
          const declared = fields.filter((field) => recorded.args[field] !== undefined);
          const live = Object.fromEntries(declared.map((field) => [field, found.answer[field]]));
          const { foreign: _, ...privateState } = recorded.privateState as JsonObject;
          await real.delete(id, { ...recorded, args: { ...recorded.args, ...live }, privateState }, context);
        },
      },
      21,
    ],
    [
      "an update that takes its own values for those from before",
      {
        update(id, args, recorded, context) {
          const { originals: _, ...privateState } = recorded.privateState as JsonObject;
          return real.update(id, args, { ...recorded, privateState }, context);
        },
      },
    ],
    [
      "a failure that is taken for a success",
      {
        update: (id, args, recorded, context) =>
          real.update(id, args, recorded, context).catch(() => ({ id, answer: args })),
      },
      57,
    ],
    [
      "an update that says everything again",
      {
        update: async (id, args, { privateState, outputs }, context) => {
          const { answer } = await real.update(id, args, { args: {}, privateState: {}, outputs }, context);
          return { id, answer, privateState };
        },
      },
    ],
  ];
}
