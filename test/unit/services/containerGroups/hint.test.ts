import { expect } from "chai";
import { describe, it } from "mocha";
import { readServiceError } from "../../../../provider/http/readServiceError.js";
import {
  GroupNotFoundError,
  GroupsNotReadableError,
  getGroupQueryHint,
} from "../../../../provider/services/containerGroups/hint.js";
import { answer } from "../../http/answers.js";

describe("the hint about a group that could not be read", () => {
  it("names the arguments, and the outputs of a resource that may be meant, where there is no such group", () => {
    expect(getGroupQueryHint(new GroupNotFoundError()))
      .to.match(/^check `containerGroupName`, `resourceGroupName` and `subscriptionId`\. /)
      .and.match(/in its first preview: use the outputs of its resource\.$/);
  });

  it("names subscription and address where the service knows no groups, and is none after other errors", () => {
    expect(getGroupQueryHint(new GroupsNotReadableError())).to.equal(
      "check `subscriptionId` and `vendorcloud:resourceManagerUrl`.",
    );
    expect(getGroupQueryHint(readServiceError(answer(403)))).to.equal(undefined);
  });
});
