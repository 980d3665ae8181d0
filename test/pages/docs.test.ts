import { testPages } from "../support/pageTests.js";

// Several files, since files run side by side.
testPages("pages of the documentation", (page) => !page.startsWith("examples/"));
