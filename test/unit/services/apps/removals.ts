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

const ADDRESS = "https://apps.example";
const reqheaders = { "x-api-token": TOKEN };
const configuration: Record<string, string> = {
  "vendorcloud:appsUrl": ADDRESS,
  "vendorcloud:appsToken": TOKEN,
  "vendorcloud:retryMaxAttempts": "3",
};

const service = {
  configuration,
  hooks: () => hooksOf(appUserRemovalLifecycle, configuration),

  /** Expects a removal, encoded as it must be, with the token and without a body. */
  removal(path = "demo-org/shop-ios/users/ada%2Bios%40example.com"): nock.Interceptor {
    const wanted = `/v0.1/apps/${path}`;
    const matches = (uri: string): boolean => uri === wanted;
    const named = Object.assign(matches, { toString: () => wanted });
    return nock(ADDRESS, { reqheaders, badheaders: ["authorization", "content-type"] }).delete(named);
  },

  profile: (): nock.Interceptor => nock(ADDRESS, { reqheaders }).get("/v0.1/user"),
};

/** For the tests of one `describe`: nothing leaves the machine, no variable of it counts, all that was expected happened. */
export function useAppService(): typeof service {
  useMockedNetwork();
  useNoVariables();
  return service;
}
