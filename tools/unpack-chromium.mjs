import chromium from "@sparticuz/chromium";

// Unpacks the Chromium of an npm package to the directory for temporary files, and prints its path. This is a separate process
// because the package reads the directory and the variable below when it is loaded:
//
//   TMPDIR=<directory> AWS_LAMBDA_JS_RUNTIME=nodejs20.x node tools/unpack-chromium.mjs
//
// With the variable, it also unpacks libraries that some machines lack.

process.stdout.write(await chromium.executablePath());
