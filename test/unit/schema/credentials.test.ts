import { expect } from "chai";
import { describe, it } from "mocha";
import { findPlainCredentials } from "../../../provider/schema/credentials.js";
import { type JsonObject, UNKNOWN } from "../../../provider/schema/json.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { withSecretsAt } from "../../support/secretsAt.js";

const groupOf = (...environmentVariables: JsonObject[]): JsonObject => ({
  containers: [{ name: "web", image: "nginx", environmentVariables }],
});
const ENV = "containers[web].environmentVariables";
const PASSWORD = `${ENV}[DB_PASSWORD].value`;

/** Paths that are hinted at. */
function hinted(after: JsonObject, before: JsonObject = {}): string[] {
  return findPlainCredentials(schema, after, before).map(({ path }) => path);
}

describe("hints to credentials in plain text", () => {
  for (const name of [
    "DB_PASSWORD",
    "API_KEY",
    "ACCESS_TOKEN",
    "CLIENT_SECRET",
    "db_password",
    "PASSWORD",
    "DB_PASS",
    "SQL_PWD",
    "SERVICEBUS_CONNECTION_STRING",
    "CONNECTIONSTRING",
  ]) {
    it(`${name} is the name of one`, () => {
      expect(hinted(groupOf({ name, value: "x" }))).to.deep.equal([`${ENV}[${name}].value`]);
    });
  }

  for (const name of [
    "KEY",
    "KEY1",
    "MONKEY",
    "PUBLIC_KEY",
    "SSH_PUBLIC_KEY",
    "TOKEN_URL",
    "TOKENS",
    "PASSWORD_FILE",
  ]) {
    it(`${name} is not`, () => expect(hinted(groupOf({ name, value: "x" }))).to.deep.equal([]));
  }

  it("say what to do, and not the value", () => {
    const value = groupOf({ name: "DB_PASSWORD", value: "canary" });
    expect(findPlainCredentials(schema, value, {})).to.deep.equal([
      {
        path: PASSWORD,
        message:
          "looks like a credential, but previews and the state show it. Use secureValue, or mark it as a secret",
      },
    ]);
  });

  it("leave init containers no less than containers", () => {
    const initContainers = [
      { name: "first", image: "a", environmentVariables: [{ name: "API_KEY", value: "x" }] },
    ];
    expect(hinted({ initContainers })).to.deep.equal([
      "initContainers[first].environmentVariables[API_KEY].value",
    ]);
  });

  it("leave out secure, empty and unknown values", () => {
    for (const value of [{ secureValue: "x" }, { value: "" }, { value: UNKNOWN }, { value: null }])
      expect(hinted(groupOf({ name: "DB_PASSWORD", ...value }))).to.deep.equal([]);
  });

  it("leave out what is marked, alone or with what it is in", () => {
    const value = groupOf({ name: "DB_PASSWORD", value: "x" });
    for (const marked of [PASSWORD, `${ENV}[DB_PASSWORD]`, ENV, "containers[web]", "containers"])
      expect(hinted(withSecretsAt(schema, value, [marked])), marked).to.deep.equal([]);
  });

  it("are about new and changed values only", () => {
    const before = groupOf({ name: "DB_PASSWORD", value: "x" });
    expect(hinted({ ...before, location: "westus" }, before)).to.deep.equal([]);
    expect(hinted(groupOf({ name: "DB_PASSWORD", value: "y" }), before)).to.deep.equal([PASSWORD]);
  });

  it("come when a mark is taken away", () => {
    const value = groupOf({ name: "DB_PASSWORD", value: "x" });
    expect(hinted(value, withSecretsAt(schema, value, [PASSWORD]))).to.deep.equal([PASSWORD]);
  });
});
