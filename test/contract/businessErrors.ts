import { expect } from "chai";
import { describe, it } from "mocha";
import { ServiceError } from "../../provider/http/serviceError.js";
import { isTagConflict } from "../../provider/partialUpdates/taggedAttempts.js";
import { customerLifecycle } from "../../provider/services/records/lifecycle.js";
import { errorFields, errorText } from "../support/asRead.js";
import { type BusinessError, businessErrors, RECORD, TAG } from "./bodies/business.js";
import { checked, company, resource } from "./businessResources.js";
import { COMPANY, type Exchange, replaying } from "./replay.js";

const CONFLICTS = ["stale-etag", "missing-if-match"];
/** Looks and tries under a tag, after which an update is given up. */
const TRIES = 6;
/** The hint below the service's own message. */
const ADVICE: Record<number, RegExp> = {
  401: /^ {2}what to do: the token was rejected; .* `businessToken` of the resource's `Provider`\.$/,
  404: /^ {2}what to do: check `companyId`, .*$/,
  429: /^ {2}what to do: the service limits the request rate\. .*$/,
};

const CONFLICT_ADVICE =
  /^ {2}what to do: another client changed other fields of the record at every attempt\. .*$/;

export function testBusinessErrors(): void {
  for (const error of businessErrors) describe(error.name, () => testsOf(error));
}

function testsOf({ name, status, code, message, requestId }: BusinessError): void {
  const path = `/api/v2.0/companies(${COMPANY})/customers(${RECORD})`;
  // As the service writes it behind its words.
  const said = requestId === undefined ? message : `${message}  CorrelationId:  ${requestId}.`;
  const fields = { displayName: "Coho Winery Inc." };
  const refused: Exchange = {
    method: "PATCH",
    path,
    headers: { "if-match": TAG },
    body: fields,
    answer: { status, body: code === undefined ? message : { error: { code, message: said } } },
  };

  it("is read as status, code, message and request id", () =>
    replaying([refused], async (url) => {
      const error = await company(url, "v2.0")
        .patch(`customers(${RECORD})`, fields, TAG, () => true)
        .catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ServiceError);
      const known = { status, code, target: undefined, requestId };
      expect(errorFields(error)).to.include(code === undefined ? known : { ...known, said: message });
      expect((error as ServiceError).detail.details).to.deep.equal([]);
      if (code === undefined) expect(errorText(error)).not.to.match(/[<>]/);
    }));

  it(CONFLICTS.includes(name) ? "is a conflict of entity tags" : "is no conflict of entity tags", () =>
    replaying([refused], async (url) => {
      const error = await company(url, "v2.0")
        .patch(`customers(${RECORD})`, fields, TAG, () => true)
        .catch((thrown: unknown) => thrown);
      expect(isTagConflict(error)).to.equal(CONFLICTS.includes(name));
    }),
  );

  it(`reads well: the resource, the operation and the service's own words${CONFLICTS.includes(name) ? `, after ${TRIES} looks and tries` : ""}`, () => {
    const look: Exchange = {
      method: "GET",
      path: `/api/v2.0/companies(${COMPANY})/customers?$filter=id eq ${RECORD}`,
      answer: { body: { value: [{ "@odata.etag": TAG, id: RECORD, displayName: "Before" }] } },
    };
    const tries = CONFLICTS.includes(name) ? TRIES : 1;
    const exchanges = Array.from({ length: tries }, () => [look, refused]).flat();
    return replaying(exchanges, async (url) => {
      const { hooks } = await resource(customerLifecycle, url);
      const inputs = await checked(hooks, { companyId: COMPANY, customerId: RECORD, ...fields });
      const error = await hooks.create(inputs).catch((thrown: unknown) => thrown);
      const [title, ...more] = errorText(error).split("\n");
      const words = code === undefined ? ": .*" : escaped(`${code}: ${message}`);
      expect(title).to.match(new RegExp(`^Customer: create failed: ${status} ?${words}$`));
      const advice = name === "stale-etag" ? CONFLICT_ADVICE : ADVICE[status];
      const expected = [
        ...(requestId === undefined ? [] : [new RegExp(`^ {2}request id: ${requestId}$`)]),
        ...(advice === undefined ? [] : [advice]),
      ];
      expect(more).to.have.length(expected.length);
      more.forEach((line, index) => void expect(line).to.match(expected[index] as RegExp));
      expect(Object.keys(error as object)).to.deep.equal([]);
    });
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
