import { type Context, getText, ReplacementError, ResourceInitError } from "../../contract/lifecycle.js";
import { getOutcome, ProviderError } from "../../contract/providerError.js";
import type { ContainerGroupInputs } from "../../generated/lifecycleTypes.js";
import { isBeingDeleted, readProvisioningState } from "../../resourceManager/provisioning.js";
import { message } from "../../text/message.js";
import { ContainerGroupClient } from "./client.js";
import {
  awaitProvisioning,
  type GroupPriorState,
  keepUnknown,
  type PrivateState,
  put,
  toGroupState,
} from "./groupState.js";
import { findDifferences, GroupExistsError } from "./takeover.js";

/** Refuses a replacement if the old group still runs: an interrupted run may have put it back, or an option of the program keeps it. */
export async function requireReplaced(
  id: string,
  args: ContainerGroupInputs,
  { args: priorArgs, privateState: { unfinished } }: GroupPriorState,
  context: Context,
): Promise<void> {
  const found = await new ContainerGroupClient(context).getConfirmed(id);
  if (typeof found === "string" || isBeingDeleted(readProvisioningState(found.body))) return;
  const running = toGroupState(id, found);
  // Otherwise the group is not the old one, and the create decides about it.
  if (findDifferences(priorArgs, running.answer).paths.length > 0) return;
  const { text } = new GroupExistsError(args, findDifferences(args, running.answer), context.secrets);
  // If the program returns to the old arguments, nothing has to be sent.
  const privateState: PrivateState = unfinished === "group" ? { unfinished } : { isPutBack: true };
  const state = { ...running, privateState };
  throw new ReplacementError(new ProviderError(text), STILL_RUNS, REPLACE_AGAIN, state);
}

/** Creates the old group again from the state after the create of its replacement has failed. */
export async function putBack(
  id: string,
  { args }: GroupPriorState,
  failure: unknown,
  context: Context,
): Promise<ReplacementError | ResourceInitError> {
  context.log.progress("the new group was not created: putting the old group back");
  const client = new ContainerGroupClient(context);
  try {
    const found = await client.getConfirmed(id);
    if (typeof found !== "string" && !isBeingDeleted(readProvisioningState(found.body)))
      return getOutcome(failure) === "unknown"
        ? new ResourceInitError(
            { ...toGroupState(id, found), privateState: { unfinished: "group" } },
            failure,
          )
        : new ReplacementError(failure, NOT_OVERWRITTEN, REMOVE_OTHER);
    const answer = await put(client, id, args).catch((error) =>
      keepUnknown(client, { id, answer: {} }, error),
    );
    const state = await awaitProvisioning(client, id, args, answer, context);
    const fate = args.waitForProvisioning === false ? NOT_AWAITED : PUT_BACK;
    return new ReplacementError(failure, fate, CORRECT, { ...state, privateState: { isPutBack: true } });
  } catch (error) {
    if (error instanceof ResourceInitError)
      return new ReplacementError(failure, message`${SENT_AGAIN}${error.text}`, CORRECT, error.state);
    return new ReplacementError(failure, message`${NOT_PUT_BACK}${getText(error)}`, CREATE);
  }
}

const PUT_BACK = "the old group was put back from the state, secrets included, and runs again.";

const NOT_AWAITED =
  "the old group was put back from the state, secrets included. Its provisioning is not awaited.";

const SENT_AGAIN = "the old group was sent again, and the state holds it, but: ";

const NOT_PUT_BACK = "the old group was deleted, and cannot be put back: ";

const NOT_OVERWRITTEN =
  "the old group was deleted and not put back, because another client has created a group under its name. Nothing was overwritten.";

const STILL_RUNS = "the old group still runs, and the state holds it.";

const CORRECT =
  "unless the error is temporary, correct what it names. Then run `pulumi up`, which replaces the group. To keep the old group, undo the change.";

const CREATE =
  "unless the error is temporary, correct what it names. Then run `pulumi up`, which creates the group.";

const REMOVE_OTHER = "choose another `containerGroupName`, or remove that group. Then run `pulumi up`.";

const REPLACE_AGAIN =
  "after an interrupted run, run `pulumi up` again, which replaces the group. `deleteBeforeReplace: false` and `retainOnDelete` " +
  "prevent a replacement under the same name: remove these options.";
