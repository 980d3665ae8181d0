import { expect } from "chai";
import { it } from "mocha";
import { customerLifecycle } from "../../provider/services/records/lifecycle.js";
import { type BusinessError, businessErrors, RECORD, TAG } from "./bodies/business.js";
import { COMPANY, type Exchange, expectLines, looking, replaying } from "./replay.js";
import { checked, resource } from "./resources.js";

const CONFLICTS = ["stale-etag", "missing-if-match"];
/** Looks and tries under a tag, after which an update is given up. */
const TRIES = 6;
/** The hint below the service's own message. */
const ADVICE: Record<number, RegExp> = {
  401: /^ {2}what to do: the token was rejected; .* `businessToken` of the resource's `Provider`\.$/,
  404: /^ {2}what to do: check `companyId`, .*$/,
  409: /^ {2}what to do: another client changed other fields of the record at every attempt\. .*$/,
  429: /^ {2}what to do: the service limits the request rate\. .*$/,
};

export function testBusinessErrors(): void {
  for (const error of businessErrors) {
    const isConflict = CONFLICTS.includes(error.name);
    it(`${error.name} is ${isConflict ? "a" : "no"} conflict of entity tags, and reads well: the resource, the operation and the service's own words`, () =>
      isReported(error, isConflict ? TRIES : 1));
  }
}

async function isReported(error: BusinessError, tries: number): Promise<void> {
  const { status, code, message, requestId } = error;
  // As the service writes it behind its words.
  const said = requestId === undefined ? message : `${message}  CorrelationId:  ${requestId}.`;
  const fields = { displayName: "Coho Winery Inc." };
  const look = looking("v2.0", "customers", RECORD, {
    ...{ "@odata.etag": TAG, id: RECORD, displayName: "Before" },
  });
  const refused: Exchange = {
    ...{ method: "PATCH", path: `/api/v2.0/companies(${COMPANY})/customers(${RECORD})` },
    ...{ headers: { "if-match": TAG }, body: fields },
    answer: { status, body: code === undefined ? message : { error: { code, message: said } } },
  };
  await replaying(Array(tries).fill([look, refused]).flat(), async (url) => {
    const { hooks } = await resource(customerLifecycle, url);
    const inputs = await checked(hooks, { companyId: COMPANY, customerId: RECORD, ...fields });
    const thrown = await hooks.create(inputs).catch((thrown: unknown) => thrown);
    const failed = `Customer: create failed: ${status}`;
    const title = code === undefined ? new RegExp(`^${failed}: [^<>]*$`) : `${failed} ${code}: ${message}`;
    expectLines(thrown, [title, requestId && `  request id: ${requestId}`, ADVICE[status]]);
    expect(Object.keys(thrown as object)).to.deep.equal([]);
  });
}
