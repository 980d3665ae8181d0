import { expect } from "chai";
import { describe, it } from "mocha";
import { Runtime } from "../../provider/contract/runtime.js";
import { Settings } from "../../provider/contract/settings.js";
import { readServiceError } from "../../provider/http/serviceError.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { AppClient } from "../../provider/services/apps/client.js";
import { appUserRemovalLifecycle } from "../../provider/services/apps/lifecycle.js";
import { errorText } from "../support/asRead.js";
import { skipRecordedCases } from "../support/recordedCases.js";
import { answer } from "../unit/http/answers.js";
import { configuration, hooksOf } from "../unit/support/hooks.js";
import { type AppCase, appCase, appCases, appErrors, type RecordedError } from "./appsCases.js";
import { type Exchange, replaying } from "./replay.js";

const TOKEN = "canary-token-4711";
const OWNER = "demo-org";
const APP = "shop-ios";
const EMAIL = "ada+ios@example.com";
const REMOVAL = `/v0.1/apps/${OWNER}/${APP}/users/${EMAIL}`;
const HEADERS = { authorization: undefined, "x-api-token": TOKEN };

/** The part of a case that concerns this package. */
const tests: Record<string, (recorded: AppCase) => void> = {
  "spec-app-user-delete": testRemoval,
  "live-user-get": testProfile,
  "live-user-get-no-token": testRefusal("401 Unauthorized: Missing valid authentication token."),
  "live-user-patch-empty-name": testRefusal("400 BadRequest: Name contains invalid character"),
  "live-team-missing": testRefusal('404 NotFound: Could not find a team named "NoSuchTeam"'),
  "live-team-user-add-twice": testRefusal("409 Conflict: Validation error"),
};

/** Operations that this package does not offer, and why none is used on the way. */
const unused: Record<string, string> = {
  "live-team-user-add": "teams are no part of the document",
  "live-user-patch": "the profile is only read",
  "spec-app-user-permissions": "permissions are no part of the document",
  "spec-app-users-list": "not shown in the document; a removal has no state to read back",
  "spec-app-api-token-create": "the document knows tokens as a portal action only",
  "spec-app-api-token-delete": "the document knows tokens as a portal action only",
  "spec-app-api-token-list": "the document knows tokens as a portal action only",
  "spec-user-api-token-create": "the document knows tokens as a portal action only",
  "spec-user-api-token-delete": "the document knows tokens as a portal action only",
  "spec-user-api-token-list": "the document knows tokens as a portal action only",
};

describe("contract: app service", () => {
  const names = appCases();
  if (names === undefined) {
    skipRecordedCases("all of apps");
    return;
  }
  for (const name of names) {
    const test = tests[name];
    if (test !== undefined) describe(name, () => test(appCase(name)));
    else
      it(`${name}: not used by this package, because ${unused[name] ?? "nobody has looked at it"}`, () => {
        expect(unused, "a case that is neither tested nor explained").to.have.property(name);
      });
  }
  for (const error of appErrors()) {
    describe(error.name, () => testError(error));
  }
});

function testRemoval({ request, responses }: AppCase): void {
  const exchange = (status: number, body?: unknown): Exchange => {
    const path = request.url
      .replace("{base_url}", "")
      .replace("{owner_name}", OWNER)
      .replace("{app_name}", APP)
      .replace("{user_email}", EMAIL);
    return { method: request.method, path, headers: HEADERS, answer: { status, body } };
  };

  it("is what creating the resource sends, and its answer is a success", () => {
    const statuses = Object.keys(responses).filter((status) => status !== "default");
    expect(statuses).to.deep.equal(["204"]);
    return replaying([exchange(204)], async (url) => {
      const { hooks, log } = await removal(url);
      expect((await hooks.create(ARGS)).id).to.equal(`${OWNER}/${APP}/${EMAIL}`);
      expect(log.told).to.deep.equal([]);
    });
  });

  const { code: codes = "" } = responses.default?.body_schema?.error ?? {};
  for (const code of codes.split("|").filter((one) => one !== "NotFound")) {
    it(`${code} is an error in the service's own words`, () =>
      replaying([exchange(400, { error: { code, message: "No." } })], async (url) => {
        const { hooks } = await removal(url);
        const error = await hooks.create(ARGS).catch((thrown: Error) => thrown);
        expect(error).to.have.property("message", `AppUserRemoval: create failed: 400 ${code}: No.`);
      }));
  }

  it("NotFound is done, and said", () =>
    replaying([exchange(404, { error: { code: "NotFound", message: "No." } })], async (url) => {
      const { hooks, log } = await removal(url);
      await hooks.create(ARGS);
      expect(log.told).to.have.length(1);
      expect(log.told[0]).to.match(/nothing to remove\..* misspelled owner, app or e-mail address\.$/);
    }));
}

function testProfile({ request, responses }: AppCase): void {
  const body = responses["200"]?.body;
  it("is read as it is, with fields that nobody lists and those that are null", () =>
    replaying(
      [{ method: request.method, path: pathOf(request.url), headers: HEADERS, answer: { body } }],
      async (url) => {
        const profile = await new AppClient({ runtime: new Runtime(), settings: settings(url) }).user();
        expect(profile).to.deep.equal(body);
        expect(profile).to.include({ avatar_url: null }).and.to.have.property("created_at");
      },
    ));
}

/** Of operations of others, too, this package reads the error. */
function testRefusal(expected: string): (recorded: AppCase) => void {
  return ({ responses }) => {
    const [[status, refused]] = Object.entries(responses) as [[string, { body: JsonObject }]];
    it("reads well", () => {
      const text = errorText(readServiceError(answer(Number(status), { body: refused.body })));
      expect(text.split("\n")[0]).to.equal(expected);
      expect(text).not.to.match(/correlation id/i);
    });
  };
}

/** The first line of each error, without what stands before it. */
const texts: Record<string, RegExp> = {
  "forbidden-app-token": /^403 Forbidden: API token does not belong to the requested app\.$/,
  "forbidden-short": /^403 Forbidden: Forbidden$/,
  "gateway-not-found": /^404 Not Found: Not found\.$/,
  "unauthorized-guid-message": /^401 Unauthorized: Unauthorized \(the service gave no message\)$/,
  throttled: /^429: Rate limit is exceeded\. Try again in X seconds\.$/,
  "third-shape": /^400 BadRequest: Value cannot be null\. Parameter name: internal-user-email$/,
};

/** Said of a user who is not there: no error. */
const GONE = ["mocked-empty-object"];

const ADVICE: Record<number, RegExp> = {
  401: /^ {2}what to do: the API token was rejected: .* `appsToken` of the resource's `Provider`\.$/,
  403: /^ {2}what to do: removing a user requires a Full Access token: .* `appsToken` of the resource's `Provider`\.$/,
  404: /^ {2}what to do: check that .* without `\/v0\.1`\. .*$/,
  429: /^ {2}what to do: the service limits the request rate\. .*$/,
};

function testError({ name, status_code: status, body }: RecordedError): void {
  const refused: Exchange = {
    method: "DELETE",
    path: REMOVAL,
    headers: HEADERS,
    answer: { status, body },
  };
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(JSON.stringify(body))?.[0];

  it("reads well, names what to do, and leaks nothing", () =>
    replaying([refused], async (url) => {
      const { hooks, log } = await removal(url);
      const error = await hooks.create(ARGS).catch((thrown: Error) => thrown);
      if (GONE.includes(name)) {
        expect(error).not.to.be.instanceOf(Error);
        return expect(log.told.join()).to.match(/nothing to remove/);
      }
      const [title = "", ...more] = String(errorText(error)).split("\n");
      expect(title).to.match(/^AppUserRemoval: create failed: /);
      expect(title.replace(/^AppUserRemoval: create failed: /, "")).to.match(texts[name] ?? /^$/);
      const expected = [
        ...(id === undefined ? [] : [new RegExp(`^ {2}request id: ${id}$`)]),
        ...(ADVICE[status] === undefined ? [] : [ADVICE[status]]),
      ];
      expect(more).to.have.length(expected.length);
      more.forEach((line, index) => void expect(line).to.match(expected[index] as RegExp));
      expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.to.include(TOKEN);
      return expect(log.told).to.deep.equal([]);
    }));
}

const ARGS = { ownerName: OWNER, appName: APP, userEmail: EMAIL };

const valuesOf = (url: string) => ({
  "vendorcloud:ownKeys": "appsUrl,appsToken",
  "vendorcloud:appsUrl": url,
  "vendorcloud:appsToken": TOKEN,
  "vendorcloud:retryMaxAttempts": "1",
});
const settings = (url: string) => new Settings(configuration(valuesOf(url)), {});
const removal = (url: string) => hooksOf(appUserRemovalLifecycle, valuesOf(url));

function pathOf(url: string): string {
  return url.replace("{base_url}", "");
}
