// Stryker's mocha loads this before the tests.

/*
 * Stryker's runner needs mocha 11, and is installed with it. The tests must import `describe` and `it` from the mocha that runs
 * them.
 */
const ofRunner = process.env.MUTATION_MOCHA;
if (!ofRunner) throw new Error("MUTATION_MOCHA is missing. Run npm run mutation.");
require(ofRunner);
require.cache[require.resolve("mocha")] = require.cache[require.resolve(ofRunner)];

// @ts-expect-error It has no types.
require("tsx/cjs");
