import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import { findIdByNumber } from "../../../provider/odata/recordNumbers.js";
import { asRead, errorText } from "../../support/asRead.js";
import { rejection } from "../http/answers.js";
import { business, businessContext, COMPANY, collection, OTHER, once } from "../support/businessService.js";
import { useMockedNetwork } from "../support/mockedNetwork.js";

const idOf = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, "0")}`;
const record = (n: number) => ({ id: idOf(n), number: `C${n}` });

describe("records by their numbers", () => {
  useMockedNetwork();

  let context: ReturnType<typeof businessContext>;
  beforeEach(() => {
    context = businessContext(once);
  });
  const find = (number: string, companyId = COMPANY) =>
    findIdByNumber(
      { companyId, customerNumber: number },
      { collection: "customers", argument: "customerNumber" },
      context,
    );
  const asked = (number: string, ...found: { id: string; number: string }[]) =>
    business.list("v2.0", "customers", `number eq '${number}'`).reply(200, collection(...found));
  const reading = () => business.all("v2.0", "customers", "$select=id%2Cnumber");
  /** Two numbers that are asked one by one. */
  async function begin(): Promise<void> {
    for (const n of [1, 2]) {
      asked(`C${n}`, record(n));
      expect(await find(`C${n}`)).to.deep.equal({ id: idOf(n) });
    }
  }

  it("are no others that the service returns", async () => {
    for (const other of [{ id: idOf(1), number: "C12" }, { id: "../x", number: "C1" }, { id: idOf(1) }]) {
      asked("C1", other as { id: string; number: string });
      expect(errorText(await rejection(find("C1")))).to.include("the records are not the requested ones");
    }
  });

  it("are read all at once after the second number", async () => {
    await begin();
    reading().reply(200, collection(...[1, 2, 3, 4].map(record)));
    for (const n of [3, 4, 1]) expect(await find(`C${n}`)).to.deep.equal({ id: idOf(n) });
  });

  it("are asked alone if they are not among those that were read", async () => {
    await begin();
    reading().reply(200, collection(record(3)));
    asked("C9", record(9));
    expect(await find("C9")).to.deep.equal({ id: idOf(9) });
    asked("C8");
    const missing = await find("C8");
    expect("problem" in missing && asRead(missing.problem)).to.include("no record of customers");
    expect(await find("C3")).to.deep.equal({ id: idOf(3) });
  });

  it("need the same letter case, and are no id that is not one", async () => {
    await begin();
    reading().reply(200, collection({ ...record(3), number: "c3" }, { id: "../x", number: "C4" }));
    asked("C3", { ...record(3), number: "c3" });
    const other = await find("C3");
    expect("problem" in other && asRead(other.problem)).to.include("use the same letter case");
    asked("C4", record(4));
    expect(await find("C4")).to.deep.equal({ id: idOf(4) });
  });

  it("are asked one by one where the service does not list the records, of which it is asked once", async () => {
    await begin();
    reading().reply(403);
    for (const n of [3, 4]) {
      asked(`C${n}`, record(n));
      expect(await find(`C${n}`)).to.deep.equal({ id: idOf(n) });
    }
  });

  it("of another company are others", async () => {
    await begin();
    reading().reply(200, collection(record(3)));
    await find("C3");
    const failure = await find("C3", OTHER).catch((error) => error);
    // The request for the other company, which this test does not expect.
    expect(String(failure)).to.include("TransportError");
  });
});
