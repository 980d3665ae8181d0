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

  for (const address of [
    "https://x-access-token:canary@git.example/shop.git",
    "https://canary@git.example/shop.git",
    "postgres://app:canary@db.example/shop",
    "see mongodb+srv://app:canary@db.example",
    "redis://:canary@cache.example",
  ]) {
    it(`${address} has one, wherever it is`, () => {
      const group = groupOf({ name: "SOURCE", value: address });
      const volumes = [{ name: "code", gitRepo: { repository: address } }];
      const containers = [{ name: "web", command: ["clone", address] }];
      expect(hinted(group)).to.deep.equal([`${ENV}[SOURCE].value`]);
      expect(hinted({ volumes, containers, tags: { source: address } })).to.have.members([
        "volumes[code].gitRepo.repository",
        "containers[web].command[#1]",
        "tags.source",
      ]);
    });
  }

  for (const address of [
    "https://git.example/shop.git",
    "https://git.example/shop@1.2",
    "ssh://git@git.example/shop.git",
    "postgres://app@db.example/shop",
    "postgres://app:$(DB_PASSWORD)@db.example/shop",
    "postgres://app:%s@db.example/shop",
    "mailto:someone@shop.example",
  ]) {
    it(`${address} has none`, () =>
      expect(hinted(groupOf({ name: "SOURCE", value: address }))).to.deep.equal([]));
  }

  for (const text of [
    "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=Y2FuYXJ5;EndpointSuffix=core.example",
    "Server=db.example;User Id=app;Password=canary",
    "https://files.example/a.zip?sv=2&sig=canary&se=3",
    "Authorization: Bearer 0123456789abcdef0123",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl",
    "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----",
  ]) {
    it(`${text.slice(0, 40)}… has one`, () =>
      expect(hinted(groupOf({ name: "SOURCE", value: text }))).to.deep.equal([`${ENV}[SOURCE].value`]));
  }

  for (const text of [
    "Server=db.example;Password=$DB_SECRET",
    "https://files.example/a.zip?sig={signature}&se=3",
    "see the page about a bearer token",
    "Basic Chair-2000",
    "Bearer Logistics2000",
    "https://host.example:8443?mail=a@b.example",
    "-----BEGIN PUBLIC KEY-----",
    Buffer.from('{"defaultAction":"SCMP_ACT_ERRNO"}').toString("base64"),
  ]) {
    it(`${text} has none`, () => expect(hinted(groupOf({ name: "SOURCE", value: text }))).to.deep.equal([]));
  }

  it("say what to do, and not the value", () => {
    const value = { ...groupOf({ name: "DB_PASSWORD", value: "canary" }), tags: { API_KEY: "canary" } };
    const text = "looks like a credential, but previews and the state show it.";
    expect(findPlainCredentials(schema, value, {})).to.have.deep.members([
      { path: PASSWORD, message: `${text} Use secureValue, or mark it as a secret` },
      { path: "tags.API_KEY", message: `${text} Mark it as a secret` },
    ]);
  });

  it("leave out secrets of the schema, empty and unknown values", () => {
    expect(hinted({ volumes: [{ name: "v", secret: { API_KEY: "x" } }] })).to.deep.equal([]);
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
