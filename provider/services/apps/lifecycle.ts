import type { Context, Lifecycle, ResourceState } from "../../contract/lifecycle.js";
import type { AppUserRemovalInputs, AppUserRemovalState } from "../../generated/lifecycleTypes.js";
import { listChanges } from "../../schema/compare.js";
import { formatResourceId } from "../../schema/resourceId.js";
import { foreign, message } from "../../text/message.js";
import { AppClient, getRefusalHint } from "./client.js";
import { appUserRemoval } from "./definition.js";

const { schema, idFormat } = appUserRemoval;

/** The service keeps no record of a removal, so reads and refreshes send no request. */
export const appUserRemovalLifecycle: Lifecycle<AppUserRemovalInputs, AppUserRemovalState> = {
  ...appUserRemoval,

  async create(args, context) {
    await remove(args, context);
    return done(args);
  },

  async read(_id, { args }) {
    return done(args);
  },

  async update(_id, args, prior, context) {
    if (listChanges(schema, prior.args, args).length > 0) await remove(args, context);
    return done(args);
  },

  async delete(_id, _prior, { log }) {
    log.info("nothing is sent: destroying a removal changes nothing for the user.");
  },

  hint: (error, settings) => getRefusalHint(error, RIGHTS, settings),
};

const RIGHTS =
  "removing a user requires a Full Access token: an app token of this app, or a user token of a person who may " +
  "remove users from it. Read-Only tokens can only read, and an app token works only within its own app.";

const MISSPELLED = "The response is the same for a misspelled owner, app or e-mail address.";

async function remove(args: AppUserRemovalInputs, context: Context): Promise<void> {
  const { ownerName: owner, appName: app, userEmail: email } = args;
  if (await new AppClient(context).removeUser(owner, app, email)) return;
  context.log.info(
    message`the service found no user '${foreign(email)}' in '${foreign(`${owner}/${app}`)}': nothing to remove. ${MISSPELLED}`,
  );
}

function done(args: AppUserRemovalInputs): ResourceState {
  return { id: formatResourceId(idFormat, args), answer: {} };
}
