import chromium from "@sparticuz/chromium";

// Unpacks the Chromium that came as an npm package to the directory for temporary files, and prints where it is. A
// process of its own: the directory and the variable below are looked at once, when the package is loaded.
//
//   TMPDIR=<directory> AWS_LAMBDA_JS_RUNTIME=nodejs20.x node tools/unpack-chromium.mjs
//
// The variable makes it bring along the libraries that not every machine has.

process.stdout.write(await chromium.executablePath());
