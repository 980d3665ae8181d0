/*
 * Commands within sentences of pages that tests of other suites run, because they need what those tests build or start. `<…>` is
 * replaced.
 */

/** test/package/install.test.ts */
export const PACKAGES = "npm run packages -- ~/vendorcloud";
/** test/package/install.test.ts */
export const NATIVE_PACKAGES = "npm run packages -- ~/vendorcloud --sdks --plugin";
/** test/package/archives.test.ts */
export const ARCHIVES = "npm run archives -- <folder> <system> node";
/** test/e2e/sharedState.test.ts */
export const BENCH_OF_STATES =
  "npm run bench -- 1 1 files,files-no-checkpoints,postgresql,postgresql-no-checkpoints";
