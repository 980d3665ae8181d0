import { expect } from "chai";
import { describe, it } from "mocha";
import { HELP, readArguments } from "../../../emulator/arguments.js";

describe("the command line of the emulator", () => {
  it("sets the options that it names", () => {
    const line =
      "--profile azure --vault-secrets https://a/s,https://b/s --business-quota 20/1 --refuse-while-transitioning --erp-stop-polls 5 --token one";
    expect(readArguments(line.split(" "))).to.deep.equal({
      ...{ port: 8180, profile: "azure", vaultSecrets: ["https://a/s", "https://b/s"] },
      businessQuota: { requests: 20, seconds: 1 },
      ...{ refuseWhileTransitioning: true, erpStopPolls: 5, token: "one" },
    });
  });

  for (const line of ["--nothing", "--port x", "--port 65536", "--seed some", "--business-quota 0/1", "more"])
    it(`refuses ${line}`, () => expect(() => readArguments(line.split(" "))).to.throw(RangeError));

  it("explains each flag", () => {
    expect(readArguments(["--help"])).to.equal(undefined);
    expect(HELP.match(/^ {2}--/gm)).to.have.length(12);
  });
});
