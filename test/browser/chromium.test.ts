import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { startChromium } from "./chromium.js";

describe("the browser of the tests", () => {
  const platform = Object.getOwnPropertyDescriptor(process, "platform") as PropertyDescriptor;
  const { PATH } = process.env;
  beforeEach(() => {
    Object.defineProperty(process, "platform", { ...platform, value: "another" });
    process.env.PATH = "";
  });
  afterEach(() => {
    Object.defineProperty(process, "platform", platform);
    process.env.PATH = PATH;
  });

  it("says what is missing where there is none", async () => {
    const message = await startChromium().then(
      ({ close }) => close(),
      (error: Error) => error.message,
    );
    expect(message)
      .to.include("There is no Chromium")
      .and.to.include("@sparticuz/chromium has none for another")
      .and.to.include("google-chrome-stable is on PATH");
  });
});
