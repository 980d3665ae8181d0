import { testPages } from "../support/pageTests.js";

// Two files, since files run side by side.
testPages("pages of the documentation", (page) => !page.startsWith("examples/"));
