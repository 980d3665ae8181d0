import { expect } from "chai";
import { describe, it } from "mocha";
import { findIgnoringCase, findNearestName } from "../../../provider/schema/suggestion.js";

const known = ["cpu", "environmentVariables", "gpu", "image", "memoryInGB", "port", "ports", "restartPolicy"];

const near: [name: string, fact: string, meant: string][] = [
  ["restartPolcy", "a letter left out", "restartPolicy"],
  ["restartPolicyy", "a letter twice", "restartPolicy"],
  ["imqge", "another letter", "image"],
  ["iamge", "two letters swapped", "image"],
  ["memoryGB", "two letters left out", "memoryInGB"],
  ["RESTARTPOLCY", "a letter left out, in another case", "restartPolicy"],
  ["prot", "two letters of a short name swapped", "port"],
  ["portz", "equally near to two, one of them first", "port"],
  ["cpus", "a letter too many in a short name", "cpu"],
  ["environment_varables", "a misspelling in Python", "environmentVariables"],
  ["env_vars", "its words in short, as in Python", "environmentVariables"],
  ["envVars", "its words in short", "environmentVariables"],
  ["env", "its first word in short", "environmentVariables"],
];

const far: [name: string, fact: string][] = [
  ["sparkle", "another word"],
  ["re", "too few letters"],
  ["por_vars", "words of two names"],
  ["env_", "an empty word"],
  ["cost", "half of a short name"],
  ["networkProfile", "a field of an earlier version"],
  ["", "nothing"],
  ["x".repeat(100_000), "a very long name"],
];

describe("findNearestName", () => {
  for (const [name, fact, meant] of near) {
    it(`finds ${meant} for ${fact}`, () => expect(findNearestName(name, known)).to.equal(meant));
  }
  for (const [name, fact] of far) {
    it(`finds none for ${fact}`, () => expect(findNearestName(name, known)).to.equal(undefined));
  }
});

describe("findIgnoringCase", () => {
  it("finds the known spelling", () => {
    expect(findIgnoringCase("MEMORYINGB", known)).to.equal("memoryInGB");
    expect(findIgnoringCase("memoryInGB", known)).to.equal("memoryInGB");
    expect(findIgnoringCase("memory", known)).to.equal(undefined);
  });
});
