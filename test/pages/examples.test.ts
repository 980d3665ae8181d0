import { testPages } from "../support/pageTests.js";

testPages("pages of the examples", (page) => page.startsWith("examples/"));
