import { testPages } from "../support/pageTests.js";

testPages("pages of the languages", (page) => page.startsWith("docs/languages/"));
