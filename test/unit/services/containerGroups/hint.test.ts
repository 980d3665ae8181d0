import { expect } from "chai";
import { describe, it } from "mocha";
import { readServiceError } from "../../../../provider/http/errors/readServiceError.js";
import {
  GroupNotFoundError,
  getGroupQueryHint,
  MISSING,
} from "../../../../provider/services/containerGroups/hint.js";
import { answer } from "../../http/answers.js";

describe("the hint about a group that could not be read", () => {
  it("names the arguments, and the outputs of a resource that may be meant, where there is no such group", () => {
    expect(getGroupQueryHint(new GroupNotFoundError()))
      .to.match(/^check `containerGroupName`, `resourceGroupName` and `subscriptionId`\. /)
      .and.match(/in its first preview: use the outputs of its resource\.$/);
  });

  it("names the resource group and the address after another 404, and is none after other errors", () => {
    const hints = [404, 403, 500].map((status) => getGroupQueryHint(readServiceError(answer(status))));
    expect([...hints, getGroupQueryHint(new Error("x"))]).to.deep.equal([
      ...[MISSING, undefined, undefined, undefined],
    ]);
  });
});
