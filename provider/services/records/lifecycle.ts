import type {
  CustomerInputs,
  CustomerState,
  ItemInputs,
  ItemState,
  ProjectInputs,
  ProjectState,
} from "../../generated/lifecycleTypes.js";
import {
  createRecordLifecycle,
  findIdByNumber,
  type RecordLifecycle,
} from "../../records/recordLifecycle.js";
import type { RecordInputs, RecordState } from "../../records/recordSchema.js";
import { createRecordSource, type RecordName } from "./client.js";
import { customer, item, project, type RecordDefinition } from "./definition.js";

export const customerLifecycle = lifecycleOf<CustomerInputs, CustomerState>(customer);
export const itemLifecycle = lifecycleOf<ItemInputs, ItemState>(item);
export const projectLifecycle = lifecycleOf<ProjectInputs, ProjectState>(project);

function lifecycleOf<Inputs extends RecordInputs & RecordName, State extends RecordState>(
  definition: RecordDefinition<Inputs>,
): RecordLifecycle<Inputs, State> {
  const { schema, collection } = definition;
  return createRecordLifecycle({
    ...definition,
    source: (args, context) => createRecordSource(schema, collection, args, context),
    lookUp: (argument, args, context) => findIdByNumber(args, { collection, argument }, context),
  });
}
