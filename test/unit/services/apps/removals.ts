import { beforeEach } from "mocha";
import { appUserRemovalLifecycle } from "../../../../provider/services/apps/lifecycle.js";
import { hooksOf, TOKEN } from "../../support/hooks.js";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";
import { useNoVariables } from "../../support/variables.js";

export const args = {
  ownerName: "demo-org",
  appName: "shop-ios",
  userEmail: "ada+ios@example.com",
};
export const ID = "demo-org/shop-ios/ada+ios@example.com";
export const NOT_FOUND = { error: { code: "NotFound", message: "Could not find a user." } };

let tests = 0;

/** The service, at another address for every test, since a process keeps one budget for each. */
class AppService {
  get address(): string {
    return `https://apps-${tests}.example`;
  }

  get configuration(): Record<string, string> {
    return {
      "vendorcloud:appsUrl": this.address,
      "vendorcloud:appsToken": TOKEN,
      "vendorcloud:retryMaxAttempts": "3",
    };
  }

  /** Expects a removal, encoded as it must be, with the token and without a body. */
  removal(path = "demo-org/shop-ios/users/ada%2Bios%40example.com"): nock.Interceptor {
    const wanted = `/v0.1/apps/${path}`;
    const matches = (uri: string): boolean => uri === wanted;
    const named = Object.assign(matches, { toString: () => wanted });
    return nock(this.address, {
      reqheaders: { "x-api-token": TOKEN },
      badheaders: ["authorization", "content-type"],
    }).delete(named);
  }

  profile(): nock.Interceptor {
    return nock(this.address, { reqheaders: { "x-api-token": TOKEN } }).get("/v0.1/user");
  }

  hooks(values: Record<string, string> = {}) {
    return hooksOf(appUserRemovalLifecycle, { ...this.configuration, ...values });
  }
}

/** For the tests of one `describe`: nothing leaves the machine, no variable of it counts, all that was expected happened. */
export function useAppService(): AppService {
  useMockedNetwork();
  useNoVariables();
  beforeEach(() => void tests++);
  return new AppService();
}
